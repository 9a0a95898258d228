// Checks that docs/api/openapi.json matches the contracts and is valid OpenAPI.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import * as v from "valibot";
import { CHANGELOG_FILE, fingerprintsOf, RELEASED_FILE, type Released, unreleased, withUnreleased } from "../../scripts/lib/api-changes.ts";
import { OPENAPI_FILE, openapiText, readContracts } from "../../scripts/lib/openapi.ts";
import { inRoot } from "../../scripts/lib/paths.ts";

type Json = Record<string, unknown>;
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: Json }[];
  readonly requestBody?: { readonly content: Json };
  readonly responses: Record<string, { readonly description: string; readonly content?: Json }>;
  readonly security: readonly Record<string, unknown>[];
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Json; readonly securitySchemes: Json; readonly responses: Json };
}
const committed = readFileSync(OPENAPI_FILE, "utf8");
const document = JSON.parse(committed) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("docs/api/openapi.json is up to date; otherwise run pnpm docs:api", async () => {
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { version: string };
  assert.equal(committed, await openapiText(version));
});

test("every route of every contract is an operation, and raw routes have a description", async () => {
  const { routes } = await readContracts();
  assert.deepEqual(operations.map((o) => o.operation.operationId).sort(), routes.map((r) => r.name).sort());
  for (const { operation } of operations)
    for (const [status, { description }] of Object.entries(operation.responses))
      assert.ok(description !== "", `${operation.operationId} ${status}`);
  // Besides sockets, these answers below /api/ are not JSON of a schema: downloads, a page, and messages of MCP.
  const others = [
    "readOriginal",
    "readWorkFile",
    "readRawEmail",
    "previewArticle",
    "exportSearches",
    "exportRatings",
    "exportReport",
    "exportSetQuestions",
    "exportSetLines",
    "exportDeskImportRows",
    "exportContactImportRows",
    "exportAuditLog",
    "exportContacts",
    "exportEvaluationRun",
    "exportEvaluationLines",
    "exportFineTuning",
    "downloadImport",
    "callMcp",
    "openMcpStream",
    "endMcpSession",
  ];
  const raw = routes.filter((r) => r.reply === "raw" && r.path.startsWith("/api/") && !others.includes(r.name));
  for (const { name } of raw)
    assert.ok(
      (operations.find((o) => o.operation.operationId === name)?.operation.responses["101"]?.description ?? "").includes("WebSocket"),
      name,
    );
});

test("the structure is OpenAPI 3.1: parameters match the path, methods and statuses exist, security is declared", () => {
  assert.match(document.openapi, /^3\.1\.\d$/);
  for (const { path, method, operation } of operations) {
    assert.match(path, /^\//);
    assert.ok(["get", "post", "put", "patch", "delete"].includes(method), `${method} ${path}`);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    assert.deepEqual(
      operation.parameters
        .filter((p) => p.in === "path")
        .map((p) => p.name)
        .sort(),
      inPath,
      path,
    );
    for (const p of operation.parameters) assert.ok((p.in === "path" && p.required) || p.in === "query", `${path} ${p.name}`);
    for (const p of operation.parameters) assert.ok(typeof p.schema === "object", `${path} ${p.name}`);
    for (const status of Object.keys(operation.responses)) assert.match(status, /^([1-5]\d\d|[45]XX)$/);
    for (const one of operation.security) for (const name of Object.keys(one)) assert.ok(name in document.components.securitySchemes, name);
    if (method === "get") assert.equal(operation.requestBody, undefined, path);
  }
});

test("every reference resolves, and no schema is unused", () => {
  const references = [...committed.matchAll(/"\$ref": "([^"]+)"/g)].map(([, ref = ""]) => ref);
  assert.ok(references.length > 50);
  const used = new Set<string>();
  for (const ref of references) {
    const [, kind, name = ""] = /^#\/components\/(schemas|responses)\/(\w+)$/.exec(ref) ?? [];
    assert.ok(name in (kind === "responses" ? document.components.responses : document.components.schemas), ref);
    used.add(name);
  }
  assert.deepEqual(
    Object.keys(document.components.schemas).filter((name) => !used.has(name)),
    [],
  );
});

test("the document names no table, column, or worker variable", () => {
  assert.ok(!/abuse_counters|token_hash|password_hash|TEST_|LOG_REQUESTS|local-owner/i.test(committed));
});

test("every request has an example that its route accepts, and every operation a summary, a description and refusals", async () => {
  const { routes } = await readContracts();
  const byName = new Map(operations.map(({ operation }) => [operation.operationId, operation]));
  const wrong: string[] = [];
  for (const route of routes) {
    const operation = byName.get(route.name) as Operation & { readonly summary?: string; readonly description?: string };
    assert.match(operation.summary ?? "", /^[A-Z]/, route.name);
    assert.match(operation.description ?? "", /\.$/, route.name);
    assert.ok(Object.keys(operation.responses).includes("4XX"), route.name);
    if (route.body === undefined || route.body === "raw") continue;
    const content = operation.requestBody?.content["application/json"] as { readonly example?: unknown } | undefined;
    const parsed = v.safeParse(route.body as v.GenericSchema, content?.example);
    if (!parsed.success) wrong.push(`${route.name}: ${parsed.issues.map(({ message }) => message).join("; ")}`);
  }
  assert.deepEqual(wrong, []);
});

test("a strict linter finds nothing but operations that never succeed: sockets, and what always answers 405 or leads elsewhere", () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      inRoot("node_modules/@redocly/cli/bin/cli.js"),
      "lint",
      OPENAPI_FILE,
      "--extends=recommended-strict",
      "--format=json",
      "--max-problems=1000",
    ],
    { encoding: "utf8", env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }, maxBuffer: 64 << 20 },
  );
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string; location: { pointer?: string }[] }[] };
  const found = problems.map(({ ruleId, message, location }) =>
    `${ruleId} ${location[0]?.pointer ?? ""} ${ruleId.startsWith("operation-2xx") ? "" : message}`.trim(),
  );
  assert.deepEqual(
    found.filter((line) => !NEVER_SUCCEEDS.some((path) => line === `operation-2xx-response #/paths/${path}/responses`)),
    [],
  );
});
const NEVER_SUCCEEDS = [
  "~1api~1dashboard~1projects~1{projectId}~1socket/get",
  "~1api~1widget~1socket/get",
  "~1api~1mcp/get",
  "~1api~1mcp/delete",
  "~1help~1{projectSlug}~1{locale}~1contact/post",
  "~1help~1{projectSlug}~1{locale}~1feedback/post",
];

test("the change log says what changed since the last release; otherwise run pnpm docs:api", () => {
  const released = JSON.parse(readFileSync(RELEASED_FILE, "utf8")) as Released;
  const changelog = readFileSync(CHANGELOG_FILE, "utf8");
  assert.equal(changelog, withUnreleased(changelog, unreleased(released, fingerprintsOf(JSON.parse(committed) as never))));
});

test("an added, a removed and a changed operation stand in the change log, and a change of a shared schema where it is used", () => {
  const schema = { $ref: "#/components/schemas/Thing" };
  const operation = (operationId: string, more: object = {}) => ({
    ...{ operationId, parameters: [], "x-who": "member", responses: { 200: { content: { "application/json": { schema } } } } },
    ...more,
  });
  const made = (paths: object, thing: object = { type: "object" }) =>
    fingerprintsOf({ info: { version: "1.0.0" }, paths, components: { schemas: { Thing: thing } } } as never);
  const before = { version: "1.0.0", operations: made({ "/a": { get: operation("readA") }, "/b": { get: operation("readB") } }) };
  assert.equal(unreleased(before, before.operations), "Nothing yet.\n");
  const after = made(
    { "/a": { post: operation("readA", { parameters: [{ name: "x" }] }) }, "/c": { get: operation("readC") } },
    { type: "string" },
  );
  const text = unreleased(before, after);
  assert.match(text, /### Removed\n\n- `readB`, `GET \/b \(member\)`/);
  assert.match(text, /- `readA`, `POST \/a \(member\)`: was `GET \/a \(member\)`, takes something else, answers something else/);
  assert.match(text, /### Added\n\n- `readC`/);
});
