/** @jsxImportSource preact */
// Entry of the panel's chunk.
import { render } from "preact";
import type { Engine, Panel } from "../types.ts";
import { App } from "./app.tsx";
import { readable, SURFACE } from "./colour.ts";
import { makeDesk } from "./desk.ts";
import { panelStyle } from "./style.ts";

/** Builds the closed panel beside the launcher. */
export function mountPanel(engine: Engine): Panel {
  const desk = makeDesk(engine);
  const slot = document.createElement("div");
  const { color } = engine.config.look;
  engine.adopt(panelStyle);
  engine.host.style.setProperty("--link-light", readable(color, SURFACE.light));
  engine.host.style.setProperty("--link-dark", readable(color, SURFACE.dark));
  // Before the launcher, so that Tab goes from the panel to the button that closes it.
  engine.stage.prepend(slot);
  render(<App desk={desk} />, slot);
  return { open: desk.open, close: () => desk.store.get().open && desk.close(), refresh: () => desk.store.set({}) };
}
