// Every action that the server writes into the audit log has a sentence, and no sentence is without an action.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.ts";
import { auditWords } from "../support/audit-words.ts";

const { sentences, areas } = await auditWords();
/** Written by earlier versions only, or by a module that is added later. */
const NOT_WRITTEN = ["help.closed", "project.deleted"];
/** Actions that have kept the name from the beginning. */
const ALWAYS_NAMED = /^(saved_views|questions\.set|simulations\.scenario|outreach\.template|knowledge\.item)/;
const ACTION =
  /"((?:ai|auto_assignment|automation|answer_grading|assistant|assistant_action|brand_images|business_hours|canned_replies|code_hosting|companies|contact|contact_attributes|contacts|delegation|desk|device|email|evaluation|help|image_studio|import|inbox|knowledge|leads|macros|member|monitoring|outreach|outreach_identity|preview_grant|profiles|project|promotion|questions|regressions|response_targets|satisfaction|saved_views|simulations|suppression|tags|teams|token|webhooks|widget|widget_images)\.[a-z_]+)"/g;

/** The literals of an audit entry: those after `action:` and in calls of a module's own `audit`. */
function actionsIn(source: string): string[] {
  const entries = [...source.matchAll(/\baction: [^\n]*|\baudit\w*\([^)]*/g)].map(([text]) => text);
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
    const said = sentence({ member: null, changes: [], detail: ALWAYS_NAMED.test(action) ? { ...detail, name: "Prices" } : detail });
    assert.ok(said.length > 0, action);
    for (const text of said) assert.doesNotMatch(text, /“”|undefined|null|\{|  |^$| $/, `${action}: ${text}`);
  }
});

test("every action is of an area with a screen, and every area has actions", () => {
  const areaOf = (action: string): string => action.split(".")[0] ?? "";
  const named = new Set(Object.keys(sentences).map(areaOf));
  assert.deepEqual([...named].toSorted(), Object.keys(areas).toSorted());
  const screens = globSync("modules/*/views/screens.ts", { cwd: inRoot(".") })
    .map((file) => readFileSync(inRoot(file), "utf8"))
    .join("\n");
  assert.deepEqual(
    Object.values(areas).filter(({ screen }) => !screens.includes(`name: "${screen}"`)),
    [],
  );
});
