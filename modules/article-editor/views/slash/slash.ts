// Recognises a slash at the start of an empty line, and keeps what the menu shows.
import { Extension, type Editor, type Range } from "@tiptap/core";
import { PluginKey } from "@tiptap/pm/state";
import { exitSuggestion, Suggestion } from "@tiptap/suggestion";
import { commandsFor, runCommand, type SlashActions, type SlashCommand } from "./commands.ts";

const key = new PluginKey("slash");

export interface SlashState {
  readonly editor: Editor;
  readonly range: Range;
  readonly query: string;
  readonly commands: readonly SlashCommand[];
  /** Index of the selected command. */
  readonly at: number;
  /** Where the slash is on the screen. */
  rect(): DOMRect;
}

/** What the menu shows; undefined while it is closed. Kept outside of React, because keys arrive in the editor. */
export class SlashMenuState {
  #now: SlashState | undefined;
  readonly #listeners = new Set<() => void>();
  readonly read = (): SlashState | undefined => this.#now;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  set(next: SlashState | undefined): void {
    if (next === this.#now) return;
    this.#now = next;
    for (const listener of this.#listeners) listener();
  }
  select(at: number): void {
    if (this.#now && at !== this.#now.at) this.set({ ...this.#now, at });
  }
}

/** Handles a key while the menu is open; returns whether it was one of the menu's. */
function onKey(menu: SlashMenuState, event: KeyboardEvent, actions: SlashActions): boolean {
  const now = menu.read();
  if (!now || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false;
  const { editor, range, commands, at } = now;
  if (event.key === "Escape") {
    // Elsewhere Escape would leave the page.
    event.stopPropagation();
    exitSuggestion(editor.view, key);
    return true;
  }
  const command = commands[at];
  if (!command) return false;
  const last = commands.length - 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at === 0 ? last : at - 1,
    PageDown: Math.min(last, at + 6),
    PageUp: Math.max(0, at - 6),
  };
  const next = moves[event.key];
  if (next !== undefined) {
    menu.select(next);
    return true;
  }
  if ((event.key !== "Enter" && event.key !== "Tab") || event.shiftKey) return false;
  runCommand(editor, range, command, actions);
  return true;
}

export const SlashCommands = (menu: SlashMenuState, actions: SlashActions) =>
  Extension.create({
    name: "slash",
    // Before the shortcuts of lists and tables.
    priority: 300,
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        Suggestion<SlashCommand>({
          editor,
          pluginKey: key,
          char: "/",
          startOfLine: true,
          allowSpaces: true,
          decorationClass: "slash",
          items: ({ query }) => commandsFor(query),
          allow: ({ state, range }) => {
            const $from = state.doc.resolve(range.from);
            const { parent } = $from;
            if (parent.type.name !== "paragraph" || parent.content.size !== range.to - range.from) return false;
            // A cell of a table and an item of a list cannot contain everything that the menu offers.
            const around = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth).type.name);
            return !around.some((name) => name === "tableCell" || name === "tableHeader" || name === "listItem");
          },
          render: () => ({
            onStart: ({ range, query, items, clientRect }) =>
              menu.set({ editor, range, query, commands: items, at: 0, rect: () => clientRect?.() ?? new DOMRect() }),
            onUpdate: ({ range, query, items, clientRect }) => {
              const before = menu.read();
              const at = before?.query === query ? Math.min(before.at, Math.max(0, items.length - 1)) : 0;
              menu.set({ editor, range, query, commands: items, at, rect: () => clientRect?.() ?? new DOMRect() });
            },
            onKeyDown: ({ event }) => onKey(menu, event, actions),
            onExit: () => menu.set(undefined),
          }),
        }),
      ];
    },
    onBlur: () => menu.set(undefined),
  });
