// Task list items: typing `[ ] ` at the start of an item makes one; its checkbox or a shortcut toggles it.
import { Extension, InputRule, type Editor } from "@tiptap/core";
import { type EditorState, Plugin } from "@tiptap/pm/state";

const ITEM = "listItem";
/** The list item at the cursor; `checked` is null when it is not a task. */
function itemAt({ selection: { $from } }: EditorState): { readonly pos: number; readonly checked: boolean | null } | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name === ITEM) return { pos: $from.before(depth), checked: node.attrs["checked"] as boolean | null };
  }
  return undefined;
}
/** Whether the task at the cursor is done; undefined when the cursor is not in a task. */
export const taskAt = (state: EditorState): boolean | undefined => itemAt(state)?.checked ?? undefined;
export const setTask = (editor: Editor, checked: boolean | null): boolean => editor.commands.updateAttributes(ITEM, { checked });

/** Turns list items (or other blocks) into tasks, or tasks into plain items. */
export function toggleTasks(editor: Editor): void {
  const isTask = taskAt(editor.state) !== undefined;
  const chain = editor.chain().focus();
  if (itemAt(editor.state) === undefined) chain.toggleBulletList().updateAttributes(ITEM, { checked: false }).run();
  else chain.updateAttributes(ITEM, { checked: isTask ? null : false }).run();
}

export const Tasks = Extension.create({
  name: "tasks",
  // Before the shortcuts of lists.
  priority: 200,
  addGlobalAttributes: () => [
    {
      types: [ITEM],
      attributes: {
        checked: {
          default: null,
          keepOnSplit: false,
          parseHTML: (element) => {
            const given = element.getAttribute("data-checked");
            return given === null ? null : given === "true";
          },
          renderHTML: ({ checked }) => (typeof checked === "boolean" ? { "data-checked": String(checked) } : {}),
        },
      },
    },
  ],
  addInputRules: () => [
    new InputRule({
      find: /^\[([ xX])\] $/,
      handler: ({ state, range, match }) => {
        const { $from } = state.selection;
        const item = itemAt(state);
        // Only in the first line of an item.
        if (!item || $from.before() !== item.pos + 1) return null;
        state.tr.delete(range.from, range.to).setNodeAttribute(item.pos, "checked", match[1] !== " ");
        return undefined;
      },
    }),
  ],
  addKeyboardShortcuts() {
    return {
      // Enter after a task adds an open one.
      Enter: () => taskAt(this.editor.state) !== undefined && this.editor.commands.splitListItem(ITEM, { checked: false }),
      "Mod-Enter": () => {
        const checked = taskAt(this.editor.state);
        return checked !== undefined && setTask(this.editor, !checked);
      },
    };
  },
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            // The checkbox is the item's marker, which is outside the item's own box.
            mousedown: (view, event) => {
              const item = event.target;
              if (!editor.isEditable || !(item instanceof HTMLElement) || item.dataset["checked"] === undefined) return false;
              const { left, right } = item.getBoundingClientRect();
              if (event.clientX >= left && event.clientX <= right) return false;
              event.preventDefault();
              const pos = view.posAtDOM(item, 0) - 1;
              view.dispatch(view.state.tr.setNodeAttribute(pos, "checked", item.dataset["checked"] !== "true"));
              return true;
            },
          },
        },
      }),
    ];
  },
});
