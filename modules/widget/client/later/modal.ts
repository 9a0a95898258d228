// On a narrow screen the panel fills it and is all there is: the page behind neither scrolls nor takes the focus. Its own chunk:
// wide screens never need it, narrow ones fetch it with the panel.

/** Makes the page behind the host element inert and follows the visible part of the screen; answers how to undo it. */
export function makeModal(host: HTMLElement): () => void {
  const html = document.documentElement;
  const { overflow } = html.style;
  html.style.overflow = "hidden";
  const others = [...document.body.children].filter(
    (it): it is HTMLElement => it instanceof HTMLElement && it !== host && !it.inert && !/^(?:SCRIPT|STYLE|LINK)$/.test(it.tagName),
  );
  for (const other of others) other.inert = true;

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
  return () => {
    html.style.overflow = overflow;
    for (const other of others) other.inert = false;
    view?.removeEventListener("resize", fit);
    view?.removeEventListener("scroll", fit);
  };
}

/** Keeps Tab inside the panel. */
export function trapTab(panel: HTMLElement, event: KeyboardEvent): void {
  const stops = [...panel.querySelectorAll<HTMLElement>("button,a[href],textarea,[tabindex='0']")].filter(
    (it) => it.getClientRects().length > 0,
  );
  const now = (panel.getRootNode() as ShadowRoot).activeElement;
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (now !== from && !(event.shiftKey && now === panel)) return;
  event.preventDefault();
  to?.focus();
}
