// Wire contract of inserting articles into answers. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Audience, Locale } from "#modules/retrieval/contract";
import * as v from "valibot";

/** Something that is known, with what of it may go to whom. */
export const Insertable = v.object({
  documentId: idOf("knowledgeDocument"),
  title: v.string(),
  locale: Locale,
  audience: Audience,
  /** The passage that fits, in plain words. */
  quote: v.string(),
  /** The article, whose whole text can be inserted; null for other knowledge, which is inserted as its passage. */
  article: v.nullable(v.object({ id: idOf("article"), locale: Locale })),
  /** The passage, Markdown. */
  text: v.string(),
  /** Where a customer can open it; null: nowhere. */
  url: v.nullable(v.string()),
});
export type Insertable = v.InferOutput<typeof Insertable>;

const inProject = { projectId: idOf("project") };

/** Searches all that the team may read, for somebody who writes an answer. At most eight. */
export const findToInsert = route({
  name: "findToInsert",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/insertable",
  who: "member",
  params: inProject,
  query: v.object({ q: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) }),
  reply: v.object({ items: v.array(Insertable), semantic: v.picklist(["off", "on", "down"]), readAs: v.nullable(v.string()) }),
});
/** The published text of an article, Markdown. */
export const readToInsert = route({
  name: "readToInsert",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/insertable/:articleId",
  who: "member",
  params: { ...inProject, articleId: idOf("article") },
  query: v.object({ locale: Locale }),
  reply: v.object({ title: v.string(), content: v.string() }),
});
