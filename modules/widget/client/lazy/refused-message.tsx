/** @jsxRuntime classic */
/** @jsx h */
// Lets the visitor copy or edit a message that would be refused again. Rare, so a chunk of its own.
import type { PanelController } from "../panel/controller.ts";
import { h } from "../panel/dom.ts";
import type { Outgoing } from "../panel/thread-state.ts";

let copied = "";

async function copy({ engine, store }: PanelController, { content, clientId }: Outgoing): Promise<void> {
  try {
    await navigator.clipboard.writeText(content);
  } catch {
    // Pages without TLS have no clipboard API, but this still works.
    const field = document.createElement("textarea");
    field.value = content;
    engine.stage.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  copied = clientId;
  store.set({});
}

/** Returns text and files to the composer. */
function edit(controller: PanelController, { content, clientId, attachments }: Outgoing): void {
  const { view: thread, drafts, uploads } = controller.store.get();
  const back = attachments.map((done) => ({
    thread,
    clientId: done.id,
    file: new File([], done.name),
    progress: 1,
    done,
    failure: null,
  }));
  controller.store.set({ uploads: [...uploads, ...back] });
  controller.draft(thread, [content, drafts[thread]].filter(Boolean).join("\n"));
  controller.sender.discard(clientId);
}

export function RefusedMessageActions({ controller, out }: { controller: PanelController; out: Outgoing }) {
  return [
    out.content && (
      <button type="button" class="link" onclick={() => void copy(controller, out)}>
        {controller.text(copied === out.clientId ? "copied" : "copy")}
      </button>
    ),
    !controller.engine.session.final() && (
      <button type="button" class="link" onclick={() => edit(controller, out)}>
        {controller.text("edit")}
      </button>
    ),
  ];
}
