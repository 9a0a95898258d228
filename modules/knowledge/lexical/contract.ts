// Searching what is known: the wire. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { Audience, Locale } from "../words/contract.ts";

/** Longest question that is looked for. */
export const MAX_QUESTION = 400;
export const SOURCE_KINDS = ["articles", "snippets", "files", "answers", "website"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export const KnowledgeHit = v.object({
  documentId: idOf("knowledgeDocument"),
  sourceId: idOf("knowledgeSource"),
  kind: v.picklist(SOURCE_KINDS),
  /** The source's own name of the document, such as an article's id with its locale. */
  key: v.string(),
  title: v.string(),
  /** Where people can read it; null: nowhere. */
  url: v.nullable(v.string()),
  locale: v.string(),
  audience: Audience,
  /** The headings that the passage stands under; empty under the title. */
  heading: v.string(),
  quote: v.string(),
  /** Begin and end of the question's words in the quote. */
  marks: v.array(v.tuple([v.number(), v.number()])),
  /** The piece that the quote is of, Markdown. */
  text: v.string(),
  score: v.number(),
});
export type KnowledgeHit = v.InferOutput<typeof KnowledgeHit>;

/**
 * What answers a question, of everything that the project's team may find, best first. `semantic` says whether meaning was searched
 * besides words: `off` = not set up, `down` = set up, but it did not answer.
 */
export const searchKnowledge = route({
  name: "searchKnowledge",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/knowledge",
  who: "member",
  params: { projectId: idOf("project") },
  query: v.object({
    q: v.pipe(v.string(), v.minLength(1, "Write what to look for."), atMost(MAX_QUESTION)),
    locale: v.optional(Locale),
    kind: v.optional(v.picklist(SOURCE_KINDS)),
    /** `1` while the last word is still being typed. */
    live: v.optional(v.literal("1")),
  }),
  reply: v.object({
    hits: v.array(KnowledgeHit),
    semantic: v.picklist(["off", "on", "down"]),
    /** The question with other words in the place of misspelt ones; null: as it was typed. */
    readAs: v.nullable(v.string()),
  }),
});
