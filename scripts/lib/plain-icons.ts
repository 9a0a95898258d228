// An icon of lucide-react brings a name, random keys for each of its lines, and the code for contexts, sizes and colours that we
// never give: 1 kB of the first load. The dashboard's build draws the same lines with a component of its own.
import type { Plugin } from "vite";

const OURS = "\0plain-icon";
/** What `Icon` of dashboard/ui/icon.ts takes: a class, a line width, and what else an element has. Silent unless it is named. */
const DRAW = `import { createElement } from "react";
export default (lines) => {
  const drawn = lines.map(([tag, attributes], key) => createElement(tag, { key, ...attributes }));
  return ({ strokeWidth = 2, ...rest }) =>
    createElement("svg", { width: 24, height: 24, viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", strokeWidth, strokeLinecap: "round", strokeLinejoin: "round", "aria-hidden": !rest["aria-label"], ...rest }, drawn);
};`;
/** Rewrites the icons that are imported, for the browser's build only. */
export function plainIcons(): Plugin {
  return {
    name: "plain-icons",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: { filter: { id: /^\0plain-icon$/ }, handler: (id) => id },
    load: { filter: { id: /^\0plain-icon$/ }, handler: () => ({ code: DRAW, moduleSideEffects: false }) },
    transform: {
      filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/ },
      handler(code) {
        for (const statement of this.parse(code).body) {
          if (statement.type !== "VariableDeclaration") continue;
          const [{ init } = {}] = statement.declarations;
          if (init?.type !== "ObjectExpression") continue;
          const lines = init.properties.find(
            (part) => part.type === "Property" && part.key.type === "Identifier" && part.key.name === "node",
          );
          if (lines?.type !== "Property") continue;
          const plain = code.slice(lines.value.start, lines.value.end).replaceAll(/,?\s*key: "[^"]*"/g, "");
          return { code: `import draw from ${JSON.stringify(OURS)};\nexport default /* @__PURE__ */ draw(${plain});`, map: null };
        }
        // The list of all, and older names of others.
        return undefined;
      },
    },
  };
}
