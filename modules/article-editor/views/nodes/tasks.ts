// Task list items: typing `[ ] ` at the start of an item makes one; its checkbox or a shortcut toggles it.
import { Extension, InputRule, type Editor } from "@tiptap/core";
import { type EditorState, Plugin } from "@tiptap/pm/state";

const ITEM = "listItem";
/** The item of a list that the cursor stands in, and whether it is a task. */
function itemAt({ selection: { $from } }: EditorState): { readonly pos: number; readonly checked: boolean | null } | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name === ITEM) return { pos: $from.before(depth), checked: node.attrs["checked"] as boolean | null };
  }
  return undefined;
}
/** Whether the task that the cursor stands in is done; undefined: it stands in none. */
export const taskAt = (state: EditorState): boolean | undefined => itemAt(state)?.checked ?? undefined;
export const setTask = (editor: Editor, checked: boolean | null): boolean => editor.commands.updateAttributes(ITEM, { checked });

/** Makes tasks of the items (and a list of what is none), or plain items again. */
export function toggleTasks(editor: Editor): void {
  const isTask = taskAt(editor.state) !== undefined;
  const chain = editor.chain().focus();
  if (itemAt(editor.state) === undefined) chain.toggleBulletList().updateAttributes(ITEM, { checked: false }).run();
  else chain.updateAttributes(ITEM, { checked: isTask ? null : false }).run();
}

export const Tasks = Extension.create({
  name: "tasks",
  // Before the keys of lists.
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
      // After a task comes another one, that is not done.
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
            // The box is the item's marker, which lies beside the item.
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
