// On a narrow screen the panel fills it and is all there is. Its own chunk: wide screens never need it, narrow ones fetch it with the
// panel, which holds the page behind it still by itself (panel/narrow.ts).

/** Lets the panel follow the visible part of the screen from now on; its style reads this only where it fills it. */
export function followScreen(host: HTMLElement): void {
  // The keyboard covers the layout viewport; only the visual one tells what can be seen.
  const view = window.visualViewport;
  const fit = () => {
    if (!view) return;
    host.style.setProperty("--vh", `${view.height}px`);
    host.style.setProperty("--vt", `${view.offsetTop}px`);
  };
  fit();
  view?.addEventListener("resize", fit);
  view?.addEventListener("scroll", fit);
}

/** Keeps Tab inside the panel. */
export function trapTab(panel: HTMLElement, event: KeyboardEvent): void {
  const stops = [...panel.querySelectorAll<HTMLElement>("button,a[href],input,textarea,[tabindex='0']")].filter(
    (it) => it.getClientRects().length > 0,
  );
  const now = (panel.getRootNode() as ShadowRoot).activeElement;
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (now !== from && !(event.shiftKey && now === panel)) return;
  event.preventDefault();
  to?.focus();
}
