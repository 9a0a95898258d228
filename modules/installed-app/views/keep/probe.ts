// Asks the server whether it is there, when that is in doubt and until it answers again: one question at a time, ever more rarely, and while
// the window is hidden by itself only once a minute, if something waits to be sent. Everything external comes in through `ProbePorts`, so that tests can use a fake clock.

export interface ProbePorts {
  /** Asks the server for anything, for at most so many milliseconds. Whether it answered; never rejects. */
  ask(within: number): Promise<boolean>;
  /** When the server was last heard, in milliseconds; undefined if it never was. */
  lastHeard(): number | undefined;
  isLost(): boolean;
  lose(): void;
  isHidden(): boolean;
  /** Whether something waits here to be sent. */
  waits(): boolean;
  /** Whether the browser sees no network. It may be wrong. */
  hasNoNetwork(): boolean;
  now(): number;
  random(): number;
  /** Runs it later; answers how to prevent that. */
  wait(ms: number, run: () => void): () => void;
}

export interface Probe {
  /** A request got no answer; `isSocket`: the socket closed, which usually opens again at once. */
  doubt(isSocket?: boolean): void;
  /** The network changed, or the window is used again: asks at once, and often at first. */
  hint(): void;
  /** The window is shown. */
  shown(): void;
  /** Somebody wants something that needs a connection. */
  wanted(): void;
}

const SOCKET_RETURNS_WITHIN = 1000;
/** An answer that takes longer is none. */
const ANSWERS_WITHIN = 8000;
/** A request fails at once where there is no network, or hangs. */
const ANSWERS_WITHOUT_NETWORK_WITHIN = 2500;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 20_000;
/** How long the next doubt waits, after one that was wrong: it doubles. */
const DOUBTS_AFTER = 1000;
const LONGEST_DOUBT = 10_000;
/** Without a wrong doubt for this long, the next one is looked into at once again. */
const CALM = 60_000;
const WANTED_EVERY = 5000;
/** A hidden window asks so often after the network has changed, so that what waits there is sent. */
const HIDDEN_TRIES = 3;
/** How often a hidden window asks at most in which something waits; browsers let its clock strike no more often. */
const HIDDEN_EVERY = 60_000;

/** Half to all of a pause that doubles with each failure, so that not all windows ask at the same time when the server is back. */
export const pauseAfter = (failures: number, random: number): number =>
  Math.round((0.5 + random / 2) * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, failures - 1)));

/** Begins to watch. Does nothing until something is in doubt, unless the connection is lost already. */
export function startProbe(ports: ProbePorts): Probe {
  let asking = false;
  let askAgain = false;
  let doubtedAt: number | undefined;
  let askedAt = -Infinity;
  let failures = 0;
  let wrongDoubts = 0;
  let hiddenTries = 0;
  let cancel: (() => void) | undefined;

  function later(ms: number): void {
    cancel?.();
    cancel = ports.wait(ms, () => {
      cancel = undefined;
      const isSettled = !ports.isLost() && (doubtedAt === undefined || (ports.lastHeard() ?? -Infinity) > doubtedAt);
      if (isSettled) doubtedAt = undefined;
      else if (!ports.isHidden() || hiddenTries-- > 0 || ports.waits()) void ask();
    });
  }

  async function ask(): Promise<void> {
    if (asking) {
      askAgain = true;
      return;
    }
    cancel?.();
    cancel = undefined;
    asking = true;
    const began = ports.now();
    askedAt = began;
    const answered = await ports.ask(ports.hasNoNetwork() ? ANSWERS_WITHOUT_NETWORK_WITHIN : ANSWERS_WITHIN);
    asking = false;
    if (answered || (ports.lastHeard() ?? -Infinity) > began) {
      if (doubtedAt !== undefined) wrongDoubts++;
      doubtedAt = undefined;
      failures = 0;
      hiddenTries = 0;
    } else {
      doubtedAt = undefined;
      wrongDoubts = 0;
      failures++;
      ports.lose();
      later(Math.max(pauseAfter(failures, ports.random()), ports.isHidden() && hiddenTries <= 0 ? HIDDEN_EVERY : 0));
    }
    // What happened while it was asked may have cut the connection behind the answer.
    if (askAgain) {
      askAgain = false;
      void ask();
    }
  }

  if (ports.isLost()) later(FIRST_PAUSE);
  return {
    doubt(isSocket = false) {
      if (asking || ports.isLost() || doubtedAt !== undefined) return;
      const now = ports.now();
      doubtedAt = now;
      if (now - askedAt > CALM) wrongDoubts = 0;
      const pause = wrongDoubts === 0 ? 0 : askedAt + Math.min(LONGEST_DOUBT, DOUBTS_AFTER * 2 ** (wrongDoubts - 1)) - now;
      const wait = Math.max(isSocket ? SOCKET_RETURNS_WITHIN : 0, pause);
      if (wait > 0) later(wait);
      else if (!ports.isHidden() || ports.waits()) void ask();
    },
    hint() {
      failures = 0;
      wrongDoubts = 0;
      hiddenTries = HIDDEN_TRIES;
      void ask();
    },
    shown() {
      if (ports.isLost() || doubtedAt !== undefined) void ask();
    },
    wanted() {
      if (ports.isLost() && !asking && ports.now() - askedAt > WANTED_EVERY) void ask();
    },
  };
}
