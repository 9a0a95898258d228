// Makes the panel modal where it fills the screen. A chunk of its own, loaded only on narrow screens; panel/narrow.ts already locks the
// page's scrolling.

/** Fits the panel to the visible part of the screen; its style uses this only where it fills the screen. */
export function followScreen(host: HTMLElement): void {
  // An on-screen keyboard covers the layout viewport; only the visual viewport shows what is visible.
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
