// Holds back what is typed between the key that opens an overlay and its appearance. The overlay's code may still be on its way, and
// until it is there every letter would be a shortcut of the page below.

/** An overlay that has not come by then will not take the text any more. */
const GIVEN_UP_AFTER = 5000;
let release: (() => string) | undefined;

/** Begins to hold keys back. `onCancel` is called for Escape, and the keys are the page's again. */
export function holdKeys(onCancel: () => void): void {
  releaseKeys();
  let text = "";
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "Backspace") text = text.slice(0, -1);
    else if ([...event.key].length === 1) text += event.key;
    else if (event.key === "Escape") {
      releaseKeys();
      onCancel();
    }
  };
  const timer = setTimeout(() => releaseKeys(), GIVEN_UP_AFTER);
  addEventListener("keydown", onKey, true);
  release = () => {
    clearTimeout(timer);
    removeEventListener("keydown", onKey, true);
    return text;
  };
}

/** Lets the keys through again; answers what was typed meanwhile. */
export function releaseKeys(): string {
  const typed = release?.() ?? "";
  release = undefined;
  return typed;
}
