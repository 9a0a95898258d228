// Holds back keys while what they are meant for is on its way: a thread that is still loading, a menu that is opening. They are played once
// it is there, in their order, and whatever is typed meanwhile comes after them.

/** What has not come by then will not; the keys are the page's again. */
const GIVEN_UP_AFTER = 5000;
interface Press {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
}
interface Queue {
  readonly owner: string;
  readonly presses: Press[];
  /** Keys that are not held while nothing else is: those that make more of the same, such as J and K. */
  readonly passing: readonly string[];
  playing: boolean;
  timer: ReturnType<typeof setTimeout>;
}
let queue: Queue | undefined;

const isHeld = (key: string): boolean => [...key].length === 1 || /^(Enter|Backspace|Arrow(Up|Down|Left|Right)|Home|End)$/.test(key);

function onKey(event: KeyboardEvent): void {
  if (!queue || !event.isTrusted || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape") return dropKeys(queue.owner);
  if (!isHeld(event.key) || (queue.presses.length === 0 && !queue.playing && queue.passing.includes(event.key.toLowerCase()))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  queue.presses.push({ key: event.key, code: event.code, shiftKey: event.shiftKey });
}

/** Begins to hold keys back for the owner, an id. What is held for another owner is kept. */
export function holdKeysFor(owner: string, passing: readonly string[] = []): void {
  const presses = queue?.presses ?? [];
  if (queue) clearTimeout(queue.timer);
  else addEventListener("keydown", onKey, true);
  queue = { owner, presses, passing, playing: false, timer: setTimeout(() => dropKeys(owner), GIVEN_UP_AFTER) };
}

/** Gives the keys back to the page without playing them; without an owner, whoever they are held for. */
export function dropKeys(owner = queue?.owner): void {
  if (!queue || queue.owner !== owner) return;
  clearTimeout(queue.timer);
  removeEventListener("keydown", onKey, true);
  queue = undefined;
}

/** What the owner waited for is there: plays the keys one after the other, each where the focus is by then. */
export function playKeys(owner: string): void {
  const held = queue;
  if (held?.owner !== owner || held.playing) return;
  held.playing = true;
  const next = (): void => {
    // A key may have begun to wait for something else, which takes the rest over.
    if (queue !== held) return;
    const press = held.presses.shift();
    if (!press) return dropKeys(owner);
    play(press);
    afterFrame(next);
  };
  if (held.presses.length === 0) dropKeys(owner);
  else afterFrame(next);
}

// Components register their shortcuts after they are drawn, and move the focus in the frame after that.
const afterFrame = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));

function play({ key, code, shiftKey }: Press): void {
  const target = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const isText =
    target.isContentEditable || target.matches("textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit])");
  const event = new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(event)) return;
  if (!isText) {
    if (key === "Enter") target.click();
    return;
  }
  // The only way to type that leaves undo as it is, and that frameworks notice.
  if (key === "Enter") document.execCommand("insertLineBreak");
  else if (key === "Backspace") document.execCommand("delete");
  else if ([...key].length === 1) document.execCommand("insertText", false, key);
}
