// Wire contract of the search over conversations. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost, ClientId, Cursor, Done, line, noNul, Time, wellFormed } from "#kernel/wire/values.ts";
import { AuthorRole, ConversationIdField, Status } from "#modules/conversations/contract";
import * as v from "valibot";

export { dayOf, FILTERS, type FilterName, filterText, parseQuery, type TypedFilter, type TypedQuery } from "./contract/parse-query.ts";

const inProject = { projectId: idOf("project") };
/** Characters of a search at most. */
export const MAX_QUERY = 300;
const Query = v.pipe(v.string(), noNul, v.trim(), atMost(MAX_QUERY), wellFormed);

/** Start and end of each word that was searched, in UTF-16 units. */
const Marks = v.array(v.tuple([v.number(), v.number()]));
export const SearchHit = v.object({
  messageId: idOf("message"),
  /** The place in the conversation: `#r12` in the thread's address. */
  revision: v.number(),
  kind: v.picklist(["message", "note"]),
  authorRole: AuthorRole,
  authorId: v.nullable(v.string()),
  /** The name of a member; null for others. */
  authorName: v.nullable(v.string()),
  createdAt: Time,
  /** The passage with the words, as plain text. */
  quote: v.string(),
  marks: Marks,
  /** A file of the message whose name has the words. */
  file: v.nullable(v.object({ name: v.string(), marks: Marks })),
});
export type SearchHit = v.InferOutput<typeof SearchHit>;
export const FoundConversation = v.object({
  id: ConversationIdField,
  contact: v.object({ id: idOf("contact"), name: v.nullable(v.string()), email: v.nullable(v.string()), state: v.string() }),
  status: Status,
  assigneeId: v.nullable(idOf("account")),
  subject: v.nullable(v.string()),
  /** Its best hits, at most three. */
  hits: v.array(SearchHit),
  /** Further hits of this page in it. */
  more: v.number(),
});
export type FoundConversation = v.InferOutput<typeof FoundConversation>;

/**
 * Finds messages and notes, grouped by conversation, best first. `q`: words, `"a phrase"`, `-without`, and the filters `from:`, `to:`,
 * `assignee:`, `before:`, `after:`, `has:file`, `is:`, `in:`. A page covers a part of the history, newest first, and `next` goes on from there;
 * a page may be empty and still have a `next`. 400 `invalid_request` for a filter that cannot be read, with a sentence.
 */
export const searchConversations = route({
  name: "searchConversations",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversation-search",
  who: "member",
  params: inProject,
  query: v.object({
    q: Query,
    cursor: v.optional(Cursor),
    /** `1` while the last word is still being typed: fewer and faster hits. */
    live: v.optional(v.literal("1")),
    /** Minutes east of UTC of whoever asks, for the days of `before:` and `after:`. */
    offset: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,3}$/, "must be minutes"), v.transform(Number))),
  }),
  reply: v.object({
    items: v.array(FoundConversation),
    next: v.nullable(v.string()),
    /** The words as they were corrected; null if none was. */
    readAs: v.nullable(v.string()),
    /** No message has all the words: these have some. */
    isPartial: v.boolean(),
    /** Older messages are still being indexed. */
    isIndexing: v.boolean(),
  }),
});

/** A search that a member keeps. */
export const SavedSearch = v.object({ id: idOf("savedSearch"), name: v.string(), q: v.string(), createdAt: Time });
export type SavedSearch = v.InferOutput<typeof SavedSearch>;
export const MAX_SAVED = 50;
export const MAX_NAME = 60;

/** The caller's own, by name. */
export const listSavedSearches = route({
  name: "listSavedSearches",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/saved-searches",
  who: "member",
  params: inProject,
  reply: v.object({ items: v.array(SavedSearch) }),
});
/** At most 50 for a member. */
export const saveSearch = route({
  name: "saveSearch",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/saved-searches",
  who: "member",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, name: line(MAX_NAME), q: line(MAX_QUERY) }),
  reply: v.object({ search: SavedSearch }),
  status: 201,
  errors: ["conflict"],
});
/** One that does not exist, or is somebody else's, is answered like one that was deleted. */
export const deleteSavedSearch = route({
  name: "deleteSavedSearch",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/saved-searches/:searchId",
  who: "member",
  params: { ...inProject, searchId: idOf("savedSearch") },
  reply: Done,
});

export const searchPath = (projectId: string): string => `/projects/${projectId}/search`;
