// Wire contract of knowledge sources other than articles. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, line, page, prose, Revision, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { Audience, Locale, SourceKind } from "#modules/retrieval/contract";
import { Crawl, Crawler, WebsiteInput } from "./website/contract.ts";

export * from "./website/contract.ts";

/** Characters of a snippet or a saved answer. */
export const MAX_SNIPPET = 50_000;
/** Bytes of an uploaded file. */
export const MAX_ORIGINAL = 25_000_000;
/** Bytes of a file whose text the worker extracts, which needs all of it in memory. */
export const MAX_PLAIN_ORIGINAL = 8_000_000;
/** Characters of the text of one file. */
export const MAX_FILE_TEXT = 2_000_000;
export const MAX_SOURCES = 100;
/** Documents per project, including articles. */
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
  /** When all of it was last synced; for texts that members write, when one was last written. */
  syncedAt: v.nullable(Time),
  documents: v.number(),
  drafts: v.number(),
  waiting: v.number(),
  failed: v.number(),
  website: v.nullable(v.object({ ...WebsiteInput.entries, nextAt: v.nullable(Time) })),
  /** The latest crawl. */
  run: v.nullable(Crawl),
  /** Which service another module fills it from, such as GitHub, and how that goes; null: it is none of these. */
  filled: v.nullable(v.object({ by: v.string(), state: v.nullable(v.picklist(["running", "failed"])) })),
});
export type Source = v.InferOutput<typeof Source>;

export const ItemState = v.picklist(["draft", "waiting", "ready", "skipped", "failed", "removing"]);
export const Item = v.object({
  id: idOf("knowledgeItem"),
  title: v.string(),
  url: v.nullable(v.string()),
  state: ItemState,
  error: v.nullable(v.string()),
  /** Media type of an uploaded file. */
  type: v.nullable(v.string()),
  size: v.number(),
  parts: v.number(),
  revision: Revision,
  updatedAt: Time,
});
export type Item = v.InferOutput<typeof Item>;
/** `content`: the Markdown of a snippet or saved answer, or the beginning of a file's text. */
export const ItemText = v.object({ item: Item, content: v.string(), cut: v.boolean() });

const inProject = { projectId: idOf("project") };
const ofSource = { ...inProject, sourceId: idOf("knowledgeSource") };
const ofItem = { ...inProject, itemId: idOf("knowledgeItem") };
/** Languages of the project's readers, the default first. */
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
/** Changes audience, assistant use or language for all documents of the source at once. */
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
/** Removes it from search at once; what it stored is deleted in the background. */
export const removeSource = route({
  name: "removeSource",
  method: "DELETE",
  path: `${ADMIN}/sources/:sourceId`,
  who: "admin",
  params: ofSource,
  reply: Done,
  errors: ["conflict"],
});

/** `q` filters by words of the title or the address. */
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
/** An operator's snippet stays a draft until an admin publishes it. */
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
/** For snippets and saved answers. 409 with the current revision if somebody else changed it first. */
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
/** Saves an answer of a conversation as knowledge, as edited. It is removed when the conversation's customer is erased. */
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
    /** Absent: the project's oldest source of saved answers in the language, or a new one that only the team can read. */
    sourceId: v.optional(idOf("knowledgeSource")),
    /** Absent: the language of the source, or the project's default. */
    locale: v.optional(Locale),
    publish: v.boolean(),
  }),
  status: 201,
  reply: OneItem,
  errors: ["conflict"],
});

/** The file as the raw body. The text of Text, Markdown, HTML and CSV is extracted here; for other kinds it follows with `sendFileText`. */
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
/** The text that a browser extracted from a PDF or DOCX file, as a raw UTF-8 body. */
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
