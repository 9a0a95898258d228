// The slash menu: a list below the line. The focus stays in the text, which names the selected entry to screen readers.
import { autoUpdate, computePosition, flip, offset, shift, size } from "@floating-ui/dom";
import { STROKE } from "#dashboard/ui/icon.ts";
import { m } from "#messages";
import { useId, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { runCommand, type SlashActions } from "./commands.ts";
import type { SlashMenuState, SlashState } from "./slash.ts";

export function SlashMenu({ menu, actions }: { menu: SlashMenuState; actions: SlashActions }) {
  const now = useSyncExternalStore(menu.subscribe, menu.read);
  const count = now?.commands.length ?? 0;
  return (
    <>
      <p role="status" className="sr-only">
        {now === undefined ? "" : count === 0 ? m.help_editor_slash_none() : m.help_editor_slash_count({ count })}
      </p>
      {now && count > 0 && <Entries now={now} menu={menu} actions={actions} />}
    </>
  );
}

function Entries({ now, menu, actions }: { now: SlashState; menu: SlashMenuState; actions: SlashActions }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { editor, commands, at, range } = now;
  const selected = commands[at];
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const anchor = { getBoundingClientRect: () => menu.read()?.rect() ?? new DOMRect(), contextElement: editor.view.dom };
    const update = async (): Promise<void> => {
      const { x, y } = await computePosition(anchor, element, {
        placement: "bottom-start",
        strategy: "fixed",
        middleware: [
          offset(6),
          flip({ padding: 8 }),
          size({
            padding: 8,
            apply: ({ availableHeight }) => void (element.style.maxHeight = `${Math.max(120, Math.min(320, availableHeight))}px`),
          }),
          shift({ padding: 8 }),
        ],
      });
      element.style.left = `${x}px`;
      element.style.top = `${y}px`;
    };
    return autoUpdate(anchor, element, () => void update());
  }, [editor, menu]);
  // The text keeps the focus, so it has to name the list and the selected entry.
  useLayoutEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute("aria-controls", id);
    dom.setAttribute("aria-haspopup", "listbox");
    return () => {
      for (const name of ["aria-controls", "aria-haspopup", "aria-activedescendant"]) dom.removeAttribute(name);
    };
  }, [editor, id]);
  useLayoutEffect(() => {
    if (selected) editor.view.dom.setAttribute("aria-activedescendant", `${id}-${selected.id}`);
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [editor, id, selected]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={m.help_editor_slash()}
      // Because it scrolls; the keys for it are handled in the text.
      tabIndex={0}
      // A press must not take the focus from the text.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="popup slash-menu"
    >
      {commands.map((command, index) => {
        const { label, hint, icon: Glyph } = command;
        return (
          <div
            key={command.id}
            id={`${id}-${command.id}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => menu.select(index)}
            onClick={() => runCommand(editor, range, command, actions)}
            className={`flex min-h-8 cursor-default items-center gap-2 rounded-xs px-2 py-1 text-sm pointer-coarse:min-h-11 ${index === at ? "bg-active" : ""}`}
          >
            <Glyph className="size-4 shrink-0 text-muted" strokeWidth={STROKE} aria-hidden />
            <span className="min-w-0 flex-1">{label}</span>
            {hint !== undefined && (
              <span className="text-2xs text-muted" aria-hidden={/\w/.test(hint) ? undefined : true}>
                {hint}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
