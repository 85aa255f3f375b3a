/**
 * Identifiers. Every id on the wire is a UUIDv4 in canonical lower case (36 characters),
 * but for workflow handles, which are `wf_` and 32 lower-case hex digits.
 */

export type PrincipalId = string;
export type SessionId = string;
export type PageId = string;
export type WorkflowId = string;
export type AttemptId = string;
export type CommandId = string;
export type ArtifactId = string;
/** `wf_` + 32 lower-case hex digits: a convenience binding, never authority. */
export type WorkflowHandle = string;

export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const HANDLE_PATTERN = /^wf_[0-9a-f]{32}$/;
