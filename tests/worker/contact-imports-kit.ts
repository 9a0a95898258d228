// Imports of contacts through the running routes: a file, what its columns are, and the run to its end.
import { expect } from "vitest";
import { makeWorld, type World } from "./world.ts";

export interface Import {
  readonly id: string;
  readonly state: string;
  readonly dry: boolean;
  readonly headings: readonly string[];
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly hasFile: boolean;
  readonly total: number;
  readonly at: number;
  readonly error: string | null;
  readonly counts: Readonly<Record<"created" | "updated" | "unchanged" | "skipped" | "removed" | "restored" | "kept", number>>;
}
export interface Row {
  readonly n: number;
  readonly line: number;
  readonly outcome: string;
  readonly reason: string | null;
  readonly place: number | null;
  readonly undone: string | null;
  readonly contact: { readonly id: string; readonly name: string | null; readonly email: string | null } | null;
}
export type Bytes = Uint8Array<ArrayBuffer>;
export const utf8 = (text: string): Bytes => Uint8Array.from(new TextEncoder().encode(text));

export class ContactImports {
  readonly world: World;
  constructor(world: World) {
    this.world = world;
  }
  get path(): string {
    return `/api/management/projects/${this.world.projectId}/contact-imports`;
  }
  async begin(name = "people.csv"): Promise<string> {
    const made = await this.world.as<{ import: Import }>(this.path, { body: { clientId: crypto.randomUUID(), name } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.import.id;
  }
  put(id: string, file: string | Bytes, query = "") {
    const raw = typeof file === "string" ? utf8(file) : file;
    return this.world.as<{ import: Import; error?: string; issues?: { message: string }[] }>(`${this.path}/${id}/file${query}`, {
      ...{ method: "PUT", raw, headers: { "content-length": String(raw.byteLength) } },
    });
  }
  async send(file: string | Bytes, query = ""): Promise<Import> {
    const id = await this.begin();
    const sent = await this.put(id, file, query);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    return sent.body.import;
  }
  sample(id: string) {
    return this.world.as<{ rows: string[][]; suggested: (string | null)[] }>(`${this.path}/${id}/sample`);
  }
  go(id: string, what: string, body: object = {}) {
    return this.world.as<{ import: Import; error?: string; issues?: { path: string; message: string }[] }>(`${this.path}/${id}/${what}`, {
      body,
    });
  }
  async read(id: string): Promise<Import> {
    return (await this.world.as<{ import: Import }>(`${this.path}/${id}`)).body.import;
  }
  async end(id: string): Promise<Import> {
    for (let i = 0; i < 200; i += 1) {
      const run = await this.read(id);
      if (!["checking", "running", "undoing"].includes(run.state)) return run;
      this.world.clock.advance({ minutes: 1 });
      await this.world.tick();
    }
    throw new Error("the import did not end");
  }
  /** Begins a step with the suggested mapping, and waits for its end. */
  async run(id: string, what: "check" | "start", how: { existing?: string; mapping?: readonly (string | null)[] } = {}): Promise<Import> {
    const mapping = how.mapping ?? (await this.sample(id)).body.suggested;
    const begun = await this.go(id, what, { mapping, existing: how.existing ?? "fill" });
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    return await this.end(id);
  }
  /** A file, imported with its suggested mapping. */
  async import(file: string | Bytes, how: { existing?: string; mapping?: readonly (string | null)[] } = {}): Promise<Import> {
    return await this.run((await this.send(file)).id, "start", how);
  }
  async undo(id: string): Promise<Import> {
    const begun = await this.go(id, "undo");
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    return await this.end(id);
  }
  async report(id: string, outcome?: string): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ ...(outcome === undefined ? {} : { outcome }), ...(cursor === null ? {} : { cursor }) });
      const page: { items: Row[]; next: string | null } = (
        await this.world.as<{ items: Row[]; next: string | null }>(`${this.path}/${id}/rows?${query.toString()}`)
      ).body;
      if (!Array.isArray(page.items)) throw new Error(JSON.stringify(page));
      rows.push(...page.items);
      cursor = page.next;
    } while (cursor !== null);
    return rows;
  }
  contacts(): Promise<{ name: string | null; email: string | null; email_verified: number; attributes: string }[]> {
    return this.world.rows(
      "SELECT name, email, email_verified, attributes FROM contacts WHERE project_id = ? AND state = 'active' ORDER BY email, name",
      this.world.projectId,
    );
  }
  async attribute(key: string, type: string, choices: readonly string[] = []): Promise<void> {
    const made = await this.world.as(`/api/management/projects/${this.world.projectId}/contact-attributes`, {
      body: { clientId: crypto.randomUUID(), key, label: key[0]?.toUpperCase() + key.slice(1), type, choices },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  }
}
export const importWorld = async (): Promise<ContactImports> => new ContactImports(await makeWorld({ now: "2026-11-30T09:00:00.000Z" }));
