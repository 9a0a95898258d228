// Is the double of GitHub like GitHub? Its answers are read by GitHub's own client and have the form of GitHub's own schemas, and so do
// its webhooks, whose signatures GitHub's own package checks.
import { Octokit } from "@octokit/core";
import { sign, verify } from "@octokit/webhooks-methods";
import { Ajv } from "ajv";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { buildSchema, executeSync, parse, validate } from "graphql";
import { beforeEach, test } from "vitest";
import { BODIES_QUERY, CATEGORIES_QUERY, TOPICS_QUERY } from "../../modules/repository-knowledge/sync/discussion-queries.ts";
import { CODE_HOST, CodeHost, FIXED_TOKEN, type HostedIssue, type Repository, shownOf } from "./code-host/index.ts";
import { deliver, deliverForm, Payloads } from "./code-host/webhooks.ts";

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(JSON.parse(readFileSync(new URL("code-host/rest-schemas.json", import.meta.url), "utf8")) as object, "rest");
ajv.addSchema(createRequire(import.meta.url)("@octokit/webhooks-schemas") as object, "webhooks");

/** Fails with what is wrong with the value. */
function mustFit(schema: string, value: unknown): void {
  const validate = ajv.getSchema(schema);
  assert.ok(validate, schema);
  if (validate(JSON.parse(JSON.stringify(value)))) return;
  assert.fail(`${schema}: ${JSON.stringify(validate.errors?.slice(0, 5))}`);
}
const rest = (name: string, value: unknown): void => mustFit(`rest#/$defs/${name}`, value);

let host: CodeHost;
let of: Repository;
let issue: HostedIssue;
let pull: HostedIssue;
let octokit: Octokit;
beforeEach(() => {
  host = new CodeHost();
  of = host.addRepository("acme/app");
  issue = host.addIssue("acme/app", "Export fails");
  pull = host.addIssue("acme/app", "Mend the export", { pull: true });
  host.addRepository("acme/docs", { hasIssues: false });
  octokit = new Octokit({
    ...{ auth: FIXED_TOKEN, baseUrl: `${CODE_HOST}/api/v3`, log: { debug() {}, info() {}, warn() {}, error() {} } },
    request: { fetch: async (to: string, init: RequestInit) => await host.answer(new Request(to, init)) },
  });
});
const acme = { owner: "acme", repo: "app" };

test("the schemas refuse what is not so", () => {
  assert.throws(() => rest("issue", { id: 1 }), /rest#.*required/);
  assert.throws(() => mustFit("webhooks#/definitions/issues$closed", { action: "closed" }), /required/);
  assert.throws(() =>
    mustFit("webhooks#/definitions/issues$closed", { ...new Payloads(CODE_HOST).issues("closed", of, shownOf(issue)), more: 1 }),
  );
});

test("GitHub's client comments and labels", async () => {
  const at = { ...acme, issue_number: issue.number };
  const { data: made } = await octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", { ...at, body: "Hello" });
  rest("nullable-issue-comment", made);
  const one = { ...acme, comment_id: made.id };
  assert.equal(
    (await octokit.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", { ...one, body: "Bye" })).data.body,
    "Bye",
  );
  assert.equal((await octokit.request("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", at)).data.length, 1);
  await octokit.request("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", one);
  const labels = "POST /repos/{owner}/{repo}/issues/{issue_number}/labels";
  assert.equal((await octokit.request(labels, { ...at, labels: ["customers: 5+"] })).data.length, 1);
  await octokit.request("DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}", { ...at, name: "customers: 5+" });
  assert.deepEqual(issue.labels, []);
});

test("GitHub's client reads accounts, repositories, issues, searches, releases, and webhooks", async () => {
  rest("public-user", (await octokit.request("GET /user")).data);
  for (const one of (await octokit.request("GET /user/repos")).data) rest("repository", one);
  rest("full-repository", (await octokit.request("GET /repos/{owner}/{repo}", acme)).data);
  host.close(pull);
  pull.merged = true;
  for (const { number } of [issue, pull]) {
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/issues/{issue_number}", { ...acme, issue_number: number });
    rest("issue", data);
  }
  const found = await octokit.request("GET /search/issues", { q: "export repo:acme/app", advanced_search: "true" });
  assert.equal(found.data.total_count, 2);
  for (const { score: _, ...one } of found.data.items) rest("issue", one);
  host.publish("acme/app", "v1.0", 5);
  host.publish("acme/app", "v1.1", 6, { draft: true });
  const releases = await octokit.request("GET /repos/{owner}/{repo}/releases", acme);
  assert.deepEqual(
    releases.data.map((one) => one.tag_name),
    ["v1.1", "v1.0"],
  );
  for (const one of releases.data.filter(({ draft }) => !draft)) rest("release", one);
  const config = { url: "https://desk.example/hook", content_type: "json", secret: "never-shown-again" };
  const made = await octokit.request("POST /repos/{owner}/{repo}/hooks", { ...acme, name: "web", events: ["issues"], config });
  assert.equal(made.status, 201);
  rest("hook", made.data);
  const changed = await octokit.request("PATCH /repos/{owner}/{repo}/hooks/{hook_id}", {
    ...acme,
    hook_id: made.data.id,
    events: ["release"],
    config,
  });
  rest("hook", changed.data);
  const hooks = await octokit.request("GET /repos/{owner}/{repo}/hooks", acme);
  assert.deepEqual([hooks.data.length, hooks.data[0]?.events], [1, ["release"]]);
  assert.ok(!JSON.stringify(hooks.data).includes("never-shown-again"), "a secret is never shown again");
});

test("GitHub's client reads branches, trees, blobs, commits, and discussions", async () => {
  const { contents } = of;
  contents.push("README.md", "# App");
  contents.push("manual/guide/start.md", "# Start\n\nPress the button.");
  contents.push("manual/link.md", "guide/start.md", "120000");
  contents.push("vendor/lib", "", "160000");
  contents.commits.push(
    { message: "Mend the export", at: "2030-01-03T00:00:00Z" },
    { message: "Merge", at: "2030-01-03T00:00:01Z", parents: 2 },
  );
  const ref = await octokit.request("GET /repos/{owner}/{repo}/git/ref/{ref}", { ...acme, ref: "heads/main" });
  rest("git-ref", ref.data);
  const tree = async (tree_sha: string, recursive?: string) => {
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", {
      ...acme,
      tree_sha,
      ...(recursive ? { recursive } : {}),
    });
    rest("git-tree", data);
    return data;
  };
  const root = await tree(ref.data.object.sha);
  assert.deepEqual(
    root.tree.map(({ path, type }) => [path, type]),
    [
      ["README.md", "blob"],
      ["manual", "tree"],
      ["vendor", "tree"],
    ],
  );
  const docs = await tree(root.tree[1]?.sha ?? "", "1");
  assert.deepEqual(
    docs.tree.map(({ path, mode }) => [path, mode]),
    [
      ["guide", "040000"],
      ["guide/start.md", "100644"],
      ["link.md", "120000"],
    ],
  );
  const { data: blob } = await octokit.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", {
    ...acme,
    file_sha: docs.tree[1]?.sha ?? "",
  });
  rest("blob", blob);
  assert.equal(Buffer.from(blob.content, "base64").toString(), "# Start\n\nPress the button.");
  for (const one of (await octokit.request("GET /repos/{owner}/{repo}/commits", acme)).data) rest("commit", one);
  host.publish("acme/app", "v1.0", 5);
  rest("release", (await octokit.request("GET /repos/{owner}/{repo}/releases/latest", acme)).data);
  contents.discussions.push({
    ...{ number: 7, title: "How?", body: "I ask.", category: "q-a", answer: "So." },
    updatedAt: "2030-01-03T00:00:00Z",
  });
  const asked = await octokit.request("POST https://github.localhost/api/graphql", {
    query: "query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { discussions(first: 1) { nodes { id } } } }",
    variables: { owner: "acme", name: "app" },
  });
  assert.equal((asked.data as { data: { repository: { discussions: { nodes: object[] } } } }).data.repository.discussions.nodes.length, 1);
});

test("what is asked by GraphQL, and how the double answers, fits GitHub's own schema", async () => {
  // The package's own entry would also load its 7 MB of JSON.
  const text = readFileSync(new URL("../../node_modules/@octokit/graphql-schema/schema.graphql", import.meta.url), "utf8");
  const schema = buildSchema(text, { assumeValid: true });
  of.contents.discussions.push({
    ...{ number: 7, title: "How?", body: "I ask.", category: "q-a", answer: "So." },
    updatedAt: "2030-01-03T00:00:00Z",
  });
  const names = { owner: "acme", name: "app" };
  for (const [query, variables] of [
    [CATEGORIES_QUERY, names],
    [TOPICS_QUERY, { ...names, after: null }],
    [BODIES_QUERY, { ids: ["D_7"] }],
  ] as const) {
    const document = parse(query);
    assert.deepEqual(
      validate(schema, document).map(({ message }) => message),
      [],
    );
    const { data } = (await octokit.request("POST https://github.localhost/api/graphql", { query, variables })).data as { data: object };
    // Executed over the double's answer: a field that is missing, null, or of another type than the schema's is an error.
    const nodes =
      "nodes" in data && Array.isArray(data.nodes) ? data.nodes.map((one: object) => ({ __typename: "Discussion", ...one })) : [];
    const rootValue = "nodes" in data ? { nodes } : data;
    const executed = executeSync({ schema, document, rootValue, variableValues: variables });
    assert.deepEqual(executed.errors ?? [], []);
    assert.deepEqual(JSON.parse(JSON.stringify(executed.data)), data);
  }
});

test("GitHub's client understands its faults, and an unchanged issue has no body", async () => {
  const fails = async (run: () => Promise<unknown>): Promise<[number, unknown]> =>
    await run().then(
      () => assert.fail("it was answered"),
      (error: { status: number; response?: { data: unknown } }) => [error.status, error.response?.data],
    );
  const read = (repo: string, number: number, headers = {}) =>
    octokit.request("GET /repos/{owner}/{repo}/issues/{issue_number}", { owner: "acme", repo, issue_number: number, headers });
  for (const [repo, number, status] of [
    ["app", 999, 404],
    ["none", 1, 404],
    ["docs", 1, 410],
  ] as const) {
    const [said, body] = await fails(() => read(repo, number));
    assert.equal(said, status);
    rest("basic-error", body);
  }
  const { headers } = await read("app", 1);
  assert.equal((await fails(() => read("app", 1, { "if-none-match": headers.etag ?? "" })))[0], 304);
  const config = { url: "https://desk.example/hook" };
  const hook = () => octokit.request("POST /repos/{owner}/{repo}/hooks", { ...acme, config });
  await hook();
  assert.equal((await fails(hook))[0], 422);
  host.mayHook = false;
  assert.equal((await fails(hook))[0], 404);
  for (const [trouble, status] of [
    ["limited", 403],
    ["secondary", 403],
    ["sso", 403],
    ["down", 502],
  ] as const) {
    host.trouble = trouble;
    assert.equal((await fails(() => read("app", 1)))[0], status);
  }
  host.trouble = undefined;
  host.tokens.clear();
  assert.equal((await fails(() => read("app", 1)))[0], 401);
  host.rename("acme/app", "acme/shop");
  host.tokens.set(FIXED_TOKEN, "desk-bot");
  const moved = await host.answer(
    new Request(`${CODE_HOST}/api/v3/repos/acme/app`, { headers: { authorization: `Bearer ${FIXED_TOKEN}`, "user-agent": "x" } }),
  );
  assert.deepEqual([moved.status, moved.headers.get("location")], [301, `${CODE_HOST}/api/v3/repositories/${of.id}`]);
});

test("webhooks have the form of GitHub's schemas", () => {
  const payloads = new Payloads(CODE_HOST);
  const fits = (name: string, payload: object): void => mustFit(`webhooks#/definitions/${name}`, payload);
  for (const action of ["opened", "reopened", "edited"] as const) fits(`issues$${action}`, payloads.issues(action, of, shownOf(issue)));
  fits("pull_request$reopened", payloads.pull("reopened", of, shownOf(pull)));
  host.close(issue);
  host.close(pull);
  pull.merged = true;
  fits("issues$closed", payloads.issues("closed", of, shownOf(issue)));
  fits("issues$deleted", payloads.issues("deleted", of, shownOf(issue)));
  fits(
    "issues$transferred",
    payloads.transferred(of, shownOf(issue), host.addRepository("acme/site"), shownOf(host.transfer(issue, "acme/app", "acme/site"))),
  );
  fits("pull_request$closed", payloads.pull("closed", of, shownOf(pull)));
  fits("release$published", payloads.release("published", of, host.publish("acme/app", "v1.0", 5)));
  fits("release$released", payloads.release("released", of, host.publish("acme/app", "v1.0", 5)));
  fits("release$prereleased", payloads.release("prereleased", of, host.publish("acme/app", "v1.1-rc", 6, { prerelease: true })));
  fits("push$event", payloads.push(of));
  const at = "2030-01-02T04:00:00Z";
  fits("repository$renamed", payloads.renamed(of, "old", at));
  fits("repository$deleted", payloads.repositoryDeleted(of, at));
  fits("repository$transferred", payloads.repositoryTransferred(of, "acme-old", at));
  for (const action of ["suspend", "unsuspend", "deleted", "created"] as const)
    fits(`installation$${action}`, payloads.installation(action, "acme", at));
});

test("deliveries are signed as GitHub signs them", async () => {
  const payload = new Payloads(CODE_HOST).issues("closed", of, shownOf(issue));
  for (const { headers, body } of [deliver("issues", payload, "a secret"), deliverForm("issues", payload, "a secret")]) {
    const signature = headers["x-hub-signature-256"] ?? "";
    assert.equal(await sign("a secret", body), signature);
    assert.ok(await verify("a secret", body, signature));
    assert.ok(!(await verify("another", body, signature)));
    assert.ok(!(await verify("a secret", `${body} `, signature)));
  }
});
