// A browser calls a route by its name, method and path; schemas and rules are the server's. The build leaves the rest out of
// what people download (docs/decisions/0004-thin-routes.md).
import type { Plugin } from "vite";

const KEPT = new Set(["name", "method", "path"]);
const CONTRACT = /[\\/]contract\.ts$/;

/** Rewrites `export const x = route({ … })` in contracts, for the browser's build only. */
export function thinRoutes(): Plugin {
  return {
    name: "thin-routes",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: CONTRACT },
      handler(code) {
        let thin = code;
        for (const statement of this.parse(code, { lang: "ts" }).body.toReversed()) {
          if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "VariableDeclaration") continue;
          for (const { init } of statement.declaration.declarations) {
            if (init?.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "route") continue;
            const [parts] = init.arguments;
            if (parts?.type !== "ObjectExpression") throw new Error("a route is declared by an object as it stands");
            const kept = parts.properties.filter(
              (part) => part.type === "Property" && part.key.type === "Identifier" && KEPT.has(part.key.name),
            );
            const object = `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(", ")} }`;
            thin = thin.slice(0, parts.start) + object + thin.slice(parts.end);
          }
        }
        return { code: thin, map: null };
      },
    },
  };
}
