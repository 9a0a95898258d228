// The draft of a reply or note: text and files, stored on the server while it is written.
import { isOnline, onConnection } from "#dashboard/online.ts";
import { store, type Store } from "#dashboard/store.ts";
import { pathOf } from "#kernel/wire/route.ts";
import type { Attachment } from "#modules/files/contract";
import { type Uploads, useUploads } from "#modules/files/views";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { type Draft, uploadForReply } from "#modules/conversations/contract";
import {
  draftOf,
  draftState,
  type HeldDraft,
  NO_DRAFT,
  type OpenDraft,
  outboxOf,
  showDraft,
  type ThreadContext,
  type WrittenDraft,
} from "#modules/live-inbox/views";
import { isDraftOf } from "../actions/actions.ts";

export type Kind = Draft["kind"];
export interface DraftState {
  /** What is written, up to the last letter. Only what shows it subscribes, so that a letter draws nothing else. */
  readonly text: Store<string>;
  readonly uploads: Uploads;
  readonly empty: boolean;
  readonly saved: OpenDraft["saved"];
  write(text: string): void;
  /** Clears the draft after sending; the server deletes its copy too. */
  clear(): void;
  /** Restores what a refusal returned, in front of what was written since. */
  bringBack(content: string, attachments: readonly Attachment[]): void;
}
/**
 * The draft of one kind (reply or note). It is restored when the thread opens, also from another device or from before a reload, and saved
 * 800 ms after a change.
 */
export function useDraft(
  context: ThreadContext,
  kind: Kind,
  draft: HeldDraft | undefined,
  onRefused: (problem: string) => void,
): DraftState {
  const { projectId, conversationId } = context;
  // A pending or failed message is in the thread already.
  const inThread = (one: WrittenDraft | undefined): boolean =>
    one !== undefined && outboxOf(context).outgoing.some((out) => isDraftOf(out, { ...one, kind }));
  const [open] = useState(() => draftOf(context, kind, inThread(draft) ? undefined : draft));
  const { saver, saved } = open;
  const [start] = useState(() => (inThread(saver.now()) ? NO_DRAFT : saver.now()));
  const [text] = useState(() => store(start.content));
  const isBlank = useSyncExternalStore(text.subscribe, () => text.get().trim() === "");
  const uploads = useUploads({
    pathFor: (file, clientId) => pathOf(uploadForReply, { projectId, conversationId }, { name: file.name || "file", clientId }),
    onRefused,
    start: start.attachments,
  });
  const files = uploads.ready.map((file) => file.id).join(" ");

  const show = useEffectEvent(() => showDraft(context, kind, open));
  useEffect(() => show(), []);
  const changed = useEffectEvent(() => saver.changed({ content: text.get(), attachments: uploads.ready }));
  useEffect(() => changed(), [files]);
  useEffect(() => text.subscribe(() => changed()), [text]);

  // Saves at once when the page is, or may be, closed, so that the last changes are not lost.
  useEffect(() => {
    const leave = (): void => saver.flush(true);
    const hide = (): void => void (document.visibilityState === "hidden" && saver.flush(false));
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    const stop = onConnection(() => isOnline() && saver.retry());
    return () => {
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
      stop();
    };
  }, [saver]);

  // A draft from another device replaces one that nobody has edited here.
  const adopt = useEffectEvent(() => {
    const other = draft ?? NO_DRAFT;
    if (draft?.unsaved || uploads.busy || inThread(draft) || !saver.adopt(other)) return;
    text.set(other.content);
    uploads.reset(other.attachments);
  });
  const draftIs = draftState(draft);
  useEffect(() => adopt(), [draftIs]);

  return {
    text,
    uploads,
    empty: isBlank && uploads.ready.length === 0,
    saved,
    write: text.set,
    clear: () => {
      text.set("");
      uploads.reset([]);
      // After `text.set`, whose subscriber still sees the old files.
      saver.clear();
    },
    bringBack: (content, attachments) => {
      // The server's draft may have it already.
      text.set((since) =>
        since === content || since.startsWith(`${content}\n\n`) ? since : [content, since].filter(Boolean).join("\n\n"),
      );
      uploads.restore(attachments);
      const files = new Map([...attachments, ...uploads.ready].map((file) => [file.id, file]));
      saver.keepNow({ content: text.get(), attachments: [...files.values()] });
    },
  };
}
