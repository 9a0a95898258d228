// Refusals of setup and deploy: each says why, and leaves the platform unchanged.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { checkPreviewHost } from "../../scripts/lib/remote/preview.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { makeDatabase, type PlatformState } from "../doubles/platform/index.ts";
import { refuse } from "../doubles/platform/answers.ts";
import { emittedDifferences, parseConfig } from "../../scripts/lib/remote/config.ts";
import { platformContents, type Variables, World } from "./world.ts";

async function inWorld(body: (world: World, state: PlatformState) => Promise<void>): Promise<void> {
  const world = await World.make();
  try {
    await body(world, world.double.state);
  } finally {
    await world.stop();
  }
}

const UNTOUCHED = { setup: /Nothing was made\.$/, deploy: /No code was uploaded\.$/ };

/** Expects the command to be refused with these words and the platform to be unchanged. */
async function expectRefused(world: World, command: "setup" | "deploy", message: RegExp, more?: Variables): Promise<void> {
  const before = platformContents(world.double.state);
  await assert.rejects(world[command](more), (error: Error) => {
    assert.match(error.message, message);
    assert.match(error.message, UNTOUCHED[command]);
    assert.ok(!error.message.includes("example.com"), "the host is not repeated");
    return true;
  });
  assert.deepEqual(platformContents(world.double.state), before);
}

const scriptWith = (databaseId: string) => ({
  metadata: { bindings: [{ type: "d1", name: "DB", id: databaseId }] },
  modules: {},
  version: 1,
  build: undefined,
});
const PLATFORM_HOST = { SVC_PUBLIC_ORIGIN: "https://acme.acme-team.workers.dev" };

const SETUP: [name: string, says: RegExp, prepare: (state: PlatformState, world: World) => void, more?: Variables][] = [
  [
    "a token without Zone Read",
    /reading the zone.*needs Zone Read/,
    (state, world) => void state.tokens.get(world.double.token)?.delete("zone"),
  ],
  [
    "a missing zone",
    /not found\. Either the domain is not in this account, or the token has no Zone Read/,
    (state) => void state.zones.splice(0),
  ],
  ["a zone that is not active", /not active yet \(pending\)/, (state) => void (state.zones[0] && (state.zones[0].status = "pending"))],
  [
    "a zone of another account",
    /belongs to another account/,
    (state) => void (state.zones[0] && (state.zones[0].accountId = "f".repeat(32))),
  ],
  [
    "a custom domain of another worker",
    /custom domain of another worker, "shop"/,
    (state) => void state.domains.set("desk.example.com", "shop"),
  ],
  [
    "a route of another worker",
    /route of another worker, "shop"/,
    (state) => void state.zones[0]?.routes.push({ id: "r", pattern: "*.example.com/*", script: "shop" }),
  ],
  ["no permission for routes", /Workers Routes Edit/, (state, world) => void state.tokens.get(world.double.token)?.delete("routes")],
  ["no permission for D1", /needs D1 Edit/, (state, world) => void state.tokens.get(world.double.token)?.delete("d1")],
  ["no permission for R2", /needs Workers R2 Storage Edit/, (state, world) => void state.tokens.get(world.double.token)?.delete("r2")],
  [
    "no permission for scripts",
    /needs Workers Scripts Edit/,
    (state, world) => void state.tokens.get(world.double.token)?.delete("scripts"),
  ],
  ["no permission for queues", /needs Queues Edit/, (state, world) => void state.tokens.get(world.double.token)?.delete("queues")],
  ["an unknown token", /does not accept the sign-in/, (state) => void state.tokens.clear()],
  ["an object store that is not enabled", /R2\) is not enabled.*dashboard/, (state) => void (state.r2Enabled = false)],
  [
    "a worker that belongs to someone else",
    /worker named acme exists and does not use/,
    (state) => void state.scripts.set("acme", scriptWith("other")),
  ],
  ["an account without a workers.dev name", /no workers\.dev name yet/, (state) => void (state.subdomain = undefined), PLATFORM_HOST],
  ["another account's workers.dev name", /is not this account's/, (state) => void (state.subdomain = "other"), PLATFORM_HOST],
  [
    "a preview domain without a zone",
    /host in PREVIEW_ORIGIN was not found/,
    () => undefined,
    { PREVIEW_ORIGIN: "https://look.elsewhere.example" },
  ],
  [
    "a queue that another worker consumes",
    /queue acme-jobs is used by "shop"/,
    (state) =>
      void state.queues.set("q", {
        queue_id: "q",
        queue_name: "acme-jobs",
        producers: [],
        consumers: [{ type: "worker", script: "shop" }],
      }),
  ],
  [
    "a queue that another worker sends to",
    /queue acme-jobs-dead is used by "shop"/,
    (state) =>
      void state.queues.set("q", {
        queue_id: "q",
        queue_name: "acme-jobs-dead",
        producers: [{ type: "worker", service: "shop" }],
        consumers: [],
      }),
  ],
  [
    "a queue with a pull consumer",
    /queue acme-jobs is used by "http_pull"/,
    (state) => void state.queues.set("q", { queue_id: "q", queue_name: "acme-jobs", producers: [], consumers: [{ type: "http_pull" }] }),
  ],
  [
    "a database with foreign tables",
    /acme-db holds tables and no record of migrations/,
    (state) => {
      const database = makeDatabase("acme-db");
      database.db.exec("CREATE TABLE orders (id)");
      state.databases.set(database.uuid, database);
    },
  ],
];
for (const [name, says, prepare, more] of SETUP) {
  test(`setup refuses ${name}, and creates nothing`, () =>
    inWorld(async (world, state) => {
      prepare(state, world);
      await expectRefused(world, "setup", says, more);
    }));
}

const DEPLOY: [name: string, says: RegExp, prepare: (state: PlatformState, world: World) => void, more?: Variables][] = [
  ["a changed variable, by name", /Changed since setup: LEAD_MODEL\. Run setup/, () => undefined, { LEAD_MODEL: "m" }],
  ["a changed address", /Changed since setup: SVC_PUBLIC_ORIGIN/, () => undefined, { SVC_PUBLIC_ORIGIN: "https://other.example.com" }],
  ["a fresh installation without a token", /no owner yet: set SVC_SETUP_TOKEN/, () => undefined, { SVC_SETUP_TOKEN: "" }],
  ["a missing bucket", /Missing on the platform: bucket acme-files/, (state) => void state.buckets.clear()],
  ["missing queues", /queue acme-jobs, queue acme-jobs-dead/, (state) => void state.queues.clear()],
  [
    "a queue that another worker uses since setup",
    /queue acme-jobs is used by "shop"/,
    (state) =>
      void [...state.queues.values()].find((one) => one.queue_name === "acme-jobs")?.consumers.push({ type: "worker", script: "shop" }),
  ],
  [
    "another database",
    /another one than setup recorded/,
    (state) => {
      state.databases.clear();
      const database = makeDatabase("acme-db");
      state.databases.set(database.uuid, database);
    },
  ],
  [
    "a database of a newer version",
    /migrations that this checkout lacks: 9999_later\.sql/,
    (state) => [...state.databases.values()][0]?.db.exec("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')"),
  ],
  [
    "a database with a missing migration",
    /missing migrations before its latest: 0002_accounts\.sql/,
    (state) => [...state.databases.values()][0]?.db.exec("DELETE FROM d1_migrations WHERE name LIKE '0002%'"),
  ],
  [
    "a host that another worker has taken meanwhile",
    /another worker, "shop"/,
    (state) => void state.domains.set("desk.example.com", "shop"),
  ],
  ["a worker that belongs to someone else", /worker named acme exists/, (state) => void state.scripts.set("acme", scriptWith("other"))],
];
for (const [name, says, prepare, more] of DEPLOY) {
  test(`deploy refuses ${name}, and uploads nothing`, () =>
    inWorld(async (world, state) => {
      await world.setup();
      prepare(state, world);
      await expectRefused(world, "deploy", says, more);
    }));
}

test("setup without permission for its first resource creates nothing; a later stop says that its resources are found again", () =>
  inWorld(async (world) => {
    world.double.fault({ on: /POST .*\/d1\/database$/, trouble: refuse(403, 10_000, "Authentication error") });
    await assert.rejects(world.setup(), /needs D1 Edit in this account\. Nothing was made\.$/);
    world.double.fault({ on: /POST .*\/queues$/, trouble: refuse(403, 10_000, "Authentication error") });
    await assert.rejects(world.setup(), /needs Queues Edit in this account\. What was made before is found the next time\.$/);
  }));

test("after its database was deleted: deploy points to setup, setup says what is lost and creates a new one, deploy publishes to it", () =>
  inWorld(async (world, state) => {
    await world.setup();
    await world.deploy();
    state.databases.clear();
    await expectRefused(
      world,
      "deploy",
      /Missing on the platform: database acme-db\. Run setup --remote again: it makes what is missing, empty\./,
    );
    await world.setup();
    assert.match(world.output.join("\n"), /Attention: the database that the published worker acme uses is gone .*\ndatabase acme-db: made/);
    await world.deploy();
    assert.equal(state.scripts.get("acme")?.version, 2);
    world.output.splice(0);
    await world.setup();
    assert.doesNotMatch(world.output.join("\n"), /Attention/);
  }));

test("a worker whose database is gone and whose files are not ours still belongs to somebody else", () =>
  inWorld(async (world, state) => {
    const { metadata, ...rest } = scriptWith("gone");
    const files = { type: "r2_bucket", name: "FILES", bucket_name: "shop-files" };
    state.scripts.set("acme", { ...rest, metadata: { bindings: [...metadata.bindings, files] } });
    await expectRefused(world, "setup", /worker named acme exists and does not use/);
  }));

test("a bucket without a database: setup says that it cannot tell whose files it holds", () =>
  inWorld(async (world, state) => {
    state.buckets.set("acme-files", { name: "acme-files", creation_date: "2020-01-01T00:00:00Z" });
    await world.setup();
    assert.match(world.output.join("\n"), /Attention: the bucket acme-files is there .* cannot be told/);
  }));

test("a bucket that an interrupted setup created is recognised when it continues", () =>
  inWorld(async (world) => {
    await assert.rejects(world.setup({}, { at: "migrations", when: "before" }));
    await world.setup();
    assert.doesNotMatch(world.output.join("\n"), /Attention/);
  }));

test("deploy before setup says so", () => inWorld((world) => expectRefused(world, "deploy", /not set up here yet/)));

test("deploy refuses a build for another target", () =>
  inWorld(async (world) => {
    await world.setup();
    const ports = world.ports();
    const build: typeof ports.build = async (config) => {
      const emitted = join(world.folder, "other.json");
      writeFileSync(emitted, readFileSync(config, "utf8").replace('"acme-files"', '"other-files"').replace("acme-db", "other-db"));
      return { emitted, id: world.build };
    };
    const { deployRemote } = await import("../../scripts/lib/remote/deploy.ts");
    await assert.rejects(deployRemote({ ...ports, build }), /settings differ: d1_databases, r2_buckets/);
    assert.equal(world.double.state.scripts.size, 0);
  }));

test("every setting of a build counts, even unrecorded ones; empty values do not", () =>
  inWorld(async (world) => {
    await world.setup();
    const wanted = parseConfig(readFileSync(join(world.folder, "wrangler.json"), "utf8"));
    const emitted: typeof wanted = { ...wanted, main: "index.js", kv_namespaces: [], logfwdr: { bindings: [] }, no_bundle: true };
    assert.deepEqual(emittedDifferences(emitted, wanted), []);
    const { observability: _, ...unobserved } = emitted;
    const foreign = {
      ...unobserved,
      assets: { ...(wanted["assets"] as object), run_worker_first: false },
      services: [{ binding: "X", service: "x" }],
      kv_namespaces: [{ binding: "K", id: "k" }],
      tail_consumers: [{ service: "x" }],
      limits: { cpu_ms: 1 },
    };
    assert.deepEqual(emittedDifferences(foreign, wanted), [
      ...["assets", "kv_namespaces", "limits", "observability", "services", "tail_consumers"],
    ]);
  }));

test("a redeploy waits until its own build answers /health, however healthy the previous one is", () =>
  inWorld(async (world, state) => {
    await world.setup();
    await world.deploy();
    world.build = "build_2222222222222222";
    state.lag = 3;
    world.double.calls.splice(0);
    await world.deploy();
    assert.equal(world.double.calls.filter(({ path }) => path.startsWith("/origin/")).length, 4);
  }));

test("a previous build that keeps answering is named, even without an id; redeploying the same build is healthy at once", () =>
  inWorld(async (world, state) => {
    await world.setup();
    await world.deploy();
    state.lag = 1000;
    await world.deploy();
    for (const build of [world.build, undefined]) {
      const now = state.scripts.get("acme");
      assert.ok(now);
      state.scripts.set("acme", { ...now, build });
      world.build = `build_${"3".repeat(16)}`;
      await assert.rejects(world.deploy(), /code is published, but after .* \/health still answers as another build.*deploy again later/);
    }
  }));

test("a DNS record that appears after the upload is kept, and so is another worker's domain", () =>
  inWorld(async (world, state) => {
    await world.setup();
    state.records.add("desk.example.com");
    await assert.rejects(world.deploy(), /left with its owner, untouched/);
    assert.ok(state.records.has("desk.example.com"));
    state.records.clear();
    world.double.calm();
    world.double.fault({ on: /domains\/changeset/, meanwhile: () => void state.domains.set("desk.example.com", "shop") });
    await assert.rejects(world.deploy(), /left with its owner, untouched/);
    assert.equal(state.domains.get("desk.example.com"), "shop");
  }));

test("with an owner no token is needed, and secrets that are not given are kept", () =>
  inWorld(async (world, state) => {
    await world.setup();
    await world.deploy({ EMAIL_API_KEY: "first", OPENAI_API_KEY: "kept" });
    world.addOwner();
    await world.deploy({ SVC_SETUP_TOKEN: "", EMAIL_API_KEY: "second" });
    const secrets = state.secrets.get("acme");
    assert.equal(secrets?.get("EMAIL_API_KEY"), "second");
    assert.equal(secrets?.get("OPENAI_API_KEY"), "kept");
    assert.ok(secrets?.has("SVC_SETUP_TOKEN"));
  }));

test("a host that is no longer configured is released", () =>
  inWorld(async (world, state) => {
    const both = { PREVIEW_ORIGIN: "https://look.example.com" };
    await world.setup(both);
    await world.deploy(both);
    assert.deepEqual([...state.domains.keys()], ["desk.example.com", "look.example.com"]);
    await world.setup();
    await world.deploy();
    assert.deepEqual([...state.domains.keys()], ["desk.example.com"]);
    await world.setup(PLATFORM_HOST);
    await world.deploy(PLATFORM_HOST);
    assert.deepEqual([...state.domains.keys()], []);
    assert.equal(state.platformHosts.get("acme")?.enabled, true);
  }));

test("a deployment says whether the preview's host shows previews only, and fails if it shows anything else", () =>
  inWorld(async (world) => {
    const both = { PREVIEW_ORIGIN: "https://look.example.com" };
    await world.setup(both);
    const answers: Record<string, (path: string) => Response> = {
      closed: () => new Response("", { status: 404, headers: { "content-security-policy": "sandbox allow-scripts" } }),
      application: (path) => new Response("", { status: path === "/health" ? 200 : 404 }),
      elsewhere: () => new Response("", { status: 404 }),
      "one path": (path) =>
        path === "/login" ? new Response("") : new Response("", { status: 404, headers: { "content-security-policy": "sandbox" } }),
    };
    for (const [name, answer] of Object.entries(answers)) {
      const server = createServer((request, response) => {
        const { status, headers } = answer(request.url ?? "");
        response.writeHead(status, Object.fromEntries(headers)).end();
      });
      await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
      const { port } = server.address() as AddressInfo;
      world.previewHost = () => checkPreviewHost(`http://127.0.0.1:${port}`, 1000);
      if (name === "closed") {
        await world.deploy(both);
        assert.ok(world.output.includes("the host in PREVIEW_ORIGIN answers previews, and nothing else"));
      } else await assert.rejects(world.deploy(both), /answers something else than previews/, name);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    }
    world.previewHost = () => checkPreviewHost("http://127.0.0.1:9", 1000);
    await world.deploy(both);
    assert.ok(world.output.some((line) => line.startsWith("The host in PREVIEW_ORIGIN does not answer yet")));
  }));

test("a domain attached by hand is kept, and nothing is released before /health is healthy", () =>
  inWorld(async (world, state) => {
    const both = { PREVIEW_ORIGIN: "https://look.example.com" };
    await world.setup(both);
    await world.deploy(both);
    state.domains.set("hand.example.com", "acme");
    await world.setup();
    world.double.fault({ on: /\/origin\//, trouble: { status: 503, body: {} }, times: 1000 });
    await assert.rejects(world.deploy(), /health does not answer/);
    assert.ok(state.domains.has("look.example.com"));
    world.double.calm();
    await world.deploy();
    assert.deepEqual([...state.domains.keys()], ["desk.example.com", "hand.example.com"]);
  }));

test("setup enables the workers.dev route of a published worker", () =>
  inWorld(async (world, state) => {
    await world.setup(PLATFORM_HOST);
    await world.deploy(PLATFORM_HOST);
    state.platformHosts.set("acme", { enabled: false, previews_enabled: false });
    await world.setup(PLATFORM_HOST);
    assert.deepEqual(state.platformHosts.get("acme"), { enabled: true, previews_enabled: false });
  }));

test("an upgrade that changes only the product's own settings needs no setup", () =>
  inWorld(async (world) => {
    await world.setup();
    const file = join(world.folder, "wrangler.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"2026-07-01"', '"2025-01-01"'));
    await world.deploy();
    assert.ok(world.output.includes("private file: brought up to this version's settings"));
    assert.ok(readFileSync(file, "utf8").includes('"2026-07-01"'));
  }));

test("our resources are found among many others, page by page", () =>
  inWorld(async (world, state) => {
    for (let i = 0; i < 120; i++) {
      const database = makeDatabase(`acme-db-${i}`);
      state.databases.set(database.uuid, database);
    }
    await world.setup();
    await world.setup();
    assert.equal([...state.databases.values()].filter((one) => one.name === "acme-db").length, 1);
  }));
