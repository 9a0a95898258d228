// Removes schemas and access rules of routes from the browser build: a browser calls a route by name, method and path only
// (docs/decisions/0004-thin-routes.md).
import type { Plugin } from "vite";

const KEPT = new Set(["name", "method", "path"]);
/** Matches every file that declares routes. */
const DECLARES = /import \{[^}]*\broute\b[^}]*\} from "#kernel\/wire\/route\.ts"/;

/** The fields of a syntax tree node that are used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Every call of `route` in a tree, in the order of the text. */
function callsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isNode(value)) return [];
  const here = value.type === "CallExpression" && isNode(value["callee"]) && value["callee"]["name"] === "route" ? [value] : [];
  return [...here, ...Object.values(value).flatMap(callsIn)];
}

/** The file with every route reduced to what browsers use. Throws for a route that is not declared by an object literal. */
export function thin(code: string, parse: (code: string) => unknown, file: string): string {
  let rest = code;
  for (const { arguments: given } of callsIn(parse(code)).toReversed()) {
    const [parts] = given as readonly Node[];
    if (parts?.type !== "ObjectExpression") throw new Error(`${file}: a route is declared by an object as it stands`);
    const properties = parts["properties"] as readonly Node[];
    const kept = properties.filter(({ type, key }) => type === "Property" && isNode(key) && KEPT.has(String(key["name"])));
    if (kept.length < KEPT.size) throw new Error(`${file}: a route's name, method and path stand in its own object`);
    rest = `${rest.slice(0, parts.start)}{ ${kept.map(({ start, end }) => code.slice(start, end)).join(", ")} }${rest.slice(parts.end)}`;
  }
  return rest;
}

/** Vite plugin that rewrites `route({ … })` calls, for the browser build only. */
export function thinRoutes(): Plugin {
  let thinned = 0;
  return {
    name: "thin-routes",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\.tsx?$/, code: DECLARES },
      handler(code, id) {
        thinned += 1;
        return { code: thin(code, (text) => this.parse(text, { lang: "ts" }), id), map: null };
      },
    },
    // Checks the output: a route that was not reduced still contains its access rule.
    generateBundle(_, bundle) {
      if (thinned === 0) this.error("no route was met: thin-routes.ts no longer knows how they are declared");
      for (const file of Object.values(bundle))
        if (file.type === "chunk" && WHOLE.test(file.code)) this.error(`${file.fileName}: a route came into the browser's files whole`);
    },
  };
}
/** Matches a method and a path in one object with an access rule. */
const WHOLE = /method:\s*[`"'](?:GET|POST|PATCH|PUT|DELETE)[`"'],\s*path:.{1,200}?,\s*who:\s*[`"']/;
