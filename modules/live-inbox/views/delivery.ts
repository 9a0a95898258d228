// Delivers the messages that wait in this browser: each once, in order within a conversation, by one window at a time. Everything external
// comes in through `DeliveryPorts`, so that tests can let it fail at every step. A message leaves the storage only after the server has
// answered, and keeps its client id until then: whatever is cut off in between is repeated, and the server stores it once.
import { CallError } from "#kernel/wire/route.ts";
import { KEPT_FOR } from "./keep-unsent.ts";
import type { Unsent } from "./unsent.ts";

/** What becomes of a message that was not accepted. */
export type Outcome =
  /** Nobody answered: everything waits. */
  | "unreachable"
  /** The server could not do it now: this conversation waits. */
  | "later"
  /** The session is over: everything waits for its author. */
  | "signed out"
  /** The contact's personal data was erased: the text goes too. */
  | "erased"
  /** Refused for good: it goes back to its author. */
  | "refused";

export interface DeliveryPorts<A> {
  /** All undelivered messages of the member, in their order; asked before each step, because other windows change them. */
  stored(): readonly Unsent[];
  /** Whether a window is still open. */
  isOpen(window: string): Promise<boolean>;
  now(): number;
  /** Notes in the storage that it is on its way, before it is. */
  begin(message: Unsent): void;
  /** Sends it with its client id. Throws `CallError`. */
  send(message: Unsent): Promise<A>;
  /** The server has it: it leaves the storage. */
  accepted(message: Unsent, answer: A): void;
  /** It waits on. */
  waits(message: Unsent): void;
  /** None of them was sent, and none will be: the first was refused, and the replies behind it would make no sense alone. */
  back(messages: readonly Unsent[], cause: unknown): void;
  /** Nobody is to send it without being asked: it is too old, or the server fails again and again. */
  failed(messages: readonly Unsent[], cause: unknown): void;
  erased(message: Unsent, cause: unknown): void;
  signedOut(): void;
  /** Runs it while no other window does the same. */
  alone(run: () => Promise<void>): Promise<void>;
}

/** After how many failures of the server a message is shown as not sent. */
export const MOST_FAILURES = 5;
/** When what another window was sending is taken over, if that window is gone: later than a reply can be taken back. */
export const TAKEN_OVER_AFTER = 30_000;

export function outcomeOf(cause: unknown): Outcome {
  if (!(cause instanceof CallError)) return "refused";
  if (cause.status === 0) return "unreachable";
  if (cause.status === 401) return "signed out";
  if (cause.status === 408 || cause.status === 425 || cause.status === 429 || cause.status >= 500) return "later";
  return cause.problem["erased"] === true ? "erased" : "refused";
}

/** `left`: something waits on, for a connection or the server. `soon`: what another window sends may have to be taken over. */
export interface Round {
  readonly left: boolean;
  readonly soon: boolean;
}

/** Delivers what waits. `failures` counts those of the server by client id, from one round to the next. Never rejects. */
export async function deliver<A>(ports: DeliveryPorts<A>, failures: Map<string, number>): Promise<Round> {
  const round = { left: false, soon: false };
  await ports.alone(async () => {
    /** Conversations in which something waits on: what follows there must not overtake it. */
    const blocked = new Set<string>();
    const tried = new Set<string>();
    for (;;) {
      const message = await nextOf(ports, blocked, tried, round);
      if (!message) return;
      tried.add(message.clientId);
      if (ports.now() - Date.parse(message.createdAt) > KEPT_FOR) {
        ports.failed(withLater(ports, message), undefined);
        continue;
      }
      ports.begin(message);
      const sent = await ports.send(message).then(
        (answer) => ({ answer }),
        (cause: unknown) => ({ cause }),
      );
      if ("answer" in sent) {
        ports.accepted(message, sent.answer);
        failures.delete(message.clientId);
      } else {
        const { cause } = sent;
        const outcome = outcomeOf(cause);
        if (outcome === "erased") ports.erased(message, cause);
        else if (outcome === "refused") ports.back(withLater(ports, message), cause);
        else if (outcome === "signed out") {
          ports.waits(message);
          return ports.signedOut();
        } else {
          const times = (failures.get(message.clientId) ?? 0) + (outcome === "later" ? 1 : 0);
          failures.set(message.clientId, times);
          if (times >= MOST_FAILURES) {
            failures.delete(message.clientId);
            ports.failed(withLater(ports, message), cause);
            continue;
          }
          ports.waits(message);
          round.left = true;
          if (outcome === "unreachable") return;
          blocked.add(message.conversationId);
        }
      }
    }
  });
  return round;
}

/**
 * The message, and of a reply the replies behind it in the same conversation: they were written to be read after it. A note stands alone.
 */
const withLater = (ports: Pick<DeliveryPorts<unknown>, "stored">, message: Unsent): Unsent[] => [
  message,
  ...ports
    .stored()
    .filter(
      (other) =>
        message.kind === "reply" &&
        other.state === "waiting" &&
        other.kind === "reply" &&
        other.conversationId === message.conversationId &&
        other.clientId !== message.clientId &&
        other.n > message.n,
    ),
];

async function nextOf(
  ports: DeliveryPorts<unknown>,
  blocked: ReadonlySet<string>,
  tried: ReadonlySet<string>,
  round: { soon: boolean },
): Promise<Unsent | undefined> {
  const held = new Set(blocked);
  for (const one of ports.stored()) {
    if (one.state === "failed" || one.state === "returned" || one.problem !== undefined || tried.has(one.clientId)) continue;
    if (held.has(one.conversationId)) continue;
    if (one.state === "waiting") return one;
    // On its way in some window. If that is gone, nobody else will send it.
    const old = ports.now() - Date.parse(one.createdAt) > TAKEN_OVER_AFTER;
    if (old && (one.by === undefined || !(await ports.isOpen(one.by)))) return one;
    round.soon = true;
    held.add(one.conversationId);
  }
  return undefined;
}
