// Every action that the server writes into the audit log has a sentence, and no sentence is without an action.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.ts";

interface Entry {
  readonly member: string | null;
  readonly detail: Readonly<Record<string, string>>;
  readonly changes: readonly unknown[];
}
type Sentences = Readonly<Record<string, (entry: Entry) => readonly string[]>>;
// Loaded by path, because they are typed for a browser.
const load = async (file: string): Promise<Sentences> => ((await import(inRoot(file))) as { default: Sentences }).default;
const sentences: Sentences = Object.assign(
  {},
  ...(await Promise.all(
    [...globSync("modules/*/views/audit-sentences.ts", { cwd: inRoot(".") }), "modules/projects/views/audit/own-sentences.ts"].map(load),
  )),
);
/** Written by earlier versions only, or by a module that is added later. */
const NOT_WRITTEN = ["help.closed", "inbox.changed", "project.deleted"];
const ACTION =
  /"((?:ai|auto_assignment|automation|answer_grading|assistant|assistant_action|brand_images|business_hours|canned_replies|code_hosting|companies|contact|contact_attributes|contacts|delegation|desk|device|email|evaluation|help|image_studio|import|inbox|knowledge|macros|member|monitoring|outreach|outreach_identity|preview_grant|profiles|project|promotion|regressions|response_targets|satisfaction|simulations|suppression|tags|teams|token|webhooks|widget|widget_images)\.[a-z_]+)"/g;

/** The literals of an audit entry: those after `action:` and in calls of a module's own `audit`. */
function actionsIn(source: string): string[] {
  const entries = [...source.matchAll(/\baction: [^\n]*|\baudit\([^)]*/g)].map(([text]) => text);
  return entries.flatMap((text) => [...text.matchAll(ACTION)].map(([, action = ""]) => action));
}

test("every action of the audit log has a sentence", () => {
  const files = globSync("modules/*/**/*.ts", { cwd: inRoot("."), exclude: (path) => /\/(views|client|messages)$/.test(path) });
  const written = new Set(files.flatMap((file) => actionsIn(readFileSync(inRoot(file), "utf8"))));
  assert.ok(written.size > 30, `found only ${[...written].join(", ")}`);
  assert.deepEqual(
    [...written].filter((action) => !sentences[action]),
    [],
  );
  assert.deepEqual(
    Object.keys(sentences).filter((action) => !written.has(action) && !NOT_WRITTEN.includes(action)),
    [],
  );
});

test("a sentence of an old entry, which kept neither names nor values, has no gap", () => {
  const detail = {
    locale: "en",
    role: "admin",
    address: "a@b.example",
    domain: "b.example",
    platform: "zendesk",
    place: "acme",
    audience: "told",
  };
  for (const [action, sentence] of Object.entries(sentences)) {
    const said = sentence({ member: null, changes: [], detail });
    assert.ok(said.length > 0, action);
    for (const text of said) assert.doesNotMatch(text, /“”|undefined|null|\{|  |^$| $/, `${action}: ${text}`);
  }
});
