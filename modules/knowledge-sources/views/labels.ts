// Labels of kinds, states and audiences.
import { m } from "#messages";
import { type Audience, type SourceKind, TEAM_AND_ASSISTANT, TEAM_ONLY } from "#modules/retrieval/contract";
import type { Crawl, Item, Source, Way } from "../contract.ts";

export const KINDS = ["snippets", "files", "answers", "website"] as const;
export const kindName: Readonly<Record<SourceKind, () => string>> = {
  articles: m.knowledge_kind_articles,
  snippets: m.knowledge_kind_snippets,
  files: m.knowledge_kind_files,
  answers: m.knowledge_kind_answers,
  website: m.knowledge_kind_website,
};
/** What a source is: its kind, or the service from which it is filled. */
export const kindOf = ({ kind, filled }: Pick<Source, "kind" | "filled">): string => filled?.by ?? kindName[kind]();
export const kindAbout: Readonly<Record<(typeof KINDS)[number], () => string>> = {
  snippets: m.knowledge_about_snippets,
  files: m.knowledge_about_files,
  answers: m.knowledge_about_answers,
  website: m.knowledge_about_website,
};
export const audienceName: Readonly<Record<Audience, () => string>> = {
  public: m.knowledge_audience_public,
  [TEAM_ONLY]: m.knowledge_audience_members,
  [TEAM_AND_ASSISTANT]: m.knowledge_audience_told,
};
export const wayName: Readonly<Record<Way, () => string>> = {
  pages: m.knowledge_way_pages,
  sitemap: m.knowledge_way_sitemap,
  crawler: m.knowledge_way_crawler,
};
export const itemState: Readonly<Record<Item["state"], () => string>> = {
  draft: m.knowledge_item_draft,
  waiting: m.knowledge_item_waiting,
  ready: m.knowledge_item_ready,
  skipped: m.knowledge_item_skipped,
  failed: m.knowledge_item_failed,
  removing: m.knowledge_item_removing,
};
export const itemTone = { draft: "note", waiting: "accent", ready: "ok", skipped: "neutral", failed: "bad", removing: "neutral" } as const;
export const runName: Readonly<Record<Crawl["state"], () => string>> = {
  starting: m.knowledge_run_starting,
  running: m.knowledge_run_running,
  reading: m.knowledge_run_reading,
  removing: m.knowledge_run_removing,
  done: m.knowledge_run_done,
  failed: m.knowledge_run_failed,
  aborted: m.knowledge_run_aborted,
};
export const isRunning = (run: Crawl | null): boolean => run !== null && run.finishedAt === null;

/** The status of a source; if several apply, the worst. */
export function sourceStatus(source: Source): {
  readonly text: string;
  readonly tone: "ok" | "bad" | "warn" | "accent" | "note" | "neutral";
} {
  if (isRunning(source.run)) return { text: m.knowledge_state_running(), tone: "accent" };
  if (source.run?.state === "failed") return { text: m.knowledge_state_failed(), tone: "bad" };
  if (source.filled?.state === "running") return { text: m.knowledge_state_syncing(), tone: "accent" };
  if (source.filled?.state === "failed") return { text: m.knowledge_state_sync_failed(), tone: "bad" };
  if (source.failed > 0) return { text: m.knowledge_state_problems({ count: source.failed }), tone: "warn" };
  if (source.waiting > 0) return { text: m.knowledge_state_waiting({ count: source.waiting }), tone: "accent" };
  if (source.drafts > 0) return { text: m.knowledge_state_drafts({ count: source.drafts }), tone: "note" };
  return source.documents === 0 ? { text: m.knowledge_state_empty(), tone: "neutral" } : { text: m.knowledge_state_ready(), tone: "ok" };
}
export const documentsText = (count: number): string => (count === 1 ? m.knowledge_document() : m.knowledge_documents({ count }));
