// Checks the manifest against the code: needs are the real imports, every declared route is mounted, every name is unique.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { beforeAll, test } from "vitest";
import "../../scripts/lib/worker-imports.ts";
import type { AppRegistry } from "../../kernel/module/index.ts";
import type { Route } from "../../kernel/wire/route.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";

const MODULES = globSync("modules/*/", { cwd: ROOT })
  .map((folder) => folder.split("/")[1] ?? "")
  .sort();
const filesOf = (name: string): string[] =>
  globSync(`modules/${name}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();
const inBrowser = (file: string): boolean => /^modules\/[^/]+\/(views|client)\//.test(file);

/** Modules that the files import, with the faces through which they do. Type imports count as needs, too. */
function imported(files: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, name = "", room = "index"] of readFileSync(inRoot(file), "utf8").matchAll(
      /(?:from|import)\s*\(?\s*["']#modules\/([^/"']+)(?:\/([^"']+))?["']/g,
    )) {
      found.set(name, (found.get(name) ?? new Set()).add(room));
    }
  }
  return found;
}

const isRoute = (value: unknown): value is Route =>
  typeof value === "object" && value !== null && "who" in value && "method" in value && "path" in value;

let registry: AppRegistry;
const declared = new Map<string, Route[]>();
beforeAll(async () => {
  ({ registry } = (await import("../../edition/manifest.ts")) as { registry: AppRegistry });
  for (const name of MODULES) {
    const file = inRoot("modules", name, "contract.ts");
    if (!existsSync(file)) continue;
    const values = Object.values((await import(pathToFileURL(file).href)) as Record<string, unknown>);
    declared.set(name, values.flatMap((value) => (Array.isArray(value) ? value : [value])).filter(isRoute));
  }
});

test("each module's needs are what its server files import", () => {
  for (const { name, needs } of registry.modules) {
    const real = [...imported(filesOf(name).filter((file) => !inBrowser(file))).keys()].filter((other) => other !== name).sort();
    assert.deepEqual([...needs].sort(), real, `needs of ${name}`);
  }
});

test("the manifest is ordered bottom-up: no module needs one that is listed later", () => {
  const order = registry.modules.map((m) => m.name);
  for (const { name, needs } of registry.modules)
    for (const other of needs) assert.ok(order.indexOf(other) < order.indexOf(name) && order.includes(other), `${name} needs ${other}`);
});

test("screens and the widget import other modules through contract, views or client, never through the server's face, and only from below", () => {
  const order = registry.modules.map((m) => m.name);
  for (const name of MODULES) {
    for (const [other, rooms] of imported(filesOf(name).filter(inBrowser))) {
      for (const room of rooms)
        assert.ok(["contract", "views", "client"].includes(room), `${name} imports #modules/${other}/${room} in a browser`);
      assert.ok(
        other === name || order.indexOf(other) < order.indexOf(name),
        `a screen of ${name} imports ${other}, which stands above it`,
      );
    }
  }
});

test("every module that can be mounted is mounted", () => {
  const mountable = MODULES.filter((name) => existsSync(inRoot("modules", name, "module.ts")));
  assert.deepEqual(registry.modules.map((m) => m.name).sort(), mountable);
});

test("every route of a contract is mounted by its own module, and nothing else is mounted", () => {
  for (const [name, routes] of declared) {
    const mounted = registry.modules.find((m) => m.name === name)?.routes.map((served) => served.route) ?? [];
    assert.deepEqual(mounted.map((r) => r.name).sort(), routes.map((r) => r.name).sort(), `routes of ${name}`);
    for (const route of routes) assert.ok(mounted.includes(route), `${name} mounts another value than ${route.name}`);
  }
  assert.equal(registry.routes.length, [...declared.values()].flat().length);
});

test("route names and paths are unique, and every caller kind that a route names has an authenticator", () => {
  const routes = registry.routes.map((served) => served.route);
  const once = (values: string[]): void =>
    assert.equal(new Set(values).size, values.length, values.filter((v, i) => values.indexOf(v) !== i).join());
  once(routes.map((r) => r.name));
  once(routes.map((r) => `${r.method} ${r.path.replaceAll(/:\w+/g, ":")}`));
  for (const { who, name } of routes) assert.ok(who === "anyone" || registry.authenticators.has(who), `${name}: nothing proves ${who}`);
});

test("a project's routes name the project in their path, and the path tells their audience", () => {
  for (const { route } of registry.routes) {
    const { who, path, name } = route;
    if (who === "member" || who === "admin" || who === "owner")
      assert.match(path, /^\/api\/(dashboard|management)\/projects\/:projectId(\/|$)/, name);
    if (who === "admin" || who === "owner") assert.match(path, /^\/api\/management\//, name);
    // The dashboard's mail frame: its verb finds the project and checks access.
    if (who === "account" && !["viewMail", "finishConnectingCodeHosting"].includes(name))
      assert.match(path, /^\/api\/(account|installation)\//, name);
    if (who === "widget" || who === "visitor") assert.match(path, /^\/api\/widget\//, name);
    // A foreign page cannot send JSON without a preflight, nor DELETE at all.
    if (path.startsWith("/api/") && route.method !== "GET" && route.method !== "DELETE")
      assert.notEqual(route.body, undefined, `${name} takes no body`);
  }
});

test("every limit that a route names exists, and every specified limit of public routes is used by one", async () => {
  const { LIMIT_NAMES } = await import("../../edition/variables.ts");
  const named = new Set(registry.routes.flatMap((served) => served.route.limits));
  for (const limit of named) assert.ok(LIMIT_NAMES.includes(limit), limit);
  const missing = LIMIT_NAMES.filter((limit) => !named.has(limit));
  assert.deepEqual(missing, []);
});

test("extension points and cron tasks have unique names", () => {
  const tasks = registry.cron.map((task) => task.name);
  assert.equal(new Set(tasks).size, tasks.length);
  const points = globSync("modules/*/extension.ts", { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(inRoot(file), "utf8").matchAll(/extensionPoint<[\s\S]*?>\(\s*"(\w+)",?\s*\)/g)].map(([, name]) => name),
  );
  assert.ok(points.length >= 4);
  assert.equal(new Set(points).size, points.length);
});
