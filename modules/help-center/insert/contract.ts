// Wire contract of inserting articles into answers. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Audience, Locale } from "#modules/retrieval/contract";
import * as v from "valibot";

/** One search result of the composer, with the parts of it that may be inserted. */
export const Insertable = v.object({
  documentId: idOf("knowledgeDocument"),
  title: v.string(),
  locale: Locale,
  audience: Audience,
  /** The matching passage as plain text. */
  quote: v.string(),
  /** The article whose whole text can be inserted. Null for other knowledge, of which only the passage can be. */
  article: v.nullable(v.object({ id: idOf("article"), locale: Locale })),
  /** The matching passage as Markdown. */
  text: v.string(),
  /** The address at which a customer can open it; null if there is none. */
  url: v.nullable(v.string()),
  /** Share of the question's weight that the document contains, from 0 to 1. */
  coverage: v.number(),
  /** How well the document answers the question, from 0 to 1. */
  confidence: v.number(),
});
export type Insertable = v.InferOutput<typeof Insertable>;

const inProject = { projectId: idOf("project") };

/** Searches everything that the team may read, for a member who writes an answer. Returns at most eight results. */
export const findToInsert = route({
  name: "findToInsert",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/insertable",
  who: "member",
  params: inProject,
  query: v.object({ q: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) }),
  reply: v.object({
    items: v.array(Insertable),
    semantic: v.picklist(["off", "on", "down"]),
    readAs: v.nullable(v.string()),
    /** Whether the best result fits well. If not, the results are only the nearest. */
    fits: v.boolean(),
  }),
});
/** Returns the published text of an article as Markdown. */
export const readToInsert = route({
  name: "readToInsert",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/insertable/:articleId",
  who: "member",
  params: { ...inProject, articleId: idOf("article") },
  query: v.object({ locale: Locale }),
  reply: v.object({ title: v.string(), content: v.string() }),
});
