/// <reference lib="deno.unstable" />
/** Rules of the house that Deno's linter does not have. Loaded by deno.json. */

const plugin: Deno.lint.Plugin = {
  name: "drover",
  rules: {
    /** A cast hides what a type guard would prove; one with a comment above or beside it is meant. */
    "no-cast": {
      create(context) {
        return {
          TSAsExpression(node) {
            const { typeAnnotation } = node;
            const isConst = typeAnnotation.type === "TSTypeReference" &&
              typeAnnotation.typeName.type === "Identifier" &&
              typeAnnotation.typeName.name === "const";
            if (isConst) return;
            const before = context.sourceCode.text.slice(0, node.range[0]).split("\n");
            const line = before.at(-1) ?? "";
            const above = before.at(-2) ?? "";
            const rest = context.sourceCode.text.slice(node.range[1]).split("\n")[0] ?? "";
            if ([line, above, rest].some((text) => /\/\/|\*\//.test(text))) return;
            context.report({
              node,
              message: "A cast needs a comment that says why it holds",
              hint: "Prefer a type guard or a valibot schema",
            });
          },
        };
      },
    },
  },
};

export default plugin;
