// Tracks the visitor's current page, also on sites that navigate without loading pages.

/** Calls `seen` with the address now, and again whenever it has changed. */
export function watchPages(seen: () => void): void {
  let last = "";
  const look = () => {
    if (last === location.href) return;
    last = location.href;
    // Sites set the title after the address.
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

/** The address as operators see it. A fragment often holds secrets of sign-ins, so only a router's `#/` or `#!` stays. */
export function pageOf({ origin, pathname, search, hash }: Pick<Location, "origin" | "pathname" | "search" | "hash">, title: string) {
  const full = origin + pathname + search + (/^#[/!]/.test(hash) ? hash : "");
  return { url: full.length > 2000 ? (origin + pathname).slice(0, 2000) : full, title: title.replace(/\s+/g, " ").trim().slice(0, 300) };
}
