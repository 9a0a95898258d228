// The drafts that are open or still being saved. They outlive the composer: whoever comes back finds what they wrote, and nothing is saved twice.
import { call } from "#dashboard/api.ts";
import { afterPaint } from "#dashboard/after-paint.ts";
import { store, type Store } from "#dashboard/store.ts";
import { CallError } from "#kernel/wire/route.ts";
import { MAX_FILES_PER_MESSAGE } from "#modules/files/contract";
import { type Draft, saveDraft } from "#modules/conversations/contract";
import { type DraftSaver, type SavedState, startSaver } from "./draft-saver.ts";
import { wasErased } from "./bridge.ts";
import type { ThreadContext } from "./outgoing.ts";
import { changeDrafts, isErasedIn } from "./queries.ts";
import { dropUnsavedDraft, type HeldDraft, joinDrafts, keepUnsavedDraft, readUnsavedDraft } from "./unsaved-drafts.ts";

export interface OpenDraft {
  readonly saver: DraftSaver;
  readonly saved: Store<SavedState>;
}
interface Entry extends OpenDraft {
  /** How many composers show it. */
  shownBy: number;
}
const entries = new Map<string, Entry>();
const keyOf = ({ me, conversationId }: ThreadContext, kind: Draft["kind"]): string => `${me} ${conversationId} ${kind}`;

/** The draft of a composer that opens, `draft` being what is known of the server's. */
export function draftOf(context: ThreadContext, kind: Draft["kind"], draft: HeldDraft | undefined): OpenDraft {
  const { projectId, conversationId } = context;
  const key = keyOf(context, kind);
  const open = entries.get(key);
  if (open) return open;
  const joined = joinDrafts(readUnsavedDraft(context, kind), draft);
  const saved = store<SavedState>("no");
  const saver = startSaver(joined.draft, joined.isSaved, joined.serverMayHave, {
    async put({ content, attachments }, had, leaving) {
      if (isErasedIn(projectId, conversationId)) return;
      // Emptied, it is emptied too where it went along to with a merge meanwhile.
      const emptied = had && { was: had.content, wasAttachments: had.files.slice(-MAX_FILES_PER_MESSAGE) as never };
      const body = { content, attachments: attachments.map((file) => file.id) as never, ...emptied };
      await call(saveDraft, { params: { projectId, conversationId, kind }, body, keepalive: leaving });
    },
    hold: ({ content, attachments }, confirmed) =>
      changeDrafts(context, (drafts) => [
        ...drafts.filter((other) => other.kind !== kind),
        ...(content || attachments.length > 0
          ? [{ kind, content, attachments: [...attachments], updatedAt: new Date().toISOString(), ...(!confirmed && { unsaved: true }) }]
          : []),
      ]),
    keep: (one, serverMayHave) => isErasedIn(projectId, conversationId) || keepUnsavedDraft(context, kind, one, serverMayHave),
    drop: (state) => dropUnsavedDraft(context, kind, state),
    failed(cause) {
      if (wasErased(context, cause)) return "erased";
      const isLasting = cause instanceof CallError && cause.status >= 400 && cause.status < 500 && cause.status !== 429;
      return isLasting ? "never" : "again";
    },
    // The letter does not wait for it.
    show: (state) => (state === "no" ? saved.get() === "no" || afterPaint(() => saved.set("no")) : saved.set(state)),
    settled: () => forgetIdle(key),
    wait: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  const entry: Entry = { saver, saved, shownBy: 0 };
  entries.set(key, entry);
  return entry;
}

function forgetIdle(key: string): void {
  const entry = entries.get(key);
  if (entry?.shownBy === 0 && entry.saver.isSettled()) entries.delete(key);
}

/** A composer shows the draft from now on. Answers what ends that: what is not saved is saved then. */
export function showDraft(context: ThreadContext, kind: Draft["kind"], open: OpenDraft): () => void {
  const key = keyOf(context, kind);
  const entry = open as Entry;
  entry.shownBy++;
  entries.set(key, entry);
  return () => {
    entry.shownBy--;
    entry.saver.flush(false);
    forgetIdle(key);
  };
}

/** Whether a composer has the draft, or it is being saved. */
export const isDraftOpen = (context: ThreadContext, kind: Draft["kind"]): boolean => entries.has(keyOf(context, kind));
/** The server deleted the draft with the message that was sent. What was written since is saved again. */
export const draftDeleted = (context: ThreadContext, kind: Draft["kind"]): void => entries.get(keyOf(context, kind))?.saver.deleted();
