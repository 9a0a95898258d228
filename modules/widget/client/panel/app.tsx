/** @jsxRuntime classic */
/** @jsx h */
// The panel: header, one of its two views, and what both share.
import { importPart } from "../api.ts";
import { Composer } from "./composer.tsx";
import type { PanelController } from "./controller.ts";
import { clockOf, dayOf } from "./dates.ts";
import { DropTarget } from "./files.tsx";
import { h } from "./dom.ts";
import { Icon } from "./icons.tsx";
import { lazyPart } from "./lazy-part.ts";
import { lazyModal, narrow } from "./narrow.ts";
import { MessagesSkeleton } from "./skeleton.tsx";
import { type PanelState, HELP, HOME, isThread } from "./state.ts";
import { Thread } from "./thread.tsx";

const lazyHome = lazyPart(() => importPart("@home", () => import("../lazy/home.tsx")));

function Header({ controller, state, close }: { controller: PanelController; state: PanelState; close: () => void }) {
  const { config } = controller.engine;
  const thread = isThread(state.view);
  const known = state.list.length > 0;
  const names = config.team.map(({ name }) => name.trim().split(" ")[0] ?? name).slice(0, 3);
  const others =
    names.length > 0 ? new Intl.ListFormat(controller.locale()).format(names) : config.assistant ? controller.text("assistant") : "";
  const { opensAt } = config;
  const locale = controller.locale();
  const back =
    opensAt && Date.parse(opensAt) > Date.now()
      ? controller.text("backAt", { day: dayOf(locale, opensAt), time: clockOf(locale, opensAt) })
      : others;
  return (
    <header>
      {(known ? thread || state.view === HELP : thread && config.help) && (
        <button
          type="button"
          class="icon"
          aria-label={controller.text(known ? "back" : "backToHelp")}
          onclick={() => controller.show(known ? HOME : HELP)}
        >
          <Icon name="back" />
        </button>
      )}
      {names.length > 0 && (
        <span class="faces" aria-hidden="true">
          {names.map((name, i) => (
            <i class={`f${i}`}>{[...name][0]?.toLocaleUpperCase()}</i>
          ))}
        </span>
      )}
      <div class="grow">
        <h2>{config.look.title}</h2>
        {back && <p>{back}</p>}
      </div>
      {config.help && state.view !== HELP && (known || !thread) && (
        <button type="button" class="icon" aria-label={controller.text("searchHelp")} onclick={() => controller.show(HELP)}>
          <Icon name="find" />
        </button>
      )}
      <button type="button" class="icon" aria-label={controller.text("closePanel")} onclick={close}>
        <Icon name="close" />
      </button>
    </header>
  );
}

export function App({ controller, state }: { controller: PanelController; state: PanelState }) {
  const { open, view } = state;
  const full = open && narrow.matches;
  const close = () => controller.close();
  const onKeyDown = (event: KeyboardEvent) => {
    // The page's own shortcuts must not fire while the visitor types here.
    event.stopPropagation();
    if (event.key === "Escape" && !event.isComposing) close();
    if (event.key === "Tab") lazyModal(full, controller)?.(event.currentTarget as HTMLElement, event);
  };
  const stop = (event: Event) => event.stopPropagation();
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") && isThread(view);
  const drag = (dragging: boolean) => controller.store.set({ dragging });
  const onDrag = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    drag(true);
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    drag(false);
    controller.attach([...(event.dataTransfer?.files ?? [])]);
  };

  const home = lazyHome(view === HOME || view === HELP, controller);

  return (
    <section
      id="panel"
      class={open ? "p" : "p off"}
      role="dialog"
      aria-label={controller.engine.config.look.title}
      aria-modal={String(full)}
      inert={!open}
      tabIndex={-1}
      onkeydown={onKeyDown}
      onkeyup={stop}
      onkeypress={stop}
      ondragover={onDrag}
      ondragleave={(event) => (event.currentTarget as Node).contains(event.relatedTarget as Node | null) || drag(false)}
      ondrop={onDrop}
    >
      <Header controller={controller} state={state} close={close} />
      <div class="strips" role="status">
        {state.line === "lost" && <p class="strip">{controller.text("reconnecting")}</p>}
        {state.notice && <p class="strip warn">{state.notice}</p>}
      </div>
      {isThread(view) ? (
        [
          <Thread controller={controller} state={state} />,
          !controller.engine.session.final() && <Composer controller={controller} state={state} />,
        ]
      ) : home ? (
        home.Home({ controller, state })
      ) : (
        <div class="fill">
          <div class="log">
            <p class="mid note" role="status">
              {state.hint}
            </p>
            <MessagesSkeleton />
          </div>
        </div>
      )}
      <DropTarget controller={controller} dragging={state.dragging} />
    </section>
  );
}
