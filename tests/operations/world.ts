// Sets up one target on a fresh platform double, driven in this process through the ports that the scripts use. Only the platform's tool
// and the build are stand-ins: they change the double's state as the real ones do through the API.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { cloudPlatform } from "../../scripts/lib/platform/cloud.ts";
import { Rest } from "../../scripts/lib/platform/rest.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import { parseConfig } from "../../scripts/lib/remote/config.ts";
import { type DeployPorts, deployRemote } from "../../scripts/lib/remote/deploy.ts";
import { openPrivateFolder } from "../../scripts/lib/remote/files.ts";
import type { PreviewHost } from "../../scripts/lib/remote/preview.ts";
import { checkHealth } from "../../scripts/lib/remote/health.ts";
import { setupRemote } from "../../scripts/lib/remote/setup.ts";
import type { Tool } from "../../scripts/lib/remote/tool.ts";
import { readTarget } from "../../scripts/lib/target/read.ts";
import type { Target } from "../../scripts/lib/target/target.ts";
import { type PlatformDouble, type PlatformState, replaceScript, startPlatformDouble } from "../doubles/platform/index.ts";

export type Variables = Readonly<Record<string, string>>;

const MIGRATIONS = readMigrations();
const TRACKED = "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TEXT)";

/** Variables of a custom-domain target on this double; each value names its variable. */
export const variablesFor = (double: PlatformDouble, more: Variables = {}): Record<string, string> => ({
  PLATFORM_ACCOUNT_ID: double.state.accountId,
  SVC_RESOURCE_PREFIX: "acme",
  SVC_PUBLIC_ORIGIN: "https://desk.example.com",
  PLATFORM_API_TOKEN: double.token,
  SVC_SETUP_TOKEN: "setup-token-setup-token-setup-token",
  ...more,
});

/** Applies the migrations that are due, each file and its record in one transaction. */
function applyFiles(db: DatabaseSync, upTo: number): void {
  db.exec(TRACKED);
  const done = new Set(
    db
      .prepare("SELECT name FROM d1_migrations")
      .all()
      .map((row) => row["name"]),
  );
  for (const { file, sql } of MIGRATIONS.slice(0, upTo).filter((one) => !done.has(one.file))) {
    db.exec("BEGIN");
    db.exec(sql);
    db.exec(`INSERT INTO d1_migrations (name) VALUES ('${file}'); COMMIT`);
  }
}

/** An empty database after all migrations: made once, because hundreds of worlds need it. */
const migrated = ((): Uint8Array => {
  const db = new DatabaseSync(":memory:");
  applyFiles(db, MIGRATIONS.length);
  const bytes = db.serialize();
  db.close();
  return bytes;
})();

/** Brings every database up to date; `upTo` stops early, as a lost connection would. */
function applyDue(state: PlatformState, upTo = MIGRATIONS.length): void {
  for (const { db } of state.databases.values()) {
    const isEmpty = db.prepare("SELECT 1 FROM sqlite_master").get() === undefined;
    if (isEmpty && upTo === MIGRATIONS.length) db.deserialize(migrated);
    else applyFiles(db, upTo);
  }
}

/** What the platform holds after a publication. */
function publishTo(state: PlatformState, config: string, secretsFile: string | undefined, build: string): void {
  const { name, vars, d1_databases, r2_buckets, workers_dev } = parseConfig(readFileSync(config, "utf8"));
  const worker = String(name);
  const [database] = d1_databases as { database_id: string }[];
  const [bucket] = r2_buckets as { bucket_name: string }[];
  const bindings = [
    { type: "d1", name: "DB", id: database?.database_id },
    { type: "r2_bucket", name: "FILES", bucket_name: bucket?.bucket_name },
    ...Object.entries(vars as Variables).map(([key, text]) => ({ type: "plain_text", name: key, text })),
  ];
  const secrets = state.secrets.get(worker) ?? new Map<string, string>();
  const given = secretsFile === undefined ? {} : (JSON.parse(readFileSync(secretsFile, "utf8")) as Variables);
  for (const [key, value] of Object.entries(given)) secrets.set(key, value);
  state.secrets.set(worker, secrets);
  replaceScript(state, worker, { metadata: { bindings }, modules: { "index.js": 1 }, build });
  state.platformHosts.set(worker, { enabled: workers_dev === true, previews_enabled: false });
}

export interface ToolTrouble {
  readonly at: "migrations" | "publish";
  readonly when: "before" | "half" | "after";
}

/** `build`: the id of the build that is published. */
const toolFor = (state: PlatformState, build: () => string, trouble?: ToolTrouble): Tool => {
  const fails = (at: ToolTrouble["at"], when: ToolTrouble["when"]): void => {
    if (trouble?.at === at && trouble.when === when) throw new Error("The tool failed.");
  };
  return {
    applyMigrations: async () => {
      fails("migrations", "before");
      applyDue(state, trouble?.at === "migrations" && trouble.when === "half" ? 4 : undefined);
      fails("migrations", "half");
      fails("migrations", "after");
    },
    publish: async (config, secretsFile) => {
      fails("publish", "before");
      publishTo(state, config, secretsFile, build());
      fails("publish", "half");
      fails("publish", "after");
    },
  };
};

export class World {
  readonly double: PlatformDouble;
  readonly folder: string;
  /** The id of the next build. */
  build = "build_1111111111111111";
  /** Every printed line. */
  readonly output: string[] = [];
  /** What the check of the preview's host finds. */
  previewHost: (() => Promise<PreviewHost>) | undefined;
  readonly #root: string;

  readonly #timeoutMs: number;

  private constructor(double: PlatformDouble, timeoutMs: number) {
    this.double = double;
    this.#timeoutMs = timeoutMs;
    this.#root = mkdtempSync(join(tmpdir(), "seed-desk-target-"));
    this.folder = join(this.#root, "deployment/acme");
  }

  /** `timeoutMs` for one call: long, unless the test lets calls hang. */
  static async make(timeoutMs = 10_000): Promise<World> {
    return new World(await startPlatformDouble(), timeoutMs);
  }

  target(more: Variables = {}): Target {
    const { target, faults } = readTarget(variablesFor(this.double, more));
    if (target === undefined) throw new Error(JSON.stringify(faults));
    return target;
  }

  ports(target = this.target(), trouble?: ToolTrouble): DeployPorts {
    openPrivateFolder(this.folder);
    const rest = new Rest({
      baseUrl: `${this.double.url}/client/v4`,
      token: target.apiToken ?? "",
      timeoutMs: this.#timeoutMs,
      wait: async () => {},
    });
    return {
      target,
      folder: this.folder,
      print: (line) => void this.output.push(line),
      platform: cloudPlatform(rest, target.accountId),
      tool: toolFor(this.double.state, () => this.build, trouble),
      build: async (config) => {
        const emitted = join(this.#root, "emitted.json");
        const { main: _, ...rest } = parseConfig(readFileSync(config, "utf8"));
        writeFileSync(emitted, JSON.stringify({ ...rest, main: "index.js", configPath: config }));
        return { emitted, id: this.build };
      },
      health: (id) => checkHealth(`${this.double.url}/origin/${target.host.name}`, id, this.#timeoutMs),
      previewHost: this.previewHost,
      patience: { limitMs: 200, everyMs: 5 },
    };
  }

  setup(more?: Variables, trouble?: ToolTrouble): Promise<void> {
    return setupRemote(this.ports(this.target(more), trouble));
  }

  deploy(more?: Variables, trouble?: ToolTrouble): Promise<void> {
    return deployRemote(this.ports(this.target(more), trouble));
  }

  /** Creates the first owner, as /setup would. */
  addOwner(): void {
    for (const { db } of this.double.state.databases.values()) {
      db.exec("INSERT INTO installation (id, key, first_owner_id, created_at) VALUES (1, 'k', 'acc_x', 0)");
    }
  }

  async stop(): Promise<void> {
    await this.double.stop();
    rmSync(this.#root, { recursive: true, force: true });
  }
}

/** Everything on the platform, by name: two installations made alike are equal. */
export function platformContents(state: PlatformState): unknown {
  const rows = (db: PlatformState["databases"] extends Map<string, infer D> ? D : never, sql: string) =>
    db.db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(" "));
  return {
    databases: [...state.databases.values()].map((one) => ({
      name: one.name,
      tables: rows(one, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"),
      migrations: one.db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get()
        ? rows(one, "SELECT name FROM d1_migrations ORDER BY id")
        : [],
    })),
    buckets: [...state.buckets.keys()],
    queues: [...state.queues.values()].map((one) => [one.queue_name, one.consumers.length]).sort(),
    scripts: [...state.scripts.keys()],
    secrets: [...state.secrets].map(([worker, secrets]) => [worker, ...secrets.keys()]),
    domains: [...state.domains],
    hosts: [...state.platformHosts],
    schedules: [...state.schedules.keys()],
  };
}
