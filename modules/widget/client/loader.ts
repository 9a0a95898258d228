// /widget.js: a classic script of a few hundred bytes. It queues calls from the page and loads the widget when the page is idle.
import type { SeedDesk } from "./types.ts";

// Everything is inside this function: a classic script shares its top level with the page.
(() => {
  try {
    const script = (document.currentScript ?? document.querySelector("script[data-key^=pk_]")) as HTMLScriptElement | null;
    const key = script?.dataset["key"];
    const desk: SeedDesk = (window.SeedDesk ??= (...call) => void (desk.q ??= []).push(call));
    if (!key || desk.v) return;
    desk.v = 1;
    desk.b = script.src;
    // A sandboxed frame without its own origin sends `Origin: null`, which no project can allow.
    if (self.origin === "null") return console.info("Seed Desk: not shown. The sandbox lacks allow-same-origin.");
    const boot = () =>
      import("./engine.ts")
        .then((engine) => engine.boot(key, new URL(script.src).origin, desk, script.dataset["locale"]))
        .catch(() => console.warn("Seed Desk couldn’t be loaded."));
    const idle = () => ("requestIdleCallback" in window ? requestIdleCallback(boot, { timeout: 4000 }) : setTimeout(boot));
    if (document.readyState === "complete") idle();
    else addEventListener("load", idle);
  } catch {
    // An error here must not affect the page.
  }
})();
