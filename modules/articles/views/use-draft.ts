// Hook for the draft in the editor: stored in this browser at once, saved after a pause in typing, and never over somebody else's change.
import { call } from "#dashboard/api.ts";
import { isOnline, onConnection } from "#dashboard/online.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type ArticleSummary, type ArticleText, readArticle, saveArticleText } from "../contract.ts";
import { callOnLeaving, useBeforeUnload } from "./before-unload.ts";
import { discardLocalDraft, isStoredLocally, storeLocalDraft, localDraftKey, readLocalDraft } from "./local-drafts.ts";
import { patchArticle, rereadLists } from "./queries.ts";

export interface DraftFields {
  readonly title: string;
  /** Null: follows the title; undefined: unchanged. */
  readonly slug?: string | null | undefined;
  readonly summary: string;
  readonly content: string;
}
/** Saved, waiting, saving, offline, in conflict with somebody else's change, or refused with the reason. */
export type SaveState =
  | { readonly kind: "saved" | "waiting" | "saving" }
  /** `kept`: stored in this browser; false when its storage is full or disabled, so that only this page has the text. */
  | { readonly kind: "offline"; readonly kept: boolean }
  | { readonly kind: "conflict"; readonly theirs: ArticleText }
  | { readonly kind: "refused"; readonly why: string };

const PAUSE = 1200;
/**
 * Who types without a pause is saved this long after the first unsaved change. The editor reports a change after two seconds at the latest,
 * so no more than ten seconds of writing are unsaved.
 */
const LONGEST_WAIT = 8000;
const AGAIN = 15_000;
/** A restored local draft is announced if it is older than this; a quick reload is not. */
const ANNOUNCE_AFTER = 60_000;

interface Options {
  readonly accountId: string;
  readonly projectId: string;
  readonly article: ArticleSummary;
  readonly locale: string;
  /** The saved text; null for a language without one. */
  readonly text: ArticleText | null;
}
export const fieldsOf = (text: DraftFields | null): DraftFields => ({
  title: text?.title ?? "",
  summary: text?.summary ?? "",
  content: text?.content ?? "",
});
/** All fields as one text, for comparison. */
export const asPlainText = ({ title, summary, content }: DraftFields): string =>
  [title, ...(summary === "" ? [] : [summary]), "", content].join("\n");
const isSame = (a: DraftFields, b: DraftFields): boolean =>
  a.title.trim() === b.title.trim() &&
  a.summary.trim() === b.summary.trim() &&
  a.content === b.content &&
  (a.slug === undefined || a.slug === b.slug);

interface Now {
  fields: DraftFields;
  state: SaveState;
  revision: number;
  busy: boolean;
  /** The page was left, so later changes are saved at once. */
  gone: boolean;
  /** The text whose save got no response; the server may have stored it. */
  lost: DraftFields | undefined;
  /** The save under way; resolves as `save` does. */
  running: Promise<ArticleText | undefined> | undefined;
  /** When the first change was made that no save has sent yet, in milliseconds since 1970. */
  since: number | undefined;
}

/** The draft of one article in one language. */
export function useDraft({ accountId, projectId, article, locale, text }: Options) {
  const key = localDraftKey(article.id, locale);
  const [first] = useState(() => {
    const kept = readLocalDraft(accountId, key);
    return kept && !isSame(kept, { ...fieldsOf(text), slug: text?.slug ?? null }) ? kept : undefined;
  });
  const [fields, setFields] = useState<DraftFields>(() => (first ? { ...fieldsOf(first), slug: first.slug } : fieldsOf(text)));
  const [state, setState] = useState<SaveState>(() =>
    first === undefined
      ? { kind: "saved" }
      : text && first.revision !== text.revision
        ? { kind: "conflict", theirs: text }
        : { kind: "waiting" },
  );
  // Changes when the editor must start again with another text.
  const [round, setRound] = useState(0);
  const now = useRef<Now>({
    fields,
    state,
    revision: text?.revision ?? 0,
    busy: false,
    gone: false,
    lost: undefined,
    running: undefined,
    since: undefined,
  });
  useEffect(() => void (now.current = { ...now.current, fields, state }));
  const to = useCallback((next: SaveState): void => {
    now.current.state = next;
    setState(next);
  }, []);

  const put = useCallback(
    (stored: ArticleText): void => {
      patchArticle(projectId, article.id, locale, { text: stored });
    },
    [projectId, article.id, locale],
  );
  const send = useCallback(
    async (over: number | undefined, leaving: boolean): Promise<ArticleText | undefined> => {
      now.current.busy = true;
      const sent = now.current.fields;
      now.current.since = undefined;
      to({ kind: "saving" });
      try {
        const { title, summary, content } = sent;
        // A slug that is still being typed may end in a hyphen.
        const slug = sent.slug?.replace(/-$/, "") ?? sent.slug;
        const answer = await (leaving ? callOnLeaving : call)(saveArticleText, {
          params: { projectId, articleId: article.id, locale },
          body: { revision: over ?? now.current.revision, title, summary, content, ...(slug === undefined ? {} : { slug }) },
        });
        now.current.revision = answer.text.revision;
        now.current.lost = undefined;
        put(answer.text);
        void rereadLists(projectId);
        const isLatest = now.current.fields === sent;
        if (isLatest) {
          // Another window may have stored a different draft of the same text meanwhile.
          discardLocalDraft(accountId, key, sent);
          // Show the stored slug: a taken one gets a number.
          const settled: DraftFields = { ...sent, slug: undefined };
          if (slug !== undefined && slug !== null && slug !== answer.text.slug) {
            now.current.fields = settled;
            setFields(settled);
          }
        }
        to({ kind: isLatest ? "saved" : "waiting" });
        return answer.text;
      } catch (error) {
        const refused = error instanceof CallError ? error : undefined;
        if (refused?.problem.code === "stale_frontier") {
          const { text: theirs } = await call(readArticle, { params: { projectId, articleId: article.id }, query: { locale } }).catch(
            () => ({ text: null }),
          );
          if (theirs && now.current.lost && isSame(now.current.lost, theirs)) {
            // Not a conflict: it is our own text, whose save got no response.
            now.current.revision = theirs.revision;
            now.current.lost = undefined;
            put(theirs);
            to({ kind: "waiting" });
          } else to(theirs ? { kind: "conflict", theirs } : { kind: "offline", kept: isStoredLocally(accountId, key, now.current.fields) });
        } else if (refused?.status === 401) {
          // The session has ended: the page goes to the sign-in and returns to the local draft.
          to({ kind: "waiting" });
        } else if (!refused || refused.status === 0 || refused.status >= 500) {
          now.current.lost = sent;
          to({ kind: "offline", kept: isStoredLocally(accountId, key, now.current.fields) });
        } else to({ kind: "refused", why: refused.problem.issues?.[0]?.message ?? refused.problem.error });
        return undefined;
      } finally {
        now.current.busy = false;
      }
    },
    [projectId, article.id, locale, accountId, key, put, to],
  );
  const save = useCallback(
    async (over?: number, leaving = false): Promise<ArticleText | undefined> => {
      if (now.current.busy) return undefined;
      const running = send(over, leaving);
      now.current.running = running;
      return await running;
    },
    [send],
  );

  const write = useCallback(
    (change: Partial<DraftFields>): void => {
      const next = { ...now.current.fields, ...change };
      now.current.fields = next;
      now.current.since ??= Date.now();
      setFields(next);
      storeLocalDraft(accountId, { key, projectId, revision: now.current.revision, ...next });
      if (now.current.state.kind !== "conflict") to({ kind: now.current.busy ? "saving" : "waiting" });
      if (now.current.gone) void save();
    },
    [accountId, key, projectId, save, to],
  );
  // Saves after a pause, or when somebody has written without one for long; retries while offline, and at once when online again.
  const { kind } = state;
  useEffect(() => {
    if (kind !== "waiting" && kind !== "offline") return;
    const longest = (now.current.since ??= Date.now()) + LONGEST_WAIT - Date.now();
    const timer = setTimeout(() => void save(), kind === "waiting" ? Math.max(0, Math.min(PAUSE, longest)) : AGAIN);
    const stop = onConnection(() => kind === "offline" && isOnline() && void save());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [kind, fields, save]);
  // Saves when the screen is left, including what the editor flushes when it unmounts.
  useEffect(() => {
    now.current.gone = false;
    return () => {
      now.current.gone = true;
      if (now.current.state.kind === "waiting") void save();
    };
  }, [save]);
  useBeforeUnload({
    hidden: () => void (now.current.state.kind === "waiting" && save(undefined, true)),
    holds: () => {
      const at = now.current.state.kind;
      return at === "waiting" || at === "saving" ? !isStoredLocally(accountId, key, now.current.fields) : at !== "saved";
    },
  });

  const begin = (other: DraftFields, revision: number): void => {
    now.current.revision = revision;
    now.current.fields = other;
    setFields(other);
    setRound((n) => n + 1);
  };
  const takeTheirs = (theirs: ArticleText): void => {
    begin(fieldsOf(theirs), theirs.revision);
    discardLocalDraft(accountId, key);
    put(theirs);
    to({ kind: "saved" });
  };
  const replace = (other: DraftFields): void => {
    begin({ ...fieldsOf(other), slug: now.current.fields.slug }, now.current.revision);
    write(fieldsOf(other));
  };
  const back = useEffectEvent(() => {
    if (first && text && state.kind === "waiting" && Date.now() - first.at > ANNOUNCE_AFTER)
      toast({ title: m.help_taken_up(), undo: () => replace(fieldsOf(text)) });
  });
  useEffect(() => back(), []);
  // Takes over a reloaded change of somebody else when there are no changes here.
  useEffect(() => {
    if (text && text.revision > now.current.revision && now.current.state.kind === "saved" && !now.current.busy) takeTheirs(text);
  });
  return {
    fields,
    state,
    round,
    write,
    /** Saves pending changes; undefined when that failed. */
    flush: async (): Promise<ArticleText | undefined> => {
      // A save may be under way, with this text or an earlier one.
      const stored = now.current.busy ? await now.current.running : undefined;
      return stored && now.current.state.kind === "saved" ? stored : await save();
    },
    /** Resolves a conflict by saving mine over theirs. */
    keepMine: (theirs: ArticleText): void => void save(theirs.revision),
    /** Resolves a conflict by discarding mine. */
    takeTheirs,
    /** Replaces the text, for instance by that of an earlier version. */
    replace,
  };
}
export type Draft = ReturnType<typeof useDraft>;
