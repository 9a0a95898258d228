// Saves one draft while it is written: one request at a time, the latest state, again after a failure, and in this browser until the server
// has confirmed it. Everything external comes in through `SaverPorts`, so that tests can use a fake clock and a server that fails.
import { draftState, type WrittenDraft } from "./unsaved-drafts.ts";

export interface SaverPorts {
  /** Saves on the server. `had`: what an emptied draft had; `leaving`: the page is being closed. */
  put(draft: WrittenDraft, had: Had | undefined, leaving: boolean): Promise<unknown>;
  /** Writes it into the cache, for everything else that shows the draft. `confirmed`: the server has it. */
  hold(draft: WrittenDraft, confirmed: boolean): void;
  /** Keeps it in this browser. `serverMayHave`: the states that the server may have instead. */
  keep(draft: WrittenDraft, serverMayHave: readonly string[]): void;
  /** Drops what is kept if it is this state. */
  drop(state: string): void;
  /** What is to be done about a failure: `again` if it may pass. */
  failed(cause: unknown): "again" | "never" | "erased";
  show(state: SavedState): void;
  /** Nothing is to be done any more. */
  settled(): void;
  /** Runs it later; answers how to prevent that. */
  wait(ms: number, run: () => void): () => void;
}
export type SavedState = "no" | "saved" | "failed";
/** What an emptied draft had: its last text, and the files that were with it. */
export interface Had {
  readonly content: string;
  readonly files: readonly string[];
}
export interface DraftSaver {
  /** What is written now. */
  now(): WrittenDraft;
  /** Whether nothing is being saved, or is to be. */
  isSettled(): boolean;
  /** It was changed, or shown for the first time: saves it soon. */
  changed(draft: WrittenDraft): void;
  /** Keeps this state in the browser at once; `changed` follows. */
  keepNow(draft: WrittenDraft): void;
  /** Saves at once what waits to be saved. `leaving`: the page is being closed. */
  flush(leaving: boolean): void;
  /** There is a connection again. */
  retry(): void;
  /** Forgets it: the server deletes it with the message that it became. */
  clear(): void;
  /** The server has deleted what it had with a message; what was written since is saved again. */
  deleted(): void;
  /** The server has another state, from another device. Whether it is taken over: nothing was written here since. */
  adopt(draft: WrittenDraft): boolean;
}

/** In milliseconds after a change. */
export const SAVE_AFTER = 800;
/** In milliseconds after the first, second and each further failure in a row. */
const AGAIN_AFTER = [5000, 20_000, 60_000];
/** States that the server may have, beside the one that it confirmed last. */
const MOST_STATES = 100;
export const NO_DRAFT: WrittenDraft = { content: "", attachments: [] };
const NONE = draftState(NO_DRAFT);
const isNone = (draft: WrittenDraft): boolean => draftState(draft) === NONE;
const NOTHING: Had = { content: "", files: [] };
const hadBy = ({ content, attachments }: WrittenDraft, had: Had): Had => ({
  content: content || had.content,
  files: [...new Set([...had.files, ...attachments.map((file) => file.id)])],
});

/** Begins with a draft. `isSaved`: the server has it; else `serverMayHave` says what it may have. */
export function startSaver(start: WrittenDraft, isSaved: boolean, serverMayHave: readonly string[], ports: SaverPorts): DraftSaver {
  let now = start;
  /** What the server has, or is being sent; undefined if that is not known. */
  let synced = isSaved ? draftState(start) : undefined;
  // The first is what it confirmed last.
  let states = isSaved ? [draftState(start)] : [...serverMayHave];
  let kept: string | undefined = isSaved ? undefined : draftState(start);
  let had = hadBy(start, NOTHING);
  let cancel: (() => void) | undefined;
  let sending = 0;
  let failures = 0;
  let isRefused = false;
  /** It is saved once more when nothing is on its way: it was changed meanwhile, or two requests may have arrived in another order. */
  let saveAfterwards = false;
  let clearedWhileSending = false;

  const mayHave = (state: string): void => {
    const [confirmed, ...others] = [...states.filter((one) => one !== state), state];
    states = [...(confirmed === undefined ? [] : [confirmed]), ...others.slice(-MOST_STATES)];
  };
  function keep(draft: WrittenDraft): void {
    kept = draftState(draft);
    ports.keep(draft, states);
  }
  function drop(): void {
    if (kept !== undefined) ports.drop(kept);
    kept = undefined;
  }
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const later = (ms: number): void => {
    stop();
    cancel = ports.wait(ms, () => {
      cancel = undefined;
      void save(false);
    });
  };
  const isSettled = (): boolean => sending === 0 && cancel === undefined && !saveAfterwards;

  async function save(leaving: boolean): Promise<void> {
    stop();
    const draft = now;
    const state = draftState(draft);
    keep(draft);
    if (sending > 0) {
      saveAfterwards = true;
      if (!leaving) return;
    }
    const hadBefore = had;
    had = isNone(draft) ? NOTHING : hadBy(draft, hadBefore);
    synced = state;
    clearedWhileSending = false;
    mayHave(state);
    ports.hold(draft, false);
    sending++;
    let isConfirmed = false;
    try {
      await ports.put(draft, isNone(draft) && hadBefore !== NOTHING ? hadBefore : undefined, leaving);
      failures = 0;
      isConfirmed = synced === state && sending === 1;
      if (isConfirmed) {
        states = [state];
        if (kept === state) drop();
        if (draftState(now) === state) ports.show(isNone(draft) ? "no" : "saved");
      }
      // The server deleted the draft with the message, perhaps before it got this.
      if (clearedWhileSending) saveAfterwards = true;
    } catch (cause) {
      if (isNone(draft)) had = hadBefore;
      const next = ports.failed(cause);
      if (next === "erased") {
        stop();
        drop();
        saveAfterwards = false;
      } else if (clearedWhileSending) {
        // It may have arrived, or arrive yet.
        saveAfterwards ||= next === "again";
      } else if (synced === state) {
        synced = undefined;
        isRefused = next === "never";
        // Of an emptied one nothing is lost.
        ports.show(isNone(now) ? "no" : "failed");
        if (next === "again" && cancel === undefined && !saveAfterwards)
          later(AGAIN_AFTER[Math.min(failures++, AGAIN_AFTER.length - 1)] as number);
      }
    }
    sending--;
    // Answers that came meanwhile may have an earlier one.
    if (synced === state) ports.hold(draft, isConfirmed);
    if (sending === 0 && saveAfterwards) {
      saveAfterwards = false;
      void save(false);
    }
    if (isSettled()) ports.settled();
  }

  return {
    now: () => now,
    isSettled,
    changed(draft) {
      now = draft;
      stop();
      isRefused = false;
      if (draftState(now) === synced) {
        // It is back at what the server has.
        if (sending === 0) drop();
        return;
      }
      ports.show("no");
      later(SAVE_AFTER);
    },
    keepNow(draft) {
      if (draftState(draft) !== synced) keep(draft);
    },
    flush(leaving) {
      if (cancel !== undefined || (saveAfterwards && leaving)) void save(leaving);
    },
    retry() {
      failures = 0;
      if (draftState(now) !== synced && !isRefused) later(SAVE_AFTER);
    },
    clear() {
      stop();
      now = NO_DRAFT;
      had = NOTHING;
      synced = NONE;
      mayHave(NONE);
      saveAfterwards = false;
      isRefused = false;
      clearedWhileSending = sending > 0;
      drop();
      ports.show("no");
      ports.hold(NO_DRAFT, true);
    },
    deleted() {
      mayHave(NONE);
      if (isNone(now)) return;
      if (sending > 0) saveAfterwards = true;
      else if (cancel === undefined && !isRefused) {
        synced = undefined;
        later(0);
      }
    },
    adopt(draft) {
      const state = draftState(draft);
      if (!isSettled() || draftState(now) !== synced || state === synced) return false;
      now = draft;
      had = hadBy(draft, NOTHING);
      synced = state;
      states = [state];
      return true;
    },
  };
}
