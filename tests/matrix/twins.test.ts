// Ids inside bodies and queries, on the emitted build: a foreign one is refused or has no effect, and is answered like a missing one. That
// proves something only if the same request with an own id succeeds, so every case has such a twin and fails without it.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, test } from "vitest";
import { sha256 } from "../../kernel/auth/crypto.ts";
import { newId } from "../../kernel/ids/index.ts";
import type { Route } from "../../kernel/wire/route.ts";
import { RESEND_KEY, startResend } from "../doubles/mail/resend.ts";
import { PNG } from "../support/desk.ts";
import { changes, type Dump } from "../support/tables.ts";
import { assertNone } from "./none.ts";
import { declaredRoutes } from "./registry.ts";
import { addressOf, type TestAnswer, type TestRequest, send, validRequest } from "./requests.ts";
import { makeWorld, type Things, type World } from "./world.ts";

type Name = keyof Things;
/** One field of a route's body or query that names a thing. */
interface Case {
  readonly route: Route;
  readonly where: "body" | "query";
  readonly field: string;
  readonly names: Name;
  readonly list: boolean;
}
/** What a twin needs besides the world's things in order to succeed; it is prepared for the foreign id as well. */
interface Setup {
  /** Changes the tables, or answers an own id made for this case. */
  readonly make?: (world: World) => string | undefined | Promise<string | undefined>;
  readonly more?: (world: World) => Record<string, unknown>;
}

let world: World;
let routes: readonly Route[];
let double: Awaited<ReturnType<typeof startResend>>;
beforeAll(async () => {
  routes = await declaredRoutes();
  double = await startResend();
  const mail = {
    EMAIL_PROVIDER: "resend",
    EMAIL_API_KEY: RESEND_KEY,
    EMAIL_FROM: "Desk <desk@harbour.example>",
    TEST_EMAIL_BASE_URL: double.url,
  };
  world = await makeWorld(mail);
});
afterAll(async () => {
  await world.stop();
  await double.stop();
});

const NAMES: readonly Name[] = [
  ...(["conversationId", "contactId", "fileId", "messageId", "sourceId", "itemId", "accountId", "articleId", "collectionId"] as const),
  ...([
    "gapId",
    "importId",
    "deskImportId",
    "deskExportId",
    "contactImportId",
    "roundId",
    "invitationId",
    "sessionId",
    "deliveryId",
    "receiptId",
    "crawlId",
    "endedRunId",
    "ratingId",
    "projectId",
    "key",
  ] as const),
];
const accepts = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success;

/** The fields whose schema accepts an id, and no other text of its length. */
function casesOf(route: Route): Case[] {
  const found: Case[] = [];
  for (const where of ["body", "query"] as const) {
    const schema = route[where];
    if (typeof schema !== "object") continue;
    const { entries = {} } = schema as unknown as { entries?: Record<string, v.GenericSchema> };
    for (const [field, entry] of Object.entries(entries)) {
      for (const list of [false, true]) {
        const fieldValue = (value: string): unknown => (list ? [value] : value);
        const names = NAMES.find(
          (name) =>
            accepts(entry, fieldValue(world.own[name] as string)) &&
            !accepts(entry, fieldValue("w".repeat((world.own[name] as string).length))),
        );
        if (names !== undefined) found.push({ route, where, field, names, list });
      }
    }
  }
  return found;
}

const ofMember: Setup = {
  make: async ({ operators, own }) => {
    const path = `/api/dashboard/projects/${own.projectId}/conversations/${own.conversationId}/files?name=new.png&clientId=${randomUUID()}`;
    return (await operators.owner.call<{ file: { id: string } }>(path, { raw: PNG })).body.file.id;
  },
};
const ofVisitor: Setup = { make: async ({ visitors }) => (await visitors.visitor.upload("new.png", PNG)).body.file.id };
const changing =
  (...statements: readonly ((own: Things) => readonly [string, ...string[]])[]) =>
  ({ tables, own }: World): undefined => {
    for (const statement of statements) tables.run(...statement(own));
  };
/** The contact has the address that the request names, and has proved it. */
const reachable: Setup = {
  make: changing((own) => ["UPDATE contacts SET email = 'new@harbour.example', email_verified = 1 WHERE id = ?", own.contactId]),
};
/** The help center is open, with the article public. */
const readers: Setup = {
  make: changing(
    (own) => [
      `INSERT OR REPLACE INTO help_centers (project_id, open, title, description, default_locale, locales, links, updated_at, updated_by) VALUES (?, 1, 'Help', '', 'en', '["en"]', '[]', 1, 'x')`,
      own.projectId,
    ],
    (own) => ["UPDATE help_articles SET audience = 'public' WHERE id = ?", own.articleId],
  ),
};
const VISIT = randomUUID();
const MERGED_INTO = newId("conversation", Date.now());
/** The conversation leads to another one, where each member has a draft with the file. */
const mergedWithDrafts: Setup = {
  make: changing(
    (own) => ["UPDATE conversations SET merged_into = ? WHERE id = ?", MERGED_INTO, own.conversationId],
    (own) => [
      "INSERT INTO drafts (project_id, conversation_id, account_id, kind, content, file_ids, updated_at) SELECT ?, ?, a.id, k.value, 'it was', json_array(?), 1 FROM accounts a, json_each(json_array('reply', 'note')) k",
      ...[own.projectId, MERGED_INTO, own.fileId],
    ],
  ),
  more: () => ({ content: "", was: "it was" }),
};
const READY: Readonly<Record<string, Setup>> = {
  "replyToConversation attachments": ofMember,
  "holdReply attachments": ofMember,
  "addNote attachments": ofMember,
  "saveDraft attachments": ofMember,
  // Emptied, it is emptied where it went along to as well, unless that one has a file that this one had not.
  "saveDraft wasAttachments": mergedWithDrafts,
  "startMailConversation attachments": {
    make: async ({ operators, own }) => {
      const path = `/api/dashboard/projects/${own.projectId}/mail-conversations/files?name=new.png&clientId=${randomUUID()}`;
      return (await operators.owner.call<{ file: { id: string } }>(path, { raw: PNG })).body.file.id;
    },
  },
  "postMessage attachments": ofVisitor,
  "openConversation attachments": ofVisitor,
  "assignConversation assigneeId": {
    make: changing((own) => ["UPDATE conversations SET assignee_id = NULL WHERE id = ?", own.conversationId]),
  },
  "addNote assignTo": {
    make: changing((own) => ["UPDATE conversations SET assignee_id = NULL WHERE id = ?", own.conversationId]),
  },
  // A contact can't be merged into itself.
  "mergeContact from": {
    make: ({ tables, own }) => {
      const id = newId("contact", Date.now());
      tables.run("INSERT INTO contacts (id, project_id, created_at) VALUES (?, ?, 1)", id, own.projectId);
      return id;
    },
  },
  "startMailConversation contactId": reachable,
  "checkAddress contactId": reachable,
  "deleteArticle confirm": { make: changing((own) => ["UPDATE help_articles SET archived_at = 1 WHERE id = ?", own.articleId]) },
  "settleGap articleId": { more: () => ({ state: "written" }) },
  "chooseAnswer sourceId": { make: changing((own) => ["UPDATE knowledge_sources SET kind = 'answers' WHERE id = ?", own.sourceId]) },
  "comeBack key": {
    make: changing(
      (own) => ["UPDATE contacts SET email = 'new@harbour.example', email_verified = 1 WHERE id = ?", own.contactId],
      (own) => [
        "INSERT INTO return_tokens (token_hash, project_id, contact_id, conversation_id, expires_at) VALUES (?, ?, ?, ?, 99999999999999)",
        ...[sha256("x".repeat(43)), own.projectId, own.contactId, own.conversationId],
      ],
    ),
  },
  "readWidgetArticle key": readers,
  "readWidgetHelp key": readers,
  "searchWidgetHelp key": readers,
  "sendWidgetFeedback key": readers,
  "sendWidgetFeedback articleId": readers,
  "createPreviewGrant members": { more: () => ({ opens: "named" }) },
  "changeMonitoringRule members": { more: () => ({ notify: "chosen" }) },
  ...Object.fromEntries(
    ["noteQuestionShown requestId", "rateOwnConversation requestId"].map((field) => [
      field,
      { make: changing((own) => ["UPDATE satisfaction_requests SET state = 'asked' WHERE id = ?", own.ratingId]) },
    ]),
  ),
  // Without a model it gets no further than that the message exists.
  "translateMessage messageId": { make: ({ own }) => Promise.resolve(own.spokenId) },
  "previewSplit messageId": { make: ({ own }) => Promise.resolve(own.spokenId) },
  "splitConversation messageId": { make: ({ own }) => Promise.resolve(own.spokenId) },
  "noteWidgetSearch key": readers,
  "noteWidgetSearch nearest": readers,
  // The article of the other routes is not one that the assistant may cite.
  "proposeQuestions articleId": { make: ({ own }) => Promise.resolve(own.citedArticleId) },
  "estimateQuestionProposals articleId": { make: ({ own }) => Promise.resolve(own.citedArticleId) },
  // A run can't be graded beside itself.
  "startBlindGrading secondRunId": { make: ({ own }) => Promise.resolve(own.otherRunId) },
  "withdrawMailDomain projectId": {
    make: ({ tables, own, foreign }): undefined => {
      for (const { projectId } of [own, foreign])
        tables.run(
          "INSERT INTO mail_domains (domain, project_id, approved_by, approved_at) VALUES ('harbour.example', ?, 'x', 1)",
          projectId,
        );
    },
  },
  // The search is recorded first; the request then reports what was opened from it.
  "noteWidgetSearch opened": {
    make: async (world) => {
      await readers.make?.(world);
      const body = { key: world.own.key, visit: VISIT, locale: "en", query: "words", results: 0 };
      const noted = await send(`${world.served.url}/api/widget/help/searches`, "POST", { body }, world.headersOf("visitor"));
      assert.equal(noted.status, 200, noted.text);
      return undefined;
    },
    more: () => ({ visit: VISIT }),
  },
};

/**
 * Fields with which the installation's first owner, who makes the requests here, names any project: a foreign one is answered like an own one,
 * and only a missing one is refused. A row of expected.ts checks that nobody else may.
 */
const OF_INSTALLATION: readonly string[] = ["approveMailDomain projectId", "withdrawMailDomain projectId"];

/** How an own id is refused: what it would lead to needs a model, of which there is none here, or a run that has asked all its questions. */
const REFUSED: Readonly<Record<string, number>> = {
  "translateMessage messageId": 503,
  "estimateQuestionProposals articleId": 503,
  // A conversation is not merged into itself: tests/worker/conversation-merge.
  "mergeConversation into": 409,
  // Nor is one moved to the contact whose it is: tests/worker/conversation-transfer.
  "moveConversation contactId": 409,
  // The first message with all after it is the whole conversation: tests/worker/conversation-split.
  "splitConversation messageId": 409,
  "promote runId": 409,
  "promote comparedRunId": 409,
};

/** What only a paired computer, or the member whose it is, succeeds with: tests/worker/delegated-files. */
const OF_COMPUTERS: readonly string[] = ["delegate files", "reportWork files"];

/**
 * A draft is the member's own and says nothing of its files; whether they are the conversation's is asked for its preview, which needs a
 * project that is connected with GitHub: tests/worker/issue-creation.
 */
const OF_DRAFTS: readonly string[] = ["saveIssueDraft files", "previewCodeIssue files"];
const ELSEWHERE: readonly string[] = [...OF_COMPUTERS, ...OF_DRAFTS];

async function ask({ route, where, field, list }: Case, id: string, more: Record<string, unknown>): Promise<TestAnswer> {
  const valid = validRequest(route, world.own);
  const asked: TestRequest = { ...valid, [where]: { ...valid[where], ...more, [field]: list ? [id] : id } };
  const principal = route.who === "visitor" || route.who === "widget" ? "visitor" : "owner";
  return await send(`${world.served.url}${addressOf(route, world.own, asked)}`, route.method, asked, world.headersOf(principal));
}
/** The effect of a request: its text, or the tables that it changed, apart from counters, and whether the id is stored in them. */
function effectOf(route: Route, before: Dump, answer: TestAnswer, id: string): string {
  if (route.method === "GET") return answer.text;
  const changed = changes(before, world.tables.dump());
  const tables = changed
    .split("\n")
    .flatMap((line) => line.split(":")[0] ?? [])
    .filter((name) => name !== "abuse_counters")
    .join(" ");
  return changed.includes(id) ? `${tables}, with the id` : tables;
}

test("a foreign id in a body or a query is refused or ignored like a missing one, while the same request with an own id succeeds", async (t) => {
  const wrong: string[] = [];
  const caseName = ({ route, field }: Case): string => `${route.name} ${field}`;
  const found = routes.flatMap(casesOf);
  assert.deepEqual(
    ELSEWHERE.filter((name) => !found.some((each) => caseName(each) === name)),
    [],
  );
  const cases = found.filter((each) => !ELSEWHERE.includes(caseName(each)));
  for (const each of cases) {
    const what = caseName(each);
    const { make, more } = READY[what] ?? {};
    const all = new Map<string, { status: number; effect: string; text: string }>();
    for (const whose of ["own", "foreign", "missing"] as const) {
      const made = await make?.(world);
      const before = world.tables.dump();
      const id = whose === "own" ? (made ?? (world.own[each.names] as string)) : (world[whose][each.names] as string);
      const answer = await ask(each, id, more?.(world) ?? {});
      const { status, text } = answer;
      all.set(whose, {
        status,
        effect: effectOf(each.route, before, answer, id),
        text: text.replaceAll(/"requestId":"[^"]*"/g, "").replaceAll(id, ""),
      });
      world.tables.restore(world.before);
    }
    const [own, foreign, missing] = [all.get("own"), all.get("foreign"), all.get("missing")];
    if (!own || !foreign || !missing) continue;
    if (own.status >= 400 && own.status !== REFUSED[what])
      wrong.push(`${what}: the twin with an own id does not succeed: ${own.status} ${own.text.slice(0, 200)}`);
    if (foreign.status >= 400 && each.route.method !== "GET" && foreign.effect !== "")
      wrong.push(`${what}: refused with ${foreign.status}, and yet changed ${foreign.effect}`);
    if (OF_INSTALLATION.includes(what)) {
      if (foreign.effect !== own.effect || own.effect === "")
        wrong.push(`${what}: ${foreign.effect} of another project, ${own.effect} of an own one`);
      if (missing.status !== 404 || missing.effect !== "")
        wrong.push(`${what}: a missing one is answered ${missing.status} and changes ${missing.effect}`);
      continue;
    }
    if (foreign.status < 400 && foreign.effect === own.effect)
      wrong.push(`${what}: a foreign id does the same as an own one: ${foreign.effect.slice(0, 200)}`);
    if (foreign.status !== missing.status || foreign.effect !== missing.effect)
      wrong.push(`${what}: foreign (${foreign.status}) is told apart from missing (${missing.status})`);
  }
  void t.annotate(`${cases.length} fields`);
  assertNone(wrong);
  const names = cases.map(caseName);
  assert.deepEqual(
    [...Object.keys(READY), ...OF_INSTALLATION].filter((what) => !names.includes(what)),
    [],
    "no route has such a field any more",
  );
});
