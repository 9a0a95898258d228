// Wire contract of retrieval. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";
import { Audience, Locale, MAX_QUESTION, SourceKind } from "./contract/values.ts";

export * from "./contract/values.ts";

export const KnowledgeHit = v.object({
  documentId: idOf("knowledgeDocument"),
  sourceId: idOf("knowledgeSource"),
  kind: SourceKind,
  /** The source's own id of the document, such as an article's id with its locale. */
  key: v.string(),
  title: v.string(),
  /** The address at which it can be read; null for none. */
  url: v.nullable(v.string()),
  locale: v.string(),
  audience: Audience,
  /** The headings above the passage; empty directly below the title. */
  heading: v.string(),
  quote: v.string(),
  /** Start and end of the question's words in the quote. */
  marks: v.array(v.tuple([v.number(), v.number()])),
  /** The chunk that contains the quote, as Markdown. */
  text: v.string(),
  /** Orders the hits of one response; not comparable with those of another. */
  score: v.number(),
  /** Share of the question's weight that the document contains, from 0 to 1. Greetings, filler and stop words have no weight. */
  coverage: v.number(),
  /** How well the document answers the question, from 0 to 1; comparable between questions. */
  confidence: v.number(),
});
export type KnowledgeHit = v.InferOutput<typeof KnowledgeHit>;

/**
 * Searches everything that the project's team may find, best hits first. `semantic`: whether meaning was searched in addition to words:
 * `off` = not set up, `down` = set up but failing.
 */
export const searchKnowledge = route({
  name: "searchKnowledge",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/knowledge",
  who: "member",
  params: { projectId: idOf("project") },
  query: v.object({
    q: v.pipe(v.string(), v.minLength(1, m.retrieval_write_question), atMost(MAX_QUESTION)),
    locale: v.optional(Locale),
    kind: v.optional(SourceKind),
    /** `1` while the last word is still being typed. */
    live: v.optional(v.literal("1")),
  }),
  reply: v.object({
    hits: v.array(KnowledgeHit),
    semantic: v.picklist(["off", "on", "down"]),
    /** The corrected question; null if nothing was corrected. */
    readAs: v.nullable(v.string()),
    /** Whether the best hit fits well. If not, the hits are only the nearest. */
    fits: v.boolean(),
    /** The confidence of the best hit; 0 without hits. */
    confidence: v.number(),
  }),
});
