/** Whether Chromium's own sandbox can run here. It is left out only where it cannot. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

export interface SandboxState {
  /** False: the browser is started with `--no-sandbox`. */
  readonly sandboxed: boolean;
  /** One sentence for people. */
  readonly reason: string;
}

/** What is asked of the machine; tests bring their own. */
export interface SandboxPort {
  readonly platform: string;
  readonly uid: number | null;
  readonly inContainer: boolean;
  /** Whether a user namespace can be made. */
  canMakeUserNamespace(): boolean;
}

const SANDBOX_MACHINE: SandboxPort = {
  platform: process.platform,
  uid: process.getuid?.() ?? null,
  inContainer: inContainer(),
  canMakeUserNamespace: () => {
    const tried = spawnSync("unshare", ["--user", "true"], { stdio: "ignore", timeout: 2_000 });
    // Without `unshare` the kernel's own switches have to do.
    return tried.error === undefined
      ? tried.status === 0
      : read("/proc/sys/kernel/unprivileged_userns_clone") !== "0" &&
        read("/proc/sys/user/max_user_namespaces") !== "0";
  },
};

export function sandboxState(machine: SandboxPort = SANDBOX_MACHINE): SandboxState {
  if (machine.platform !== "linux") {
    return { sandboxed: true, reason: "The browser's sandbox is on" };
  }
  if (machine.uid === 0) {
    return {
      sandboxed: false,
      reason: "The browser's sandbox is off: it does not run as root; run as another user",
    };
  }
  if (machine.inContainer && !machine.canMakeUserNamespace()) {
    return {
      sandboxed: false,
      reason: "The browser's sandbox is off: this container allows no user namespaces; " +
        "allow them (e.g. by a seccomp profile)",
    };
  }
  return { sandboxed: true, reason: "The browser's sandbox is on" };
}

function inContainer(): boolean {
  return existsSync("/.dockerenv") || existsSync("/run/.containerenv") ||
    process.env["container"] !== undefined ||
    process.env["KUBERNETES_SERVICE_HOST"] !== undefined ||
    /docker|containerd|kubepods|lxc|libpod/.test(read("/proc/1/cgroup"));
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}
