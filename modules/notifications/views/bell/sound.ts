// The sound of the bell: a short tone, made here, while no tab of the dashboard is visible, and in one of its tabs only.
const CHOICE = "seed.bell-sound";
const RUNG = "seed.bell-rung";
/** Held, shared, by every visible tab. */
const VISIBLE = "seed.dashboard-visible";
const RING = "seed.bell-ring";

/** Whether the member chose the sound in this browser; it is off at first. */
export function hasSound(): boolean {
  try {
    return localStorage.getItem(CHOICE) === "on";
  } catch {
    return false;
  }
}
export function setSound(on: boolean): void {
  try {
    localStorage.setItem(CHOICE, on ? "on" : "off");
  } catch {
    // Without storage there is no sound.
  }
}

let release: (() => void) | undefined;
/** Lets the other tabs know that this one is visible. */
function claimVisible(): void {
  if (document.visibilityState === "hidden") {
    release?.();
    release = undefined;
  } else if (!release) void navigator.locks?.request(VISIBLE, { mode: "shared" }, () => new Promise<void>((done) => (release = done)));
}
document.addEventListener("visibilitychange", claimVisible);
claimVisible();

/** Sounds for the entry of this time once, whichever tab comes first, and not where somebody looks at the dashboard. */
export async function ring(projectId: string, at: string): Promise<void> {
  if (!hasSound() || document.visibilityState === "visible" || !navigator.locks) return;
  const { held = [] } = await navigator.locks.query();
  if (held.some(({ name }) => name === VISIBLE)) return;
  await navigator.locks.request(RING, () => {
    const key = `${RUNG} ${projectId}`;
    if ((localStorage.getItem(key) ?? "") >= at) return;
    localStorage.setItem(key, at);
    tone();
  });
}

/** Two soft notes, a third of a second. A browser that has heard no click or key on this page stays silent. */
export function tone(): void {
  const audio = new AudioContext();
  const [start, volume] = [audio.currentTime, audio.createGain()];
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
  volume.connect(audio.destination);
  for (const [hertz, from, to] of [
    [880, 0, 0.14],
    [1174.66, 0.12, 0.35],
  ] as const) {
    const note = audio.createOscillator();
    note.frequency.value = hertz;
    note.connect(volume);
    note.start(start + from);
    note.stop(start + to);
  }
  setTimeout(() => void audio.close(), 600);
}
