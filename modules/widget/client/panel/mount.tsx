/** @jsxImportSource preact */
// Entry of the panel's chunk.
import { render } from "preact";
import type { Engine, Panel } from "../types.ts";
import { App } from "./app.tsx";
import { makeDesk } from "./desk.ts";
import { panelStyle } from "./style.ts";

/** Builds the closed panel beside the launcher. */
export function mountPanel(engine: Engine): Panel {
  const desk = makeDesk(engine);
  const slot = document.createElement("div");
  engine.adopt(panelStyle);
  // Before the launcher, so that Tab goes from the panel to the button that closes it.
  engine.stage.prepend(slot);
  render(<App desk={desk} />, slot);
  return { open: desk.open, close: () => desk.store.get().open && desk.close(), refresh: () => desk.store.set({}) };
}
