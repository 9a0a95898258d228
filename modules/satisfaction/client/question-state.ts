// What is known of the question in each conversation, and the answer that is being given. An answer that could not be sent is kept in the tab.
import { OFFLINE, type PanelController, type PanelState, refused, storageEntry, uuid } from "#modules/widget/client";
import type { OwnQuestion } from "../contract.ts";
import { ratingPaths } from "./paths.ts";

/** A failed read is repeated after this time. */
const AGAIN = 10_000;
/** The longest wait of a timer that browsers keep. */
const LONGEST = 2_000_000_000;

interface Answering {
  readonly conversationId: string;
  readonly requestId: string;
  readonly score: OwnQuestion["score"];
  readonly comment: string;
  /** The same for every attempt to send this answer. */
  readonly clientId: string;
}
interface Known {
  /** The revision of the closing after which was read. */
  readonly closing: number;
  readonly question: OwnQuestion | null;
}
export type Phase = "form" | "sending" | "waiting" | "done";
interface Shown {
  readonly question: OwnQuestion;
  readonly answering: Answering;
  readonly phase: Phase;
  readonly error: string;
}

type Own = { readonly question: OwnQuestion | null };
const known = new Map<string, Known>();
let answering: Answering | undefined;
let phase: Phase = "form";
let error = "";
let current: PanelController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** An answer that is on its way, across pages of this tab. */
const keptOf = ({ engine }: PanelController) => storageEntry<Answering>(`seed-desk:${engine.key}:rating`, "sessionStorage");

/** Prepares the module for a panel, once. */
function attach(controller: PanelController): void {
  if (current === controller) return;
  current = controller;
  answering = keptOf(controller).read();
  if (answering) phase = "waiting";
  controller.engine.session.onChange(() => {
    // Another visitor, or none: nothing of the earlier one stays.
    known.clear();
    answering = undefined;
    phase = "form";
    keptOf(controller).write(undefined);
  });
  addEventListener("online", () => {
    if (phase === "waiting") void send(controller);
  });
}

/** The revision of the closing that the conversation ends with; undefined while it is not closed. */
function closingOf(controller: PanelController, id: string): number | undefined {
  const end = controller.store.thread(id).events.at(-1);
  return end?.kind === "status" && end.status === "closed" ? end.revision : undefined;
}

async function read(controller: PanelController, id: string, closing: number): Promise<void> {
  known.set(id, { closing, question: null });
  try {
    keep(controller, id, closing, await controller.engine.session.request<Own>(ratingPaths.own(id)));
  } catch {
    setTimeout(() => {
      known.delete(id);
      controller.store.set({});
    }, AGAIN);
  }
}
function keep(controller: PanelController, id: string, closing: number, { question }: Own): void {
  known.set(id, { closing, question });
  if (question && question.requestId !== answering?.requestId) {
    answering = { conversationId: id, requestId: question.requestId, score: question.score, comment: question.comment, clientId: uuid() };
    phase = question.state === "answered" ? "done" : "form";
    error = "";
  } else if (question && phase === "waiting") void send(controller);
  controller.store.set({});
}

/** Tells the server that the visitor sees the question, as soon as it may be put: from then on it is asked nowhere else. */
function tellShown(controller: PanelController, id: string, { closing, question }: Known): void {
  if (question?.state !== "due") return;
  const left = Date.parse(question.opensAt) - Date.now();
  clearTimeout(timer);
  if (left > 0) {
    timer = setTimeout(() => controller.store.set({}), Math.min(left + 500, LONGEST));
    return;
  }
  // Once; what fails is read again.
  known.set(id, { closing, question: null });
  controller.engine.session.request<Own>(ratingPaths.shown(id), { requestId: question.requestId }).then(
    (own) => keep(controller, id, closing, own),
    () => setTimeout(() => void known.delete(id), AGAIN),
  );
}

/** The question to draw below the conversation that is shown; undefined for none. */
export function questionIn(controller: PanelController, { open, view }: PanelState): Shown | undefined {
  attach(controller);
  const closing = closingOf(controller, view);
  if (closing === undefined || !open) return undefined;
  const now = known.get(view);
  if (now?.closing !== closing) {
    void read(controller, view, closing);
    return undefined;
  }
  tellShown(controller, view, now);
  const { question } = now;
  if (!question || question.state === "due" || answering?.requestId !== question.requestId) return undefined;
  return { question, answering, phase, error };
}

function update(controller: PanelController, part: Partial<Pick<Answering, "score" | "comment">>, next: Phase = "form"): void {
  if (!answering) return;
  // Another answer is another attempt.
  answering = { ...answering, ...part, clientId: uuid() };
  phase = next;
  error = "";
  controller.store.set({});
}
export const choose = (controller: PanelController, score: NonNullable<OwnQuestion["score"]>): void => update(controller, { score });
/** Keeps what is typed, without drawing the panel again at each key. */
export const write = (comment: string): void => void (answering = answering && { ...answering, comment, clientId: uuid() });
export const change = (controller: PanelController): void => update(controller, {});

/** Sends the answer. Without a connection it waits in this tab, and is sent once there is one. `missing`: what to say without a score. */
export async function send(controller: PanelController, missing = "", closed = ""): Promise<void> {
  const given = answering;
  if (!given || phase === "sending") return;
  if (given.score === null) {
    error = missing;
    return controller.store.set({});
  }
  phase = "sending";
  error = "";
  keptOf(controller).write(given);
  controller.store.set({});
  const { conversationId: id, requestId, score, comment, clientId } = given;
  const { closing = 0 } = known.get(id) ?? {};
  try {
    const own = await controller.engine.session.request<Own>(ratingPaths.own(id), { requestId, score, comment, clientId }, "PUT");
    keptOf(controller).write(undefined);
    phase = "done";
    keep(controller, id, closing, own);
  } catch (caught) {
    const refusal = refused(caught) ? caught : OFFLINE;
    // Without a response, and where the server was only busy, it is kept.
    if (refusal.status === 0 || refusal.status > 499 || refusal.status === 429) phase = "waiting";
    else {
      keptOf(controller).write(undefined);
      phase = "form";
      error = refusal.status === 409 || refusal.status === 404 ? closed || controller.explain(refusal) : controller.explain(refusal);
    }
  }
  controller.store.set({});
}
