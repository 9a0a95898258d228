// Stores one crawled page as documents, unless it is unchanged.
import { numberText } from "#kernel/language/numbers.ts";
import { derivedId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import { writeRemoveDocuments } from "#modules/retrieval";
import { m } from "#messages";
import { MAX_DOCUMENTS } from "../contract.ts";
import { hashOf, writePartOf } from "../write-item-document.ts";
import { isUnchanged, documentKeysOf, readDocumentCount, type Visibility } from "../queries.ts";
import { MAX_DOCUMENT, partsOf } from "../rules.ts";
import {
  hasCounted,
  isQueued,
  type KnownPage,
  type Outcome,
  readTwin,
  type Run,
  writeCounted,
  writeCountedPage,
  writePage,
} from "./queries.ts";

export interface FoundPage {
  /** The normalised address of the page. */
  readonly key: string;
  readonly title: string;
  /** Markdown; empty for a page that could not be read. */
  readonly content: string;
  readonly etag?: string | null | undefined;
  /** Why it is not kept. `gone`: the site says that it no longer exists. */
  readonly problem?: { readonly message: string; readonly kind: "failed" | "skipped" | "gone" } | undefined;
  /** The page is unchanged since the last crawl. */
  readonly unchanged?: boolean;
  /** The address that the page declares as canonical. */
  readonly canonical?: string | undefined;
  /** Pages that it links to. */
  readonly links?: readonly string[];
}

export const pageId = (sourceId: string, key: string) => derivedId("knowledgeItem", `${sourceId}\n${key}`);

/**
 * Stores the page and counts it in one batch, once: by its position among the provider's results, or by its place in the queue. Returns
 * false if the source was changed meanwhile and the page has to be stored again.
 */
export async function storePage(
  ctx: Pick<Ctx, "db" | "clock">,
  run: Run,
  source: Visibility,
  known: KnownPage | undefined,
  page: FoundPage,
  position: number | undefined,
): Promise<boolean> {
  const now = ctx.clock.now();
  const id = known?.id ?? (await pageId(run.sourceId, page.key));
  const parts = page.problem || page.unchanged ? [] : partsOf(page.content.slice(0, 5 * MAX_DOCUMENT));
  const hash = page.unchanged ? (known?.hash ?? "") : hashOf(page.title, page.content);
  let problem = page.problem;
  if (!problem && !page.unchanged && page.content.trim() === "") problem = { message: m.knowledge_sources_page_no_text(), kind: "skipped" };
  const isSame = known !== undefined && known.parts > 0 && (page.unchanged === true || known.hash === hash);
  if (!problem) {
    const [count = 0, twin] = await ctx.db.read(readDocumentCount(run.projectId), readTwin(run, page.key, hash, page.canonical));
    if (twin !== undefined) problem = { message: m.knowledge_sources_same_page({ address: twin }), kind: "skipped" };
    else if (!isSame && count + parts.length - (known?.parts ?? 0) > MAX_DOCUMENTS)
      problem = { message: m.knowledge_sources_full({ max: numberText(MAX_DOCUMENTS) }), kind: "skipped" };
  }
  const same = isSame && !problem;
  const outcome: Outcome = problem ? (problem.kind === "gone" ? "failed" : problem.kind) : same ? "unchanged" : "stored";
  // A page that could not be read this time keeps its previous content, unless it is gone.
  const keeps = problem?.kind === "failed" && known !== undefined && known.parts > 0;
  const held = isUnchanged(run.projectId, source);
  const counts = position === undefined ? writeCountedPage(run, id, outcome) : sql`${writeCounted(run, position, outcome)} AND ${held}`;
  const when = position === undefined ? sql`${isQueued(run, id)} AND ${held}` : sql`${hasCounted(run, position)} AND ${held}`;
  const count = same ? known.parts : problem ? (keeps ? known.parts : 0) : parts.length;
  const documents =
    same || keeps
      ? []
      : [
          ...(
            await Promise.all(
              parts.map((part, i) =>
                writePartOf({ id, projectId: run.projectId, title: page.title, url: page.key }, source, i + 1, part, now, when),
              ),
            )
          ).flat(),
          ...((known?.parts ?? 0) > count ? writeRemoveDocuments(run.projectId, run.sourceId, documentKeysOf([id], count + 1), when) : []),
        ];
  const seen = {
    id,
    key: page.key,
    title: keeps || same ? known.title : page.title || page.key,
    state: problem ? (problem.kind === "gone" ? ("failed" as const) : problem.kind) : ("ready" as const),
    error: problem?.message ?? null,
    hash: keeps ? known.hash : problem ? "" : hash,
    etag: page.etag ?? (page.unchanged || keeps ? (known?.etag ?? null) : null),
    parts: count,
    now,
  };
  // A queued page leaves the queue in the last statement, after its documents; a result of the provider is counted first.
  const statements =
    position === undefined
      ? [sql`${counts} AND ${held}`, ...documents, writePage(run, seen, when)]
      : [counts, ...documents, writePage(run, seen, when)];
  const [counted] = await ctx.db.commit(statements);
  return counted === 1;
}
