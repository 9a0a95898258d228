// Makes the panel modal where it fills the screen. A chunk of its own, loaded with the panel on narrow screens only; panel/narrow.ts
// already locks the page's scrolling.

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
