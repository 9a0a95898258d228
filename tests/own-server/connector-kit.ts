// The connector from its packed archive, against the real worker: shared by the suites of pairing and of work.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, Visitor } from "../support/desk.ts";

export const VERSION = (JSON.parse(readFileSync(new URL("../../connector/package.json", import.meta.url), "utf8")) as { version: string })
  .version;
export const ARCHIVE = `seed-desk-connector-${VERSION}.tgz`;
const SITE = "https://acme.example";

interface Shown {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly kinds: string[];
  readonly version: string;
}

/** A served product with a project, and a folder in which computers have theirs. */
export class ConnectorDesk {
  readonly served: Served;
  readonly owner: Operator;
  readonly #project: { readonly id: string; readonly key: string };
  readonly home = mkdtempSync(join(tmpdir(), "seed-desk-connector-"));
  readonly #children: ChildProcess[] = [];

  private constructor(served: Served, owner: Operator, project: { readonly id: string; readonly key: string }) {
    this.served = served;
    this.owner = owner;
    this.#project = project;
  }
  static async open(): Promise<ConnectorDesk> {
    const served = await serveBuild({ vars: { TEST_SCRYPT_LOG_N: "4" }, tick: false });
    const owner = new Operator(served.url);
    await owner.setup();
    return new ConnectorDesk(served, owner, await owner.project("Acme", SITE));
  }
  async close(): Promise<void> {
    for (const child of this.#children) child.kill("SIGKILL");
    await this.served.stop();
    rmSync(this.home, { recursive: true, force: true });
  }

  get base(): string {
    return `/api/dashboard/projects/${this.#project.id}`;
  }
  /** A conversation of a new visitor. */
  async conversation(): Promise<string> {
    const visitor = new Visitor(this.served.url, this.#project.key, SITE);
    await visitor.start();
    const { status, body } = await visitor.open("Where is my order?");
    assert.equal(status, 201, JSON.stringify(body));
    return body.conversation.id;
  }
  /** A conversation of a new visitor, whose message has these files: names with what is in them. */
  async conversationWith(files: readonly (readonly [string, string])[]): Promise<{ readonly id: string; readonly files: string[] }> {
    const visitor = new Visitor(this.served.url, this.#project.key, SITE);
    await visitor.start();
    const ids: string[] = [];
    for (const [name, content] of files)
      ids.push((await visitor.upload(name, new TextEncoder().encode(content) as Uint8Array<ArrayBuffer>)).body.file.id);
    const { status, body } = await visitor.open("Here they are", { attachments: ids });
    assert.equal(status, 201, JSON.stringify(body));
    return { id: body.conversation.id, files: ids };
  }
  /** Where one computer keeps its files. */
  place(computer: string): string {
    return join(this.home, computer);
  }
  configure(computer: string, config: unknown): void {
    mkdirSync(this.place(computer), { recursive: true, mode: 0o700 });
    writeFileSync(join(this.place(computer), "config.json"), JSON.stringify(config), { mode: 0o600 });
  }
  environment(computer: string): NodeJS.ProcessEnv {
    return {
      // Programs of a test come first, in place of the system's.
      PATH: [join(this.home, "bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
      HOME: this.home,
      SEED_DESK_CONNECTOR_HOME: this.place(computer),
    };
  }

  /** Downloads the archive and installs it without the network; its bytes and the file of its sum. */
  async install(): Promise<{ readonly bytes: Buffer; readonly sum: string }> {
    const response = await fetch(`${this.served.url}/downloads/${ARCHIVE}`);
    assert.equal(response.status, 200);
    const bytes = Buffer.from(await response.arrayBuffer());
    const sum = await (await fetch(`${this.served.url}/downloads/${ARCHIVE}.sha256`)).text();
    writeFileSync(join(this.home, ARCHIVE), bytes);
    writeFileSync(join(this.home, "package.json"), "{}\n");
    const npm = ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", join(this.home, ARCHIVE)];
    const env = { ...this.environment("none"), npm_config_cache: join(this.home, ".npm") };
    const installed = spawnSync("npm", npm, { cwd: this.home, encoding: "utf8", env });
    assert.equal(installed.status, 0, installed.stderr);
    return { bytes, sum };
  }
  get #command(): string {
    return join(this.home, "node_modules/.bin/seed-desk-connector");
  }
  /** A command that ends by itself. */
  connector(computer: string, ...args: string[]) {
    const { status, stdout, stderr } = spawnSync(this.#command, args, {
      env: this.environment(computer),
      encoding: "utf8",
      timeout: 60_000,
    });
    assert.doesNotMatch((stdout + stderr).replaceAll("\n", ""), /\p{Cc}/u, "control characters in the output");
    return { status, stdout, stderr };
  }
  /** A command that keeps running, with what it has printed. */
  start(computer: string, ...args: string[]) {
    const child = spawn(this.#command, args, { env: this.environment(computer), stdio: ["ignore", "pipe", "pipe"] });
    this.#children.push(child);
    const said = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said.err += text));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (let waited = 0; waited < 30_000; waited += 50) {
        const found = pattern.exec(said.out);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`never said ${pattern}: ${JSON.stringify(said)}`);
    };
    return { child, said, ended, until };
  }
  async openPairing(code: string): Promise<Shown> {
    const { status, body } = await this.owner.post<{ pairing: Shown }>("/api/account/pairings/open", { code });
    assert.equal(status, 200, JSON.stringify(body));
    return body.pairing;
  }
  /** Pairs a computer, under a new grant of what it asks for or under `grant`. */
  async pair(computer: string, more: readonly string[] = [], grant?: object) {
    const pairing = this.start(computer, "pair", this.served.url, ...more);
    const [, code = ""] = await pairing.until(/check that the code there is {3}([A-Z]{4}-[A-Z]{4})/);
    const shown = await this.openPairing(code);
    const approved = await this.owner.post(`${this.base}/device-pairings/${shown.id}/approve`, {
      revision: shown.revision,
      grant: grant ?? { kinds: shown.kinds, days: 30, jobsPerDay: 5 },
    });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    assert.equal(await pairing.ended, 0, pairing.said.err);
    return { said: pairing.said.out, shown };
  }
}
