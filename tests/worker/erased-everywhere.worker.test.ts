// Puts a canary into everything that may belong to a contact: after the erasure it is nowhere, and nobody else lost anything.
import { runInDurableObject } from "cloudflare:test";
import { SignJWT } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { base64urlToBytes } from "#kernel/auth/index.ts";
import { newId } from "#kernel/ids/index.ts";
import type { PersonalData } from "#kernel/module/personal-data.ts";
import { openHelp } from "./help-center-kit.ts";
import { makeWorld, PNG, Visitor, type World } from "./world.ts";

declare global {
  interface ImportMeta {
    glob<T>(pattern: string | string[], options: { eager: true }): Record<string, T>;
  }
}
const inventory = Object.values(
  import.meta.glob<{ personalData: PersonalData }>(["../../kernel/personal-data.ts", "../../modules/*/personal-data.ts"], { eager: true }),
).map((file) => file.personalData);
const clearedOf = (tables: PersonalData["tables"] = {}): string[] =>
  Object.entries(tables).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, entry]) => ("clearedBy" in entry ? [`${table}.${column}`] : [])),
  );
/** Columns that an erasure clears, as `table.column`. */
const cleared = inventory.flatMap(({ tables }) => clearedOf(tables));
/** Search tables that contain the text of cleared columns. */
const clearedWords = inventory.flatMap(({ indexes }) => clearedOf(indexes));

const CANARY = "zqcanary";
const canary = (field: string): string => `${CANARY}-${field}`;
const NEIGHBOUR = "zqneighbour";

let logged: string[];
beforeEach(() => {
  logged = [];
  for (const level of ["debug", "info", "log", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void logged.push(words.map(String).join(" ")));
});
afterEach(() => vi.restoreAllMocks());

type Rows = Record<string, unknown>[];
async function dump(world: World): Promise<Map<string, Rows>> {
  const tables = await world.rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'd1\\_%' ESCAPE '\\'",
  );
  return new Map(await Promise.all(tables.map(async ({ name }) => [name, await world.rows(`SELECT * FROM ${name}`)] as const)));
}
/** Columns that contain the text, as `table.column`. */
const placesOf = (tables: Map<string, Rows>, word: string): string[] => [
  ...new Set(
    [...tables].flatMap(([table, rows]) =>
      rows.flatMap((row) => Object.entries(row).flatMap(([column, value]) => (String(value).includes(word) ? [`${table}.${column}`] : []))),
    ),
  ),
];
async function objects(world: World): Promise<string[]> {
  const { objects: listed } = await world.env.FILES.list({ include: ["customMetadata", "httpMetadata"] });
  return await Promise.all(
    listed.map(async ({ key, customMetadata, httpMetadata }) =>
      [key, JSON.stringify([customMetadata, httpMetadata]), await (await world.env.FILES.get(key))?.text()].join(" "),
    ),
  );
}
async function stored(world: World, name: string): Promise<string> {
  return await runInDurableObject(world.env.CONVERSATIONS.getByName(name), (_instance, state) => {
    const tables = state.storage.sql.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    );
    return JSON.stringify(tables.toArray().map(({ name: table }) => [table, state.storage.sql.exec(`SELECT * FROM ${table}`).toArray()]));
  });
}

/** A contact who has used every feature. */
async function person(world: World, word: (field: string) => string, sub: string): Promise<{ visitor: Visitor; id: string }> {
  const { body } = await world.as<{ secret: string }>(`/api/management/projects/${world.projectId}/widget/identity-secret`, { body: {} });
  const identity = await new SignJWT({
    sub,
    email: `${word("email")}@example.test`,
    name: word("name"),
    metadata: { [word("key")]: word("value") },
  })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime(Math.floor(world.clock.now() / 1000) + 600)
    .sign(base64urlToBytes(body.secret));
  const visitor = new Visitor(world);
  const started = await visitor.call<{ token: string; contactId: string }>("/api/widget/sessions", {
    body: { key: world.key, clientId: crypto.randomUUID(), identity },
  });
  expect(started.status).toBe(201);
  ({ token: visitor.token, contactId: visitor.contactId } = started.body);
  const text = (post: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`${post} `.repeat(50)) as Uint8Array<ArrayBuffer>;
  const file = (await visitor.upload(`${word("file")}.txt`, text(word("body")))).body.file.id;
  const visit = crypto.randomUUID();
  const sought = { key: world.key, visit, locale: "en", query: word("search"), results: 0 };
  expect((await visitor.call("/api/widget/help/searches", { body: sought })).status).toBe(200);
  const help = { visit, locale: "en", read: [], searched: [word("search")] };
  const id = (await visitor.open(word("message"), { attachments: [file], help })).body.conversation.id;
  await world.tick();
  await visitor.upload(`${word("loose")}.png`, PNG);
  const page = { kind: "page", page: { url: `https://example.test/${word("url")}`, title: word("title") } };
  expect((await visitor.call("/api/widget/events", { body: { events: [page] } })).status).toBe(200);
  const noted = await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${visitor.contactId}/notes`, {
    body: { clientId: crypto.randomUUID(), content: word("contact note") },
  });
  expect(noted.status).toBe(201);
  const company = await world.as<{ company: { id: string } }>(`/api/dashboard/projects/${world.projectId}/companies`, {
    body: { clientId: crypto.randomUUID(), name: "Company" },
  });
  const companied = await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${visitor.contactId}/company`, {
    method: "PUT",
    body: { companyId: company.body.company.id },
  });
  expect(companied.status).toBe(200);
  const led = await world.as<{ lead: { id: string } }>(`/api/dashboard/projects/${world.projectId}/leads`, {
    body: { clientId: crypto.randomUUID(), contactId: visitor.contactId, company: word("company") },
  });
  expect(led.status).toBe(201);
  const leadId = led.body.lead.id;
  const research = `/api/dashboard/projects/${world.projectId}/leads/${leadId}/research`;
  const quoted = { url: `https://example.test/${word("address")}`, quote: word("quote") };
  const known = await world.as(`${research}/statements`, { body: { clientId: crypto.randomUUID(), text: word("statement"), ...quoted } });
  expect(known.status).toBe(201);
  // As a run leaves them, which no model is asked for here.
  await world.rows(
    "INSERT INTO lead_research_runs (id, project_id, lead_id, client_id, state, addresses, queue, model, dropped, created_by, created_at, updated_at, ended_at) VALUES (?, ?, ?, ?, 'done', ?, ?, 'own/m', 0, ?, 1, 1, 1)",
    ...[`lrr_${leadId.slice(4)}`, world.projectId, leadId, crypto.randomUUID(), word("added"), word("queue"), "acc_x"],
  );
  const sequenceId = `osq_${leadId.slice(4)}`;
  await world.rows(
    "INSERT INTO outreach_sequences (id, project_id, client_id, lead_id, address, address_hash, suppression_key, state, to_review, step, revision, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'draft', 0, 0, 1, 'acc_x', 1, 1)",
    ...[sequenceId, world.projectId, crypto.randomUUID(), leadId, word("outreach address"), word("outreach hash"), word("outreach key")],
  );
  await world.rows(
    "INSERT INTO outreach_mails (sequence_id, position, project_id, wait_days, subject, text, edited_by, review_id) VALUES (?, 1, ?, 0, ?, ?, 'acc_x', ?)",
    ...[sequenceId, world.projectId, word("outreach subject"), word("outreach text"), `orv_${leadId.slice(4)}`],
  );
  await world.rows(
    "INSERT INTO outreach_reviews (id, project_id, sequence_id, position, hash, recipient, sender_address, sender_name, subject, text, footer, written_by, reviewed_by, reviewed_at) VALUES (?, ?, ?, 1, ?, ?, 'desk@acme.example', 'Acme', ?, ?, ?, 'acc_x', 'acc_y', 1)",
    ...[`orv_${leadId.slice(4)}`, world.projectId, sequenceId, word("review hash"), word("review address")],
    ...[word("review subject"), word("review text"), word("review footer")],
  );
  await world.rows(
    "INSERT INTO lead_research_pages (run_id, place, project_id, lead_id, url, title, state, content, links, fetched_at) VALUES (?, 0, ?, ?, ?, ?, 'read', ?, ?, 1)",
    ...[`lrr_${leadId.slice(4)}`, world.projectId, leadId, word("page address"), word("page title"), word("page text"), word("links")],
  );
  await world.rows(
    "INSERT INTO lead_answers (lead_id, run_id, criterion_id, project_id, answer, reason, url, quote, updated_at) VALUES (?, '', 'lcr_x', ?, 'yes', ?, ?, ?, 1)",
    ...[leadId, world.projectId, word("reason"), word("answer address"), word("answer quote")],
  );
  const path = `${world.conversations}/${id}`;
  const upload = async (name: string): Promise<string> =>
    (
      await world.as<{ file: { id: string } }>(`${path}/files?name=${name}&clientId=${crypto.randomUUID()}`, {
        raw: text(name),
        headers: { "content-length": String(text(name).byteLength) },
      })
    ).body.file.id;
  const said = async (what: string, more: object): Promise<void> => {
    const answer = await world.as(`${path}/${what}`, {
      body: { clientId: crypto.randomUUID(), attachments: [await upload(`${word(what)}.txt`)], ...more },
    });
    expect(answer.status).toBe(201);
  };
  await said("messages", { frontier: 1, content: word("answer") });
  await said("notes", { content: word("note") });
  const [spoken] = await world.rows<{ id: string }>(
    "SELECT id FROM messages WHERE conversation_id = ? AND content = ?",
    id,
    word("answer"),
  );
  const chosen = await world.as(`/api/dashboard/projects/${world.projectId}/knowledge/answers`, {
    body: { clientId: crypto.randomUUID(), messageId: spoken?.id, question: word("question"), answer: word("chosen"), publish: true },
  });
  expect(chosen.status).toBe(201);
  await upload(`${word("unsent")}.txt`);
  const held = await world.as(`${path}/pending-reply`, {
    body: { clientId: crypto.randomUUID(), content: word("held"), frontier: await world.revision(id), undoSeconds: 20 },
  });
  expect(held.status).toBe(201);
  const scheduled = await world.as(`${path}/pending-reply`, {
    body: {
      ...{ clientId: crypto.randomUUID(), content: word("scheduled"), frontier: await world.revision(id) },
      sendAt: new Date(world.clock.now() + 86_400_000).toISOString(),
    },
  });
  expect(scheduled.status).toBe(201);
  await world.as(`${path}/drafts/reply`, {
    method: "PUT",
    body: { content: word("draft"), attachments: [await upload(`${word("draft")}.txt`)] },
  });
  expect((await world.as(`${path}/drafts/note`, { method: "PUT", body: { content: word("draft note"), attachments: [] } })).status).toBe(
    200,
  );
  return { visitor, id };
}

/** Conditions that select the contact's rows, by table. */
const rowsOf = (contactId: string, conversationId: string): Record<string, string> => ({
  contacts: `id = '${contactId}'`,
  contact_attribute_values: `contact_id = '${contactId}'`,
  contact_notes: `contact_id = '${contactId}'`,
  company_contacts: `contact_id = '${contactId}'`,
  leads: `contact_id = '${contactId}'`,
  legacy_bucket_summaries: `contact_id = '${contactId}'`,
  legacy_import_holds: `contact_id = '${contactId}'`,
  // The files hold everybody's data.
  desk_export_pieces: "export_id = 'dkx_canary'",
  contact_imports: "id = 'cim_canary'",
  contact_import_files: "import_id = 'cim_canary'",
  contact_import_rows: `contact_id = '${contactId}'`,
  contact_external_ids: `contact_id = '${contactId}'`,
  desk_import_items: `contact_id = '${contactId}'`,
  desk_import_people: `contact_id = '${contactId}'`,
  desk_import_rows: `contact_id = '${contactId}'`,
  lead_words: `lead_id IN (SELECT id FROM leads WHERE contact_id = '${contactId}')`,
  outreach_sequences: `lead_id IN (SELECT id FROM leads WHERE contact_id = '${contactId}')`,
  outreach_mails: `sequence_id IN (SELECT s.id FROM outreach_sequences s JOIN leads l ON l.id = s.lead_id WHERE l.contact_id = '${contactId}')`,
  outreach_reviews: `sequence_id IN (SELECT s.id FROM outreach_sequences s JOIN leads l ON l.id = s.lead_id WHERE l.contact_id = '${contactId}')`,
  lead_research_runs: `lead_id IN (SELECT id FROM leads WHERE contact_id = '${contactId}')`,
  lead_research_pages: `lead_id IN (SELECT id FROM leads WHERE contact_id = '${contactId}')`,
  lead_statements: `lead_id IN (SELECT id FROM leads WHERE contact_id = '${contactId}')`,
  lead_answers: `lead_id IN (SELECT id FROM leads WHERE contact_id = '${contactId}')`,
  contact_terms: `contact_id = '${contactId}'`,
  conversation_search_terms: `id IN (SELECT p.term FROM conversation_search_postings p JOIN conversation_search_entries e ON e.id = p.entry WHERE e.contact_id = '${contactId}')
    AND id NOT IN (SELECT p.term FROM conversation_search_postings p JOIN conversation_search_entries e ON e.id = p.entry WHERE e.contact_id <> '${contactId}')`,
  visitor_sessions: `contact_id = '${contactId}'`,
  files: `contact_id = '${contactId}' OR conversation_id = '${conversationId}' OR message_id IN (SELECT id FROM messages WHERE conversation_id = '${conversationId}')`,
  conversations: `id = '${conversationId}'`,
  conversation_events: `conversation_id = '${conversationId}' AND message_id IS NOT NULL`,
  messages: `conversation_id = '${conversationId}'`,
  drafts: `conversation_id = '${conversationId}'`,
  program_drafts: `conversation_id = '${conversationId}'`,
  pending_replies: `conversation_id = '${conversationId}'`,
  scheduled_replies: `conversation_id = '${conversationId}'`,
  delegations: `conversation_id = '${conversationId}'`,
  code_issues: `id IN (SELECT issue_id FROM code_issue_links WHERE conversation_id = '${conversationId}')`,
  code_issue_drafts: `conversation_id = '${conversationId}'`,
  code_issue_creations: `conversation_id = '${conversationId}'`,
  delegation_turns: `delegation_id IN (SELECT id FROM delegations WHERE conversation_id = '${conversationId}')`,
  message_translations: `contact_id = '${contactId}'`,
  jobs: `contact_id = '${contactId}'`,
  inbound_mail_receipts: `message_id IN (SELECT id FROM messages WHERE conversation_id = '${conversationId}')`,
  mail_deliveries: `contact_id = '${contactId}'`,
  mails: `conversation_id = '${conversationId}'`,
  mail_contacts: `contact_id = '${contactId}'`,
  address_codes: `contact_id = '${contactId}'`,
  return_tokens: `contact_id = '${contactId}'`,
  bell_entries: `contact_id = '${contactId}'`,
  notices: `contact_id = '${contactId}'`,
  mail_copies: `delivery_id IN (SELECT id FROM mail_deliveries WHERE contact_id = '${contactId}')`,
  knowledge_items: `contact_id = '${contactId}'`,
  knowledge_documents: `key IN (SELECT id || '/1' FROM knowledge_items WHERE contact_id = '${contactId}')`,
  knowledge_chunks: `document_id IN (SELECT d.id FROM knowledge_documents d JOIN knowledge_items i ON d.key = i.id || '/1' WHERE i.contact_id = '${contactId}')`,
  help_searches: `contact_id = '${contactId}'`,
  help_feedback: `contact_id = '${contactId}'`,
  help_letters: `contact_id = '${contactId}'`,
  help_questions: `contact_id = '${contactId}'`,
  help_gaps: `id IN (SELECT gap_id FROM help_questions WHERE contact_id = '${contactId}')`,
  help_gap_terms: `gap_id IN (SELECT gap_id FROM help_questions WHERE contact_id = '${contactId}')`,
  monitoring_log: `contact_id = '${contactId}'`,
  monitoring_dry_items: `contact_id = '${contactId}'`,
  assistant_traces: `conversation_id = '${conversationId}'`,
  assistant_summaries: `conversation_id = '${conversationId}'`,
  assistant_flags: `contact_id = '${contactId}'`,
  satisfaction_requests: `contact_id = '${contactId}'`,
  learning_proposals: `contact_id = '${contactId}'`,
  set_questions: `contact_id = '${contactId}'`,
  evaluation_items: `contact_id = '${contactId}'`,
  judgements: `contact_id = '${contactId}'`,
  blind_choices: `contact_id = '${contactId}'`,
  answer_verdicts: `contact_id = '${contactId}'`,
  graded_answers: `contact_id = '${contactId}'`,
  profile_statements: `contact_id = '${contactId}'`,
  profile_refusals: `contact_id = '${contactId}'`,
  mail_forwards: `delivery_id IN (SELECT id FROM mail_deliveries WHERE contact_id = '${contactId}')`,
  assistant_action_requests: `contact_id = '${contactId}'`,
  assistant_action_runs: `contact_id = '${contactId}'`,
});
const evidence = JSON.stringify([{ rule: "rfc3834", evidence: canary("evidence") }]);
/** Values for columns whose format must be kept. */
const formed: Record<string, string> = {
  "contacts.metadata": JSON.stringify({ [canary("metadata")]: canary("metadata") }),
  "contacts.attributes": JSON.stringify({ [canary("attribute")]: canary("attribute value") }),
  "contacts.visit_pages": JSON.stringify([{ url: canary("url"), title: canary("title"), at: 1 }]),
  "contacts.last_page": JSON.stringify({ url: canary("url"), title: canary("title") }),
  "contacts.visit": JSON.stringify({ browser: canary("browser"), referrer: canary("referrer") }),
  "contact_imports.headings": JSON.stringify([canary("heading")]),
  "contact_import_rows.change": JSON.stringify({ externalId: canary("external ID") }),
  "messages.origin": JSON.stringify({
    door: "email",
    automatic: { reasons: JSON.parse(evidence) as unknown },
    help: { read: [{ id: "art_none", title: canary("title") }], searched: [canary("searched")] },
  }),
  "assistant_action_requests.inputs": JSON.stringify({ number: canary("input") }),
  "assistant_action_runs.inputs": JSON.stringify({ number: canary("input") }),
  "assistant_action_runs.told": JSON.stringify([{ label: "Status", text: canary("told") }]),
  "monitoring_dry_items.found": JSON.stringify([{ quote: canary("found") }]),
  "help_gaps.terms": JSON.stringify([canary("stem")]),
  "help_questions.terms": JSON.stringify([canary("stem")]),
  "inbound_mail_receipts.reasons": evidence,
  "jobs.payload": JSON.stringify({ text: canary("payload") }),
  "pending_replies.file_ids": JSON.stringify([canary("held-file-id")]),
  "pending_replies.mail": JSON.stringify({ to: canary("held-to") }),
  "scheduled_replies.file_ids": JSON.stringify([canary("scheduled-file-id")]),
  "scheduled_replies.mail": JSON.stringify({ to: canary("scheduled-to") }),
  "drafts.file_ids": JSON.stringify([canary("file-id")]),
};
/** Counters name a contact by id only, and the erasure hashes what it removed itself. */
// A search count is found by the words of its searches: `person` adds them.
// A member's saved search is found by the contact's name in it: tests/worker/conversation-search.worker.test.ts has one.
// A suppressed address is found by the contact's own: tests/worker/suppression.worker.test.ts has both spellings.
const UNFILLED = [
  ...["suppressions.address", "suppressions.mail_hash"],
  ...["abuse_counters.key", "contact_erasure_objects.object_key", "help_search_terms.terms", "help_searches.terms"],
  ...["saved_searches.name", "saved_searches.q"],
];

async function fillEverything(world: World, contactId: string, conversationId: string): Promise<void> {
  const now = world.clock.now();
  await world.rows(
    "INSERT INTO program_drafts (project_id, conversation_id, token_id, content, revision, updated_at) VALUES (?, ?, 'apt_none', 'c', 1, ?)",
    ...[world.projectId, conversationId, now],
  );
  await world.rows(
    "INSERT INTO legacy_bucket_summaries (project_id, id, contact_id, bucket, objects, bytes, summary, created_at) VALUES (?, 'lgc_canary', ?, 'b', 1, 1, 's', ?)",
    ...[world.projectId, contactId, now],
  );
  await world.rows(
    "INSERT INTO legacy_import_holds (project_id, id, run_id, category, recorded, detail, contact_id, started_at) VALUES (?, 'lgc_canary', 1, 'generation', 'started', 'd', ?, ?)",
    ...[world.projectId, contactId, now],
  );
  for (const [table, columns, values] of [
    ["items", "platform, place, source_id, conversation_id, run_id, changed, revision", "'zendesk', 'acme', '1', 'c', 'r', '1', 1"],
    ["people", "platform, place, source_id, run_id, created", "'zendesk', 'acme', '1', 'r', 1"],
    ["rows", "run_id, source_id, title, outcome, attempt, notes", `'r', '1', 'title', 'created', 'a', '[["file_failed","name.png"]]'`],
  ])
    await world.rows(
      `INSERT INTO desk_import_${table} (project_id, contact_id, ${columns}) VALUES (?, ?, ${values})`,
      ...[world.projectId, contactId],
    );
  await world.rows(
    "INSERT INTO delegations (id, project_id, conversation_id, account_id, grant_id, kind, task, frontier, client_id, status, created_at) VALUES ('dlg_canary', ?, ?, 'acc_none', 'dgr_none', 'report', 't', 1, 'c', 'started', ?)",
    ...[world.projectId, conversationId, now],
  );
  await world.rows(
    "INSERT INTO code_issues (project_id, id, remote_id, repository, number, kind, title, state, url, checked_at, due_at) VALUES (?, 'cis_canary', '1', 'acme/app', 1, 'issue', 't', 'open', 'u', ?, ?)",
    ...[world.projectId, now, now + 86_400_000],
  );
  await world.rows(
    "INSERT INTO code_issue_links (project_id, conversation_id, issue_id, linked_by, linked_at) VALUES (?, ?, 'cis_canary', 'acc_none', ?)",
    ...[world.projectId, conversationId, now],
  );
  await world.rows(
    "INSERT INTO code_issue_drafts (project_id, conversation_id, account_id, draft, preview, saved_at) VALUES (?, ?, 'acc_none', '{}', '{}', ?)",
    ...[world.projectId, conversationId, now],
  );
  await world.rows(
    `INSERT INTO code_issue_creations (project_id, id, conversation_id, account_id, client_id, repository, digest, request, state, problems, url, created_at)
      VALUES (?, 'canary', ?, 'acc_none', 'c', 'acme/app', 'd', '{}', 'failed', '[]', 'u', ?)`,
    ...[world.projectId, conversationId, now],
  );
  await world.rows(
    "INSERT INTO delegation_turns (delegation_id, turn, project_id, round, kind, device_id, claim_id, said, said_at, answer) VALUES ('dlg_canary', 1, ?, 1, 'question', 'dev_none', 'c', 'q', 1, 'a')",
    world.projectId,
  );
  await world.rows(
    "INSERT INTO help_letters (id, project_id, delivery_id, locale, contact_id, created_at, expires_at) VALUES ('hlt_canary', ?, 'dlv_canary', 'en', ?, ?, 1)",
    ...[world.projectId, contactId, now],
  );
  await world.rows(
    "INSERT INTO help_feedback (id, project_id, article_id, locale, client_id, helpful, comment, contact_id, created_at) VALUES ('hfb_canary', ?, 'art_none', 'en', 'c', 0, 'c', ?, ?)",
    ...[world.projectId, contactId, now],
  );
  await world.rows(
    "INSERT INTO jobs (id, project_id, contact_id, kind, key, payload, due_at, created_at) VALUES ('job_canary', ?, ?, 'test.none', 'test', '{}', ?, ?)",
    world.projectId,
    contactId,
    now + 1e9,
    now,
  );
  await world.rows(
    "INSERT INTO inbound_mail_receipts (id, project_id, identity_hash, size, door, message_id, received_at, state, classified_at) SELECT 'rct_' || id, project_id, 'h' || id, 1, 'gateway', id, ?, 'admitted', ? FROM messages WHERE conversation_id = ?",
    now,
    now,
    conversationId,
  );
  await world.rows(
    "INSERT INTO message_translations (project_id, message_id, locale, contact_id, content, provider, model, created_at) SELECT project_id, id, 'fr', ?, 'c', 'own', 'm', ? FROM messages WHERE conversation_id = ?",
    ...[contactId, now, conversationId],
  );
  await world.rows(
    "INSERT INTO mails (message_id, project_id, conversation_id, direction, created_at) SELECT id, project_id, conversation_id, 'in', ? FROM messages WHERE conversation_id = ?",
    now,
    conversationId,
  );
  await world.rows(
    "INSERT INTO mail_contacts (project_id, address_hash, contact_id, created_at) VALUES (?, 'h', ?, ?)",
    world.projectId,
    contactId,
    now,
  );
  await world.rows(
    "INSERT INTO mail_deliveries (id, project_id, conversation_id, contact_id, kind, cause, to_hash, state, created_at, updated_at) VALUES ('dlv_canary', ?, ?, ?, 'reply', 'test', 'h', 'sent', ?, ?)",
    ...[world.projectId, conversationId, contactId, now, now],
  );
  await world.rows(
    "INSERT INTO mail_copies (delivery_id, place, project_id, kind, address, to_hash, updated_at) VALUES ('dlv_canary', 0, ?, 'bcc', 'b', 'hb', ?)",
    ...[world.projectId, now],
  );
  await world.rows(
    "INSERT INTO mail_forwards (delivery_id, project_id, message_id, content) SELECT 'dlv_canary', project_id, id, 'c' FROM messages WHERE conversation_id = ? LIMIT 1",
    conversationId,
  );
  await world.rows(
    "INSERT INTO address_codes (project_id, contact_id, delivery_id, address, created_at, expires_at) VALUES (?, ?, 'dlv_canary', 'a', ?, ?)",
    ...[world.projectId, contactId, now, now + 1e9],
  );
  await world.rows(
    "INSERT INTO return_tokens (token_hash, project_id, contact_id, conversation_id, expires_at) VALUES ('h', ?, ?, ?, ?)",
    ...[world.projectId, contactId, conversationId, now + 1e9],
  );
  await world.rows(
    "INSERT INTO notices (project_id, account_id, conversation_id, contact_id, cause, events, since_revision, revision, due_at) VALUES (?, 'acc_none', ?, ?, 'c', 1, 1, 1, ?)",
    ...[world.projectId, conversationId, contactId, now + 1e9],
  );
  await world.rows(
    "INSERT INTO monitoring_log (id, project_id, key, kind, state, conversation_id, contact_id, rule_name, quote, reason, revision, notified, handed_over, created_at) VALUES ('mon_canary', ?, 'k', 'match', 'open', ?, ?, 'r', 'q', 'r', 1, 0, 0, 1)",
    ...[world.projectId, conversationId, contactId],
  );
  await world.rows(
    "INSERT INTO monitoring_dry_items (run_id, place, project_id, conversation_id, contact_id, state, found) VALUES ('dry_canary', 1, ?, ?, ?, 'judged', '[]')",
    ...[world.projectId, conversationId, contactId],
  );
  await world.rows(
    "INSERT INTO assistant_traces (round_id, project_id, conversation_id, question, trace) VALUES ('rnd_canary', ?, ?, 'q', '{}')",
    ...[world.projectId, conversationId],
  );
  await world.rows("INSERT INTO assistant_summaries VALUES (?, ?, 1, 's', 1)", world.projectId, conversationId);
  await world.rows(
    "INSERT INTO assistant_flags (project_id, message_id, conversation_id, contact_id, round_id, reason, words, flagged_by, flagged_at) VALUES (?, 'msg_canary', ?, ?, 'rnd_canary', 'wrong', 'w', 'a', 1)",
    ...[world.projectId, conversationId, contactId],
  );
  await world.rows(
    "INSERT INTO satisfaction_requests (id, project_id, conversation_id, contact_id, close_id, state, asked_in, asked_at, expires_at, score, comment, rated_at, closed_at, channel) VALUES ('csr_canary', ?, ?, ?, 'evt_canary', 'answered', 'widget', 1, 1, 4, 'w', 1, 1, 'widget')",
    ...[world.projectId, conversationId, contactId],
  );
  await world.rows(
    "INSERT INTO learning_proposals (id, project_id, conversation_id, contact_id, cause, locale, question, answer, title, content, worded, cost, state, created_at) VALUES ('prp_canary', ?, ?, ?, 'corrected', 'en', 'q', 'a', 't', 'c', 'reply', 0, 'open', 1)",
    ...[world.projectId, conversationId, contactId],
  );
  await world.rows(
    "INSERT INTO set_questions (id, project_id, set_id, client_id, place, since, question, topic, locale, channel, asker, outcome, facts, forbidden, sources, origin, contact_id, conversation_id, created_by, created_at) VALUES ('qsq_canary', ?, 'qst_canary', 'c', 1, 1, 'q', 't', 'en', 'widget', 'everybody', 'answer', '[]', '[]', '[]', 'conversation', ?, ?, 'a', 1)",
    ...[world.projectId, contactId, conversationId],
  );
  await world.rows(
    "INSERT INTO evaluation_items (project_id, run_id, place, question_id, contact_id, state, faults, transcript, cost, took, updated_at) VALUES (?, 'evr_canary', 1, 'qsq_canary', ?, 'failed', '[]', '{}', 0, 0, 1)",
    ...[world.projectId, contactId],
  );
  await world.rows(
    "INSERT INTO judgements (project_id, judging_id, run_id, place, question_id, contact_id, state, scores, cost, took, updated_at) VALUES (?, 'evj_canary', 'evr_canary', 1, 'qsq_canary', ?, 'failed', '[1]', 0, 0, 1)",
    ...[world.projectId, contactId],
  );
  await world.rows(
    "INSERT INTO blind_choices (project_id, grading_id, grader, place, question_id, contact_id, choice, comment, created_at, updated_at) VALUES (?, 'evb_canary', 'acc_canary', 1, 'qsq_canary', ?, 'same', 'c', 1, 1)",
    ...[world.projectId, contactId],
  );
  await world.rows(
    "INSERT INTO answer_verdicts (project_id, run_id, place, grader, question_id, contact_id, verdict, comment, created_at) VALUES (?, 'evr_canary', 1, 'acc_canary', 'qsq_canary', ?, 'failed', 'c', 1)",
    ...[world.projectId, contactId],
  );
  await world.rows(
    "INSERT INTO graded_answers (project_id, run_id, place, question_id, contact_id, rule, people_passed, people_failed, disagrees, comment, updated_at) VALUES (?, 'evr_canary', 1, 'qsq_canary', ?, 'failed', 0, 1, 0, 'c', 1)",
    ...[world.projectId, contactId],
  );
  await world.rows("INSERT INTO profiles (project_id, contact_id) VALUES (?, ?)", world.projectId, contactId);
  await world.rows(
    "INSERT INTO profile_statements (id, project_id, contact_id, kind, content, quote, said_at, created_at, changed_at) VALUES ('pst_canary', ?, ?, 'other', 'c', 'q', 1, 1, 1)",
    world.projectId,
    contactId,
  );
  await world.rows(
    "INSERT INTO profile_refusals (project_id, contact_id, statement_id, terms, numbers, negated, created_at) VALUES (?, ?, 'pst_none', '[]', '[]', 0, 1)",
    world.projectId,
    contactId,
  );
  await world.rows(
    "INSERT INTO assistant_action_requests (id, project_id, conversation_id, contact_id, action_id, action_revision, cause, inputs, inputs_hash, state, created_at, expires_at) VALUES ('arq_canary', ?, ?, ?, 'act_none', 1, 'c', '{}', 'h', 'waiting', ?, ?)",
    ...[world.projectId, conversationId, contactId, now, now + 1e9],
  );
  await world.rows(
    "INSERT INTO assistant_action_runs (id, project_id, action_id, action_name, kind, conversation_id, contact_id, started_by, cause, inputs, state, started_at) VALUES ('arn_canary', ?, 'act_none', 'a', 'reads', ?, ?, 'assistant', 'c', '{}', 'started', ?)",
    ...[world.projectId, conversationId, contactId, now],
  );
  await world.rows(
    "INSERT INTO desk_export_pieces (export_id, kind, n, project_id, size, object_key) VALUES ('dkx_canary', 'tickets', 0, ?, 1, 'x/none')",
    world.projectId,
  );
  await world.rows(
    "INSERT INTO contact_imports (id, project_id, client_id, name, state, created_by, given_by, created_at, updated_at) VALUES ('cim_canary', ?, 'c', 'n', 'done', 'acc_none', 'acc_none', 1, ?)",
    ...[world.projectId, now],
  );
  await world.rows(
    "INSERT INTO contact_import_files (object_key, project_id, import_id, state, changed_at) VALUES ('ci/none', ?, 'cim_canary', 'stored', ?)",
    ...[world.projectId, now],
  );
  await world.rows(
    "INSERT INTO contact_import_rows (project_id, import_id, pass, n, line, outcome, contact_id, change) VALUES (?, 'cim_canary', 1, 0, 1, 'updated', ?, '{}')",
    ...[world.projectId, contactId],
  );
  await world.rows(
    "INSERT INTO contact_external_ids (project_id, external_id, contact_id) VALUES (?, 'e', ?)",
    ...[world.projectId, contactId],
  );
  const where = rowsOf(contactId, conversationId);
  const keys = async (): Promise<string[]> =>
    (
      await world.rows<{ key: string | null }>(
        `SELECT object_key AS key FROM files WHERE ${where["files"]} UNION ALL SELECT object_key FROM inbound_mail_receipts WHERE ${where["inbound_mail_receipts"]} UNION ALL SELECT html_key FROM mails WHERE ${where["mails"]} UNION ALL SELECT text_key FROM mails WHERE ${where["mails"]}`,
      )
    ).flatMap(({ key }) => (key === null ? [] : [key]));
  // Their rows are about to name other objects.
  await world.env.FILES.delete(await keys());
  // The database refuses to change a review, which is what this does.
  await world.rows("DROP TRIGGER outreach_reviews_fixed");
  for (const place of cleared.filter((one) => !UNFILLED.includes(one))) {
    const [table = "", column = ""] = place.split(".");
    const condition = where[table];
    expect(condition, `which rows of ${table} are the contact's?`).toBeDefined();
    // Ids that other rows refer to are kept; such rows are removed whole, or not at all.
    if (/^(id|project_id|contact_id)$/.test(column)) continue;
    const before = await world.rows<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`);
    expect(before[0]?.n, `${table} has no row to fill`).toBeGreaterThan(0);
    const value = formed[place];
    await world.rows(
      value === undefined
        ? `UPDATE ${table} SET ${column} = '${canary(column)}' || hex(randomblob(8)) WHERE ${condition}`
        : `UPDATE ${table} SET ${column} = ? WHERE ${condition}`,
      ...(value === undefined ? [] : [value]),
    );
  }
  // Keys that contain text, as an older version or an import might have made them.
  for (const key of await keys()) await world.env.FILES.put(key, canary("body"), { customMetadata: { name: canary("metadata") } });
  // Uploads that no message took: their rows wait for cleanup.
  for (const state of ["pending", "removing"]) {
    await world.rows(
      "INSERT INTO files (id, project_id, contact_id, object_key, name, type, size, sha256, state, owner, client_id, created_at) VALUES (?, ?, ?, ?, ?, 'text/plain', 9, ?, ?, ?, ?, ?)",
      ...[newId("file", now), world.projectId, contactId, `f/${state}`, canary("name"), canary("sha256"), state],
      ...[`visitor:${contactId}`, crypto.randomUUID(), now],
    );
    await world.env.FILES.put(`f/${state}`, canary("half"));
  }
}

async function memberOf(world: World, role: "admin" | "operator"): Promise<string> {
  const { body } = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role },
  });
  const joined = await world.call(new URL(body.link).pathname, {
    body: { name: role, email: `${crypto.randomUUID()}@example.test`, password: "correct horse battery" },
  });
  return (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

test("a contact's texts and data are only in columns that an erasure clears", async () => {
  const world = await makeWorld();
  await openHelp(world);
  await person(world, (field) => `zqfirst-${field}`, "zqfirst");
  const places = placesOf(await dump(world), "zqfirst");
  expect(places.filter((place) => !cleared.includes(place) && !clearedWords.includes(place))).toEqual([]);
  for (const place of [
    "contacts.name",
    "contacts.email",
    "contacts.identifier",
    "contacts.metadata",
    "contacts.last_page",
    "messages.content",
    "conversations.preview",
    "drafts.content",
    "pending_replies.content",
    "files.name",
  ])
    expect(places).toContain(place);
});

test("after the erasure no canary is found anywhere, and the other contact has lost nothing", async () => {
  const world = await makeWorld();
  await openHelp(world);
  const neighbour = await person(world, (field) => `${NEIGHBOUR}-${field}`, NEIGHBOUR);
  const { visitor, id } = await person(world, canary, canary("sub"));
  const [admin, operator] = [await memberOf(world, "admin"), await memberOf(world, "operator")];
  await fillEverything(world, visitor.contactId, id);
  const filled = await dump(world);
  const places = placesOf(filled, CANARY);
  expect(
    cleared.filter((place) => !UNFILLED.includes(place) && !/\.(id|project_id|contact_id)$/.test(place) && !places.includes(place)),
  ).toEqual([]);
  const rowsOfNeighbour = (tables: Map<string, Rows>): string =>
    JSON.stringify(
      [...tables].map(([table, rows]) => [
        table,
        rows.filter((row) => JSON.stringify(row).match(new RegExp(`${NEIGHBOUR}|${neighbour.visitor.contactId}|${neighbour.id}`))),
      ]),
    );
  const before = rowsOfNeighbour(filled);
  const keptObjects = (await objects(world)).filter((object) => object.includes(NEIGHBOUR)).length;
  expect(keptObjects).toBeGreaterThan(3);
  logged = [];

  const path = `/api/management/projects/${world.projectId}/contacts/${visitor.contactId}`;
  expect((await world.as(`${path}/erase`, { body: {} }, operator)).status).toBe(403);
  expect(placesOf(await dump(world), CANARY)).toEqual(places);
  expect((await world.as(`${path}/erase`, { body: {} }, admin)).status).toBe(202);
  // By the job alone: cleanup would hide what the erasure forgot.
  expect(placesOf(await dump(world), CANARY)).toEqual([]);
  await world.tick();

  const after = await dump(world);
  expect(placesOf(after, CANARY)).toEqual([]);
  // Nor as a hash, nor in request counters.
  expect(after.get("visitor_sessions")?.filter((row) => row["contact_id"] === visitor.contactId)).toEqual([]);
  expect(after.get("abuse_counters")?.filter((row) => [visitor.contactId, id].some((one) => String(row["key"]).includes(one)))).toEqual([]);
  const left = await objects(world);
  expect(left.filter((object) => object.includes(CANARY))).toEqual([]);
  expect(left.filter((object) => object.includes(NEIGHBOUR))).toHaveLength(keptObjects);
  expect(rowsOfNeighbour(after)).toBe(before);
  for (const name of [`project:${world.projectId}`, `contact:${world.projectId}:${visitor.contactId}`])
    expect([name, (await stored(world, name)).includes(CANARY)]).toEqual([name, false]);
  expect(await stored(world, `contact:${world.projectId}:${visitor.contactId}`)).toMatch(/^\[(\["\w+",\[\]\],?)*\]$/);
  expect(logged.filter((line) => line.includes(CANARY))).toEqual([]);

  // What public routes answer.
  const params: Record<string, string> = { projectId: world.projectId, contactId: visitor.contactId, conversationId: id, kind: "reply" };
  let asked = 0;
  for (const { route } of world.registry.routes) {
    if (route.method !== "GET" || route.path.endsWith("socket")) continue;
    for (const cookie of [world.cookie, admin, operator]) {
      const answer = await world.as<unknown>(
        route.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? "none"),
        {},
        cookie,
      );
      expect([route.name, JSON.stringify(answer.body).includes(CANARY)]).toEqual([route.name, false]);
      asked += 1;
    }
  }
  expect(asked).toBeGreaterThan(60);
  for (const route of ["/api/widget/conversations", `/api/widget/conversations/${id}/events`])
    expect((await visitor.call(route)).status).toBe(401);
  const team = await world.socket(0);
  await team.until((frame) => frame.type === "live");
  expect(JSON.stringify(team.frames)).toContain(NEIGHBOUR);
  expect(JSON.stringify(team.frames)).not.toContain(CANARY);
});
