// Drafts that the server has not confirmed, kept in this browser so that a reload, a crash or a lost connection loses none.
import { readApart, readOneApart, writeApart } from "#dashboard/browser-storage.ts";
import { Attachment } from "#modules/files/contract";
import * as v from "valibot";
import { Draft } from "#modules/conversations/contract";
import type { ThreadContext } from "./outgoing.ts";
import { draftName } from "./unsent.ts";

const UnsavedDraft = v.object({
  projectId: v.string(),
  conversationId: v.string(),
  kind: Draft.entries.kind,
  content: v.string(),
  attachments: v.array(Attachment),
  /** When it was kept, in milliseconds. */
  at: v.number(),
  /** The states that the server may have instead, because it had them or was sent them: what is written here goes on from any of these. */
  before: v.array(v.string()),
});
export type UnsavedDraft = v.InferOutput<typeof UnsavedDraft>;
export interface WrittenDraft {
  readonly content: string;
  readonly attachments: readonly Attachment[];
}
/** A draft in the cache. `unsaved`: the server has not confirmed it. */
export type HeldDraft = WrittenDraft & { readonly unsaved?: true };

/** What tells two states of a draft apart, shortly; the same for none and an empty one. */
export function draftState(draft: WrittenDraft | undefined): string {
  const whole = [draft?.content ?? "", ...(draft?.attachments ?? []).map((file) => file.id)].join("\n");
  // FNV-1a, 32 bits: with the length enough for the states of one draft. https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
  let hash = 0x811c9dc5;
  for (let i = 0; i < whole.length; i++) hash = Math.imul(hash ^ whole.charCodeAt(i), 0x01000193);
  return `${whole.length} ${(hash >>> 0).toString(36)}`;
}

const parse = (value: unknown): UnsavedDraft[] => {
  const kept = v.safeParse(UnsavedDraft, value);
  return kept.success ? [kept.output] : [];
};

export const readAllUnsavedDrafts = (me: string): UnsavedDraft[] => readApart(me).flatMap(parse);
export const readUnsavedDraft = (context: ThreadContext, kind: Draft["kind"]): UnsavedDraft | undefined =>
  parse(readOneApart(context.me, draftName(context, kind)))[0];

/** Keeps the latest state of a draft until it is dropped. */
export function keepUnsavedDraft(context: ThreadContext, kind: Draft["kind"], draft: WrittenDraft, serverMayHave: readonly string[]): void {
  const { projectId, conversationId } = context;
  const one: UnsavedDraft = {
    ...{ projectId, conversationId, kind, content: draft.content, attachments: [...draft.attachments], at: Date.now() },
    before: [...serverMayHave],
  };
  const name = draftName(context, kind);
  if (writeApart(context.me, name, one)) return;
  // Its own earlier state takes room, and must not come back instead.
  writeApart(context.me, name, undefined);
  writeApart(context.me, name, one);
}

/** Drops the kept draft; with `state` only if it is that one, as another window may have kept a later one. */
export function dropUnsavedDraft(context: ThreadContext, kind: Draft["kind"], state?: string): void {
  const kept = readUnsavedDraft(context, kind);
  if (state !== undefined && kept !== undefined && draftState(kept) !== state) return;
  writeApart(context.me, draftName(context, kind), undefined);
}

interface Joined {
  readonly draft: WrittenDraft;
  /** The server has it. */
  readonly isSaved: boolean;
  readonly serverMayHave: readonly string[];
}
/**
 * What goes on of a draft that this browser has kept and the one that the server has, or is said to have: the kept one if it comes after that,
 * the server's if that is all there is, else both, because it was written on another device meanwhile. Pure.
 */
export function joinDrafts(kept: UnsavedDraft | undefined, draft: HeldDraft | undefined): Joined {
  const other = draft ?? { content: "", attachments: [] };
  const state = draftState(other);
  if (kept === undefined) return { draft: other, isSaved: draft?.unsaved !== true, serverMayHave: [state] };
  const serverMayHave = kept.before.includes(state) || draft?.unsaved ? kept.before : [...kept.before, state];
  const goesOn: Joined = { draft: kept, isSaved: false, serverMayHave };
  if (draft?.unsaved || state === NONE || draftState(kept) === state || kept.before.includes(state)) return goesOn;
  if (draftState(kept) === NONE) return { draft: other, isSaved: true, serverMayHave };
  const content = [kept.content, other.content].filter(Boolean).join("\n\n");
  const attachments = [...new Map([...kept.attachments, ...other.attachments].map((file) => [file.id, file])).values()];
  return { ...goesOn, draft: { content, attachments } };
}
const NONE = draftState(undefined);
