/** @jsxRuntime classic */
/** @jsx h */
// Entry point of the panel's chunk.
import type { Engine, Panel } from "../types.ts";
import { App } from "./app.tsx";
import { makeController } from "./controller.ts";
import { h, makeRoot } from "./dom.ts";
import { makeFocus } from "./focus.ts";
import { loadLanguage } from "./language.ts";
import { narrow } from "./narrow.ts";
import { panelStyle } from "./style.ts";
import { tellVisit } from "./visit.ts";

/** Builds the closed panel next to the launcher. */
export async function mountPanel(engine: Engine): Promise<Panel> {
  const controller = makeController(engine, await loadLanguage(engine.config.locale, false));
  const slot = document.createElement("div");
  engine.adopt(panelStyle);
  // Before the launcher, so that Tab leads from the panel to the button that closes it.
  engine.stage.prepend(slot);

  const show = makeRoot(slot);
  const focus = makeFocus(controller);
  const draw = () => {
    due = false;
    const held = (slot.getRootNode() as ShadowRoot).activeElement;
    show(<App controller={controller} state={controller.store.get()} />);
    focus(slot.firstElementChild as HTMLElement, controller.store.get().open, held);
  };
  let due = false;
  // Combines several changes into one drawing.
  const redraw = () => {
    if (!due) queueMicrotask(draw);
    due = true;
  };
  controller.store.subscribe(redraw);
  narrow.addEventListener("change", redraw);
  draw();
  tellVisit(engine.session);
  return {
    controller,
    open: controller.open,
    close: () => controller.store.get().open && controller.close(),
    async refresh() {
      await controller.speak();
      redraw();
    },
  };
}
