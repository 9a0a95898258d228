// Checks that the shipped bundle contains nothing from development, whatever the environment of the build.
import assert from "node:assert/strict";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import "../../scripts/lib/worker-imports.ts";
import { run } from "../../scripts/lib/children.ts";
import { inRoot } from "../../scripts/lib/paths.ts";

/** Markers of the sign-in that only `pnpm dev` has. */
const LOCAL_OWNER = /local-owner|localOwner|SVC_LOCAL_OWNER_LOGIN|Signing in locally/;

const root = mkdtempSync(join(tmpdir(), "seed-desk-bundle-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Builds only the worker with the product's own configuration, in a folder with private variables, and answers its code. */
async function buildWorker(env: Record<string, string>): Promise<string> {
  for (const name of ["kernel", "modules", "edition", "node_modules", "package.json", "wrangler.jsonc", ".generated"]) {
    if (!existsSync(join(root, name))) symlinkSync(inRoot(name), join(root, name));
  }
  const private_ = "SVC_LOCAL_OWNER_LOGIN=1\nNODE_ENV=development\nSVC_SETUP_TOKEN=planted-secret-planted-secret-planted\n";
  writeFileSync(join(root, ".dev.vars"), private_);
  writeFileSync(join(root, ".env"), "NODE_ENV=development\nSVC_LOCAL_OWNER_LOGIN=1\n");
  const config = `import product from ${JSON.stringify(inRoot("vite.config.ts"))};
export default async (env) => { const { environments, ...rest } = await product(env); return { ...rest, publicDir: false, environments: { server: environments.server } }; };`;
  writeFileSync(join(root, "vite.config.mjs"), config);
  rmSync(join(root, "dist"), { recursive: true, force: true });
  const { ok, output } = await run(process.execPath, [inRoot("node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"], {
    cwd: root,
    env,
  });
  assert.ok(ok, output);
  const files = globSync("dist/server/**/*.{js,mjs,json}", { cwd: root });
  assert.ok(
    files.some((file) => file.endsWith("index.js")),
    files.join(),
  );
  return files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
}

test("the development marker is in the sources, so its absence from a build means something", () => {
  assert.match(readFileSync(inRoot("modules/accounts/local-owner.ts"), "utf8"), LOCAL_OWNER);
});

for (const [name, env] of [
  ["SVC_LOCAL_OWNER_LOGIN=1", { SVC_LOCAL_OWNER_LOGIN: "1" }],
  ["NODE_ENV=development and SVC_LOCAL_OWNER_LOGIN=1", { SVC_LOCAL_OWNER_LOGIN: "1", NODE_ENV: "development" }],
] as const) {
  test(`a production build with ${name} in the shell has no local owner sign-in and no secret`, async () => {
    const code = await buildWorker(env);
    assert.equal(LOCAL_OWNER.exec(code)?.[0], undefined);
    assert.ok(!code.includes("planted-secret"));
  });
}

const built = inRoot("dist/server/wrangler.json");
test("dist/ has no private variables, no source maps, no development code and no tests", (t) => {
  t.skip(!existsSync(built), "not built");
  const files = globSync("dist/**/*", { cwd: inRoot(), exclude: (name) => name === ".built" });
  assert.deepEqual(globSync("dist/**/.dev.vars*", { cwd: inRoot() }), []);
  assert.ok(!existsSync(inRoot("dist/server/.dev.vars")) && !existsSync(inRoot("dist/client/.dev.vars")));
  assert.deepEqual(
    files.filter((file) => /\.(map|test\.\w+|sqlite|sql)$/.test(file)),
    [],
  );
  for (const file of files.filter((f) => /\.(js|css|html)$/.test(f))) {
    const code = readFileSync(inRoot(file), "utf8");
    assert.ok(!LOCAL_OWNER.test(code), `${file}: ${LOCAL_OWNER.exec(code)?.[0]}`);
    assert.ok(!/sourceMappingURL/.test(code), `${file} names a source map`);
    assert.ok(!/TEST_MIGRATIONS|cloudflare:test|drizzle-kit/.test(code), file);
  }
});

test("browser bundles hold no server code: no SQL and no password hashing", (t) => {
  t.skip(!existsSync(built), "not built");
  for (const file of globSync("dist/client/**/*.js", { cwd: inRoot() })) {
    const code = readFileSync(inRoot(file), "utf8");
    for (const word of ["INSERT INTO", "abuse_counters", "password_hash", "scrypt$", "SVC_SETUP_TOKEN", "node:crypto"])
      assert.ok(!code.includes(word), `${file} has ${word}`);
  }
});

test("the homepage and the dashboard's page do not load the widget", async () => {
  const { homepageOf } = (await import("../../modules/operations/homepage.ts")) as {
    homepageOf: (shown: { name: string | null; centers: readonly object[]; isSetUp: boolean }) => Response;
  };
  const centers = [{ slug: "acme", title: "Acme help", description: "" }];
  const page = await homepageOf({ name: "Acme", centers, isSetUp: true }).text();
  assert.match(page, /<!doctype html>/);
  for (const text of [page, readFileSync(inRoot("dashboard/index.html"), "utf8")]) assert.ok(!/widget\.js|data-key/.test(text));
});
