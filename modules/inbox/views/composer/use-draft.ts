// The draft of a reply or note: text and files, stored on the server while it is written.
import { call, queryClient } from "#dashboard/api.ts";
import { afterPaint } from "#dashboard/after-paint.ts";
import { onConnection } from "#dashboard/online.ts";
import { store, type Store } from "#dashboard/store.ts";
import { pathOf } from "#kernel/wire/route.ts";
import { type Attachment, MAX_FILES_PER_MESSAGE } from "#modules/files/contract";
import { type Uploads, useUploads } from "#modules/files/views";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { type Draft, saveDraft, uploadForReply } from "#modules/conversations/contract";
import { isErasedIn, keys, outboxOf, type ThreadAnswer, type ThreadContext } from "#modules/live-inbox/views";
import { isDraftOf, wasErased } from "../actions/actions.ts";

export type Kind = Draft["kind"];
export interface DraftState {
  /** What is written, up to the last letter. Only what shows it subscribes, so that a letter draws nothing else. */
  readonly text: Store<string>;
  readonly uploads: Uploads;
  readonly empty: boolean;
  readonly saved: Store<"no" | "saved" | "failed">;
  write(text: string): void;
  /** Clears the draft after sending; the server deletes its copy too. */
  clear(): void;
  /** Restores what a refusal returned, in front of what was written since. */
  bringBack(content: string, attachments: readonly Attachment[]): void;
}
const SAVE_AFTER = 800;
/** A draft in the cache; `unsaved`: the server does not have it, such as one that was written without a connection. */
type HeldDraft = Draft & { readonly unsaved?: true };
const savedStateOf = (draft: HeldDraft | undefined): string => (draft?.unsaved ? "" : stateOf(draft));

/**
 * The draft of one kind (reply or note). It is restored when the thread opens, also from another device, and saved 800 ms after a change.
 */
export function useDraft(context: ThreadContext, kind: Kind, draft: Draft | undefined, onRefused: (problem: string) => void): DraftState {
  const { projectId, conversationId } = context;
  // A pending or failed message is in the thread already.
  const inThread = (): boolean => draft !== undefined && outboxOf(context).outgoing.some((out) => isDraftOf(out, draft));
  const [start] = useState(() => (inThread() ? undefined : draft));
  const [text] = useState(() => store(start?.content ?? ""));
  const [saved] = useState(() => store<"no" | "saved" | "failed">("no"));
  const isBlank = useSyncExternalStore(text.subscribe, () => text.get().trim() === "");
  const uploads = useUploads({
    pathFor: (file, clientId) => pathOf(uploadForReply, { projectId, conversationId }, { name: file.name || "file", clientId }),
    onRefused,
    start: start?.attachments ?? [],
  });
  const files = uploads.ready.map((file) => file.id).join(" ");
  const draftIs = stateOf(draft);
  // The server's copy, so that nothing is saved while the draft equals it.
  const synced = useRef(savedStateOf(start));
  // What an emptied draft had: its last text, and the files that were with it.
  const had = useRef({ content: start?.content ?? "", files: (start?.attachments ?? []).map((file) => file.id) });
  const pending = useRef<(() => void) | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<unknown>>(undefined);

  async function save(content: string, attachments: readonly Attachment[], state: string): Promise<void> {
    pending.current = undefined;
    const was = had.current;
    const ids = attachments.map((file) => file.id);
    had.current =
      content || ids.length > 0
        ? { content: content || was.content, files: [...new Set([...was.files, ...ids])] }
        : { content: "", files: [] };
    synced.current = state;
    if (isErasedIn(projectId, conversationId)) return;
    const draftNow = { kind, content, attachments: [...attachments], updatedAt: new Date().toISOString() };
    const kept: Draft[] = content || attachments.length > 0 ? [draftNow] : [];
    hold(kept);
    // Emptied, it is emptied too where it went along to with a merge meanwhile.
    const emptied = kept.length === 0 && (was.content || was.files.length > 0);
    const body = {
      ...{ content, attachments: ids as never },
      ...(emptied && { was: was.content, wasAttachments: was.files.slice(-MAX_FILES_PER_MESSAGE) as never }),
    };
    const saving = call(saveDraft, { params: { projectId, conversationId, kind }, body });
    running.current = saving;
    try {
      await saving;
      saved.set(kept.length > 0 ? "saved" : "no");
    } catch (cause) {
      synced.current = "";
      if (wasErased(context, cause)) return;
      saved.set("failed");
      hold(kept.map((one): HeldDraft => ({ ...one, unsaved: true })));
    } finally {
      if (running.current === saving) running.current = undefined;
    }
  }

  /** Writes the draft of this kind into the cache. */
  function hold(drafts: readonly HeldDraft[]): void {
    queryClient.setQueryData<ThreadAnswer>(
      keys.thread(projectId, conversationId),
      (held) => held && { ...held, drafts: [...held.drafts.filter((other) => other.kind !== kind), ...drafts] },
    );
  }

  const saveNow = useEffectEvent(() => void save(text.get(), uploads.ready, `${text.get()}\n${files}`));
  const changed = useEffectEvent(() => {
    clearTimeout(timer.current);
    pending.current = undefined;
    if (`${text.get()}\n${files}` === synced.current) return;
    // The letter does not wait for it.
    if (saved.get() !== "no") afterPaint(() => saved.set("no"));
    pending.current = () => saveNow();
    timer.current = setTimeout(() => pending.current?.(), SAVE_AFTER);
  });
  useEffect(() => changed(), [files]);
  useEffect(() => {
    const stop = text.subscribe(() => changed());
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [text]);

  // Saves at once when the thread closes, so that the last changes are not lost.
  useEffect(() => {
    const flush = (): void => pending.current?.();
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      flush();
    };
  }, []);

  // What could not be saved without a connection is saved when there is one.
  const saveLate = useEffectEvent(() => {
    if (saved.get() === "failed" || synced.current === "") changed();
  });
  useEffect(() => onConnection(() => saveLate()), []);

  // A draft from another device replaces one that nobody has edited here.
  const adopt = useEffectEvent((state: string) => {
    if (state === synced.current || `${text.get()}\n${files}` !== synced.current) return;
    synced.current = state;
    had.current = { content: draft?.content ?? "", files: (draft?.attachments ?? []).map((file) => file.id) };
    if (inThread()) return;
    text.set(draft?.content ?? "");
    uploads.reset(draft?.attachments ?? []);
  });
  useEffect(() => adopt(draftIs), [draftIs]);

  return {
    text,
    uploads,
    empty: isBlank && uploads.ready.length === 0,
    saved,
    write: text.set,
    clear: () => {
      synced.current = "\n";
      had.current = { content: "", files: [] };
      text.set("");
      uploads.reset([]);
      saved.set("no");
      // The files leave with the next frame.
      pending.current = undefined;
      hold([]);
      // The server deletes the draft with the message; a save that is still pending must not restore it.
      void running.current?.then(
        () => save("", [], "\n"),
        () => undefined,
      );
    },
    bringBack: (content, attachments) => {
      // The server's draft may have it already.
      text.set((since) =>
        since === content || since.startsWith(`${content}\n\n`) ? since : [content, since].filter(Boolean).join("\n\n"),
      );
      uploads.restore(attachments);
    },
  };
}

const stateOf = (draft: Draft | undefined): string =>
  `${draft?.content ?? ""}\n${(draft?.attachments ?? []).map((file) => file.id).join(" ")}`;
