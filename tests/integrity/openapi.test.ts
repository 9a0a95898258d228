// Checks that docs/api/openapi.json matches the contracts and is valid OpenAPI.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
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
  readonly components: { readonly schemas: Json; readonly securitySchemes: Json };
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
    for (const status of Object.keys(operation.responses)) assert.match(status, /^(default|[1-5]\d\d)$/);
    for (const one of operation.security) for (const name of Object.keys(one)) assert.ok(name in document.components.securitySchemes, name);
    if (method === "get") assert.equal(operation.requestBody, undefined, path);
  }
});

test("every reference resolves, and no schema is unused", () => {
  const references = [...committed.matchAll(/"\$ref": "([^"]+)"/g)].map(([, ref = ""]) => ref);
  assert.ok(references.length > 50);
  const used = new Set<string>();
  for (const ref of references) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(ref)?.[1];
    assert.ok(name !== undefined && name in document.components.schemas, ref);
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
