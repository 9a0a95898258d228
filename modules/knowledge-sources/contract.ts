// Knowledge sources other than articles: the wire. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, line, page, prose, Revision, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { Audience, Locale, SourceKind } from "#modules/retrieval/contract";
import { Crawl, Crawler, WebsiteInput } from "./website/contract.ts";

export * from "./website/contract.ts";

/** Characters of a snippet or an answer. */
export const MAX_SNIPPET = 50_000;
/** Bytes of an uploaded original. */
export const MAX_ORIGINAL = 25_000_000;
/** Bytes of an original whose text is made in the worker, which holds all of it at once. */
export const MAX_PLAIN_ORIGINAL = 8_000_000;
/** Characters of the text of one file. */
export const MAX_FILE_TEXT = 2_000_000;
export const MAX_SOURCES = 100;
/** Documents of one project, articles included. */
export const MAX_DOCUMENTS = 20_000;

export const sourcesPath = (projectId: string): string => `/projects/${projectId}/help/sources`;
export const sourcePath = (projectId: string, sourceId: string): string => `${sourcesPath(projectId)}/${sourceId}`;

export const Source = v.object({
  id: idOf("knowledgeSource"),
  kind: SourceKind,
  name: v.string(),
  audience: Audience,
  /** Whether the assistant uses it. */
  assistant: v.boolean(),
  locale: Locale,
  createdAt: Time,
  /** When all of it was last brought in; for what people write themselves, when somebody last did. */
  syncedAt: v.nullable(Time),
  documents: v.number(),
  drafts: v.number(),
  waiting: v.number(),
  failed: v.number(),
  website: v.nullable(v.object({ ...WebsiteInput.entries, nextAt: v.nullable(Time) })),
  /** The latest run. */
  run: v.nullable(Crawl),
});
export type Source = v.InferOutput<typeof Source>;

export const ItemState = v.picklist(["draft", "waiting", "ready", "skipped", "failed", "removing"]);
export const Item = v.object({
  id: idOf("knowledgeItem"),
  title: v.string(),
  url: v.nullable(v.string()),
  state: ItemState,
  error: v.nullable(v.string()),
  /** Media type of an uploaded original. */
  type: v.nullable(v.string()),
  size: v.number(),
  parts: v.number(),
  revision: Revision,
  updatedAt: Time,
});
export type Item = v.InferOutput<typeof Item>;
/** `content`: Markdown of snippets and answers; of a file the beginning of its text. */
export const ItemText = v.object({ item: Item, content: v.string(), cut: v.boolean() });

const inProject = { projectId: idOf("project") };
const ofSource = { ...inProject, sourceId: idOf("knowledgeSource") };
const ofItem = { ...inProject, itemId: idOf("knowledgeItem") };
/** Of the project's readers, the default first. */
const Languages = v.array(Locale);
const BASE = "/api/dashboard/projects/:projectId/knowledge";
const ADMIN = "/api/management/projects/:projectId/knowledge";
const OneSource = v.object({ source: Source });
const OneItem = v.object({ item: Item });
const Title = line(200);
const Content = prose(MAX_SNIPPET);
const MadeKind = v.picklist(["snippets", "files", "answers", "website"]);

export const listSources = route({
  name: "listSources",
  method: "GET",
  path: `${BASE}/sources`,
  who: "member",
  params: inProject,
  reply: v.object({ items: v.array(Source), languages: Languages, crawler: Crawler }),
});
export const createSource = route({
  name: "createSource",
  method: "POST",
  path: `${ADMIN}/sources`,
  who: "admin",
  params: inProject,
  body: v.strictObject({
    clientId: ClientId,
    kind: MadeKind,
    name: line(120),
    audience: Audience,
    assistant: v.boolean(),
    locale: Locale,
    website: v.optional(WebsiteInput),
  }),
  status: 201,
  reply: OneSource,
  errors: ["conflict", "not_configured"],
});
export const readSource = route({
  name: "readSource",
  method: "GET",
  path: `${BASE}/sources/:sourceId`,
  who: "member",
  params: ofSource,
  reply: v.object({ source: Source, languages: Languages, crawler: Crawler }),
});
/** Who may read it, the assistant's use and the language change for all its documents at once. */
export const changeSource = route({
  name: "changeSource",
  method: "PATCH",
  path: `${ADMIN}/sources/:sourceId`,
  who: "admin",
  params: ofSource,
  body: v.strictObject({
    name: v.optional(line(120)),
    audience: v.optional(Audience),
    assistant: v.optional(v.boolean()),
    locale: v.optional(Locale),
    website: v.optional(WebsiteInput),
  }),
  reply: OneSource,
  errors: ["conflict", "not_configured"],
});
/** Nothing of it is found from then on; what it stored is taken away in the background. */
export const removeSource = route({
  name: "removeSource",
  method: "DELETE",
  path: `${ADMIN}/sources/:sourceId`,
  who: "admin",
  params: ofSource,
  reply: Done,
  errors: ["conflict"],
});

/** `q` finds by words of the title or the address. */
export const listItems = route({
  name: "listItems",
  method: "GET",
  path: `${BASE}/sources/:sourceId/items`,
  who: "member",
  params: ofSource,
  query: v.object({
    cursor: v.optional(Cursor),
    q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
    state: v.optional(ItemState),
  }),
  reply: page(Item),
});
export const readItem = route({
  name: "readItem",
  method: "GET",
  path: `${BASE}/items/:itemId`,
  who: "member",
  params: ofItem,
  reply: ItemText,
});
/** What an operator writes stays a draft until an admin publishes it. */
export const writeSnippet = route({
  name: "writeSnippet",
  method: "POST",
  path: `${BASE}/sources/:sourceId/snippets`,
  who: "member",
  params: ofSource,
  body: v.strictObject({ clientId: ClientId, title: Title, content: Content, publish: v.boolean() }),
  status: 201,
  reply: OneItem,
  errors: ["conflict"],
});
/** For snippets and answers. 409 with the current revision when somebody else was quicker. */
export const changeItem = route({
  name: "changeItem",
  method: "PATCH",
  path: `${BASE}/items/:itemId`,
  who: "member",
  params: ofItem,
  body: v.strictObject({ revision: Revision, title: Title, content: Content, publish: v.boolean() }),
  reply: OneItem,
  errors: ["conflict"],
});
export const removeItem = route({
  name: "removeItem",
  method: "DELETE",
  path: `${ADMIN}/items/:itemId`,
  who: "admin",
  params: ofItem,
  reply: Done,
  errors: ["conflict"],
});
/** Keeps an answer of a conversation as knowledge, as edited. It goes when the customer of the conversation is erased. */
export const chooseAnswer = route({
  name: "chooseAnswer",
  method: "POST",
  path: `${BASE}/answers`,
  who: "member",
  params: inProject,
  body: v.strictObject({
    clientId: ClientId,
    messageId: idOf("message"),
    question: Title,
    answer: Content,
    /** Without one: the project's oldest source of answers in the language, or a new one that only the team reads. */
    sourceId: v.optional(idOf("knowledgeSource")),
    /** Without one: the language of the source, or the project's first. */
    locale: v.optional(Locale),
    publish: v.boolean(),
  }),
  status: 201,
  reply: OneItem,
  errors: ["conflict"],
});

/** The original as the raw body. Text, Markdown, HTML and CSV are read here; for others the text follows by `sendFileText`. */
export const uploadSourceFile = route({
  name: "uploadSourceFile",
  method: "POST",
  path: `${ADMIN}/sources/:sourceId/files`,
  who: "admin",
  params: ofSource,
  query: v.object({ name: line(255), clientId: ClientId }),
  body: "raw",
  status: 201,
  reply: OneItem,
  errors: ["length_required", "too_large", "unsupported_type", "conflict"],
});
/** The text that a browser made of a PDF or DOCX file, as a raw body of UTF-8. */
export const sendFileText = route({
  name: "sendFileText",
  method: "PUT",
  path: `${ADMIN}/items/:itemId/text`,
  who: "admin",
  params: ofItem,
  body: "raw",
  reply: OneItem,
  errors: ["length_required", "too_large", "conflict"],
});
export const readOriginal = route({
  name: "readOriginal",
  method: "GET",
  path: `${BASE}/items/:itemId/original`,
  who: "member",
  params: ofItem,
  reply: "raw",
});
