/** @jsxImportSource preact */
// The panel: header, one of its two views, and what holds for both.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Composer } from "./composer.tsx";
import type { Desk } from "./desk.ts";
import { Home } from "./home.tsx";
import { Icon } from "./icons.tsx";
import { makeModal, narrow, trapTab } from "./modal.ts";
import { type DeskState, HOME } from "./state.ts";
import { Thread } from "./thread.tsx";

const initials = (name: string): string => [...name.trim()].slice(0, 1).join("").toLocaleUpperCase();

function Header({ desk, state, close }: { desk: Desk; state: DeskState; close: () => void }) {
  const { config } = desk.engine;
  const names = config.team.map(({ name }) => name.split(" ")[0] ?? name).slice(0, 3);
  const others =
    names.length > 0
      ? new Intl.ListFormat(desk.engine.locale(), { type: "conjunction" }).format(names)
      : config.assistant
        ? desk.text("assistant")
        : "";
  return (
    <header>
      {state.view !== HOME && state.list.length > 0 && (
        <button type="button" class="icon" aria-label={desk.text("back")} onClick={() => desk.show(HOME)}>
          <Icon name="back" class="mirror" />
        </button>
      )}
      {names.length > 0 && (
        <span class="faces" aria-hidden="true">
          {names.map((name, i) => (
            <i key={i} class={`f${i}`}>
              {initials(name)}
            </i>
          ))}
        </span>
      )}
      <div class="grow">
        <h2>{config.look.title}</h2>
        {others && <p>{others}</p>}
      </div>
      <button type="button" class="icon" aria-label={desk.text("closePanel")} onClick={close}>
        <Icon name="close" />
      </button>
    </header>
  );
}

export function App({ desk }: { desk: Desk }) {
  const [, redraw] = useState(0);
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [dragging, setDragging] = useState(false);
  const state = desk.store.get();
  const { open } = state;
  const full = open && narrow.matches;

  // Before the first paint: the panel is opened by the very call that mounts it.
  useLayoutEffect(() => {
    const again = () => redraw((n) => n + 1);
    narrow.addEventListener("change", again);
    return desk.store.subscribe(again);
  }, []);
  // Before the focus goes back, which an inert page would not take.
  useLayoutEffect(() => (full ? makeModal(desk.engine.host) : undefined), [full]);
  // Before the next paint: a panel that became inert has lost the focus by then, and nobody could give it back.
  useLayoutEffect(() => {
    if (!open) return;
    const { stage } = desk.engine;
    opener.current = ((stage.getRootNode() as ShadowRoot).activeElement ?? document.activeElement) as HTMLElement | null;
    // A keyboard that slides over the messages unasked is in the way on a touch screen.
    const target = matchMedia("(pointer:coarse)").matches
      ? panel.current
      : (panel.current?.querySelector<HTMLElement>("[data-compose]") ?? panel.current);
    target?.focus({ preventScroll: true });
    return () => {
      const back = opener.current;
      const launcher = stage.querySelector<HTMLElement>(".l:not([hidden])");
      if (stage.getRootNode() instanceof ShadowRoot && desk.engine.host === document.activeElement)
        (back?.isConnected && back !== document.body && back !== desk.engine.host ? back : launcher)?.focus({ preventScroll: true });
    };
  }, [open]);

  const close = () => desk.close();
  const onKeyDown = (event: KeyboardEvent) => {
    // The page's own shortcuts must not fire while somebody writes here.
    event.stopPropagation();
    if (event.key === "Escape" && !event.isComposing) close();
    if (event.key === "Tab" && full && panel.current) trapTab(panel.current, event);
  };
  const stop = (event: Event) => event.stopPropagation();
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") && state.view !== HOME;
  const onDrag = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setDragging(true);
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setDragging(false);
    desk.attach([...(event.dataTransfer?.files ?? [])]);
  };

  return (
    <section
      id="panel"
      ref={panel}
      class={open ? "p" : "p off"}
      role="dialog"
      aria-label={desk.engine.config.look.title}
      aria-modal={full}
      inert={!open}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onKeyUp={stop}
      onKeyPress={stop}
      onDragOver={onDrag}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setDragging(false)}
      onDrop={onDrop}
    >
      <Header desk={desk} state={state} close={close} />
      <div class="strips" role="status">
        {state.line === "lost" && <p class="strip">{desk.text("reconnecting")}</p>}
        {state.notice && <p class="strip warn">{desk.text(state.notice)}</p>}
      </div>
      {state.view === HOME ? (
        <Home desk={desk} state={state} />
      ) : (
        <>
          <Thread desk={desk} state={state} />
          <Composer desk={desk} state={state} />
        </>
      )}
      {dragging && <div class="drop">{desk.text("dropHere")}</div>}
    </section>
  );
}
