// Tracks the visitor's current page, also on sites that navigate without loading pages.

/** Calls `seen` now, and again whenever the URL has changed. */
export function watchPages(seen: () => void): void {
  let last = "";
  const look = () => {
    if (last === location.href) return;
    last = location.href;
    // Sites set the title after the URL.
    setTimeout(seen, 300);
  };
  const navigation = (window as { navigation?: EventTarget }).navigation;
  if (navigation) navigation.addEventListener("navigatesuccess", look);
  else {
    addEventListener("popstate", look);
    for (const name of ["pushState", "replaceState"] as const) {
      const original = history[name].bind(history);
      history[name] = (...args) => {
        original(...args);
        look();
      };
    }
  }
  look();
}

/** The URL as operators see it. Fragments may contain sign-in secrets, so only a router's `#/` or `#!` is kept. */
export function pageOf({ origin, pathname, search, hash }: Pick<Location, "origin" | "pathname" | "search" | "hash">, title: string) {
  const full = origin + pathname + search + (/^#[/!]/.test(hash) ? hash : "");
  return { url: full.length > 2000 ? (origin + pathname).slice(0, 2000) : full, title: title.replace(/\s+/g, " ").trim().slice(0, 300) };
}
