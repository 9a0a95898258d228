// Notices that this browser has had no input for a while, in any of its windows of the dashboard.

/** How long without input until a member counts as away, in milliseconds. */
export const IDLE_AFTER = 15 * 60_000;
/** Other windows are told of input at most this often, in milliseconds. */
const TELL_EVERY = 15_000;
const INPUT = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart", "visibilitychange"];

export interface IdlePorts {
  now(): number;
  wait(ms: number, run: () => void): () => void;
  /** Calls `used` for each input here and in other windows. Answers how to stop. */
  onInput(used: () => void): () => void;
}
const browser: IdlePorts = {
  // Goes on while the computer sleeps, as the time of its member does.
  now: () => Date.now(),
  wait: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  onInput(used) {
    const channel = new BroadcastChannel("seed.input");
    let toldAt = -Infinity;
    const here = (): void => {
      if (document.visibilityState !== "visible") return;
      used();
      if (Date.now() - toldAt < TELL_EVERY) return;
      toldAt = Date.now();
      channel.postMessage(null);
    };
    channel.onmessage = used;
    for (const type of INPUT) addEventListener(type, here, { capture: true, passive: true });
    return () => {
      channel.close();
      for (const type of INPUT) removeEventListener(type, here, { capture: true });
    };
  },
};

/** Tells each change between used and idle; begins as used. Answers how to stop. */
export function watchIdle(onChange: (idle: boolean) => void, ports: IdlePorts = browser): () => void {
  let usedAt = ports.now();
  let idle = false;
  let cancel = (): void => undefined;
  const check = (): void => {
    const left = usedAt + IDLE_AFTER - ports.now();
    if (left > 0) return void (cancel = ports.wait(left, check));
    idle = true;
    onChange(true);
  };
  const stop = ports.onInput(() => {
    usedAt = ports.now();
    if (!idle) return;
    idle = false;
    check();
    onChange(false);
  });
  check();
  return () => {
    cancel();
    stop();
  };
}
