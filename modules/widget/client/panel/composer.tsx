/** @jsxRuntime classic */
/** @jsx h */
// The composer: text, files, Send.
import type { PanelController } from "./controller.ts";
import { h } from "./dom.ts";
import { Uploads } from "./files.tsx";
import { Icon } from "./icons.tsx";
import type { PanelState } from "./state.ts";

const MAX_CONTENT = 16_000;

/** Adjusts the field's height to its text where CSS cannot (Firefox). */
function fit(area: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${Math.min(area.scrollHeight, 132)}px`;
}

export function Composer({ controller, state }: { controller: PanelController; state: PanelState }) {
  const key = state.view;
  const value = state.drafts[key] ?? "";
  const uploads = state.uploads.filter(({ thread }) => thread === key);
  const said = value.trim();
  const over = said.length - MAX_CONTENT;
  const idle = over > 0 || !(said || uploads.some(({ done }) => done)) || uploads.some(({ done, failure }) => !(done || failure));
  let field: HTMLTextAreaElement;
  let picker: HTMLInputElement;

  const submit = (event: Event) => {
    event.preventDefault();
    if (idle) return;
    controller.submit(key);
    field.focus();
  };
  const onkeydown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a Japanese or Chinese word; Safari reports that as keyCode 229.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229) submit(event);
  };
  const onpaste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    // Spreadsheets and word processors add an image of the copied text.
    if (files.length === 0 || event.clipboardData?.getData("text/plain")) return;
    event.preventDefault();
    controller.attach(files);
  };
  const onchange = () => {
    controller.attach([...(picker.files ?? [])]);
    picker.value = "";
  };

  return (
    <form class="comp" key="composer" onsubmit={submit}>
      <Uploads controller={controller} uploads={uploads} />
      <p class="hint" role="status">
        {over > 0 ? controller.text("tooLong", { count: over }) : state.hint}
      </p>
      <div class="box">
        <input type="file" multiple hidden drawn={(input) => (picker = input)} onchange={onchange} />
        <button type="button" class="icon" aria-label={controller.text("attach")} onclick={() => picker.click()}>
          <Icon name="attach" />
        </button>
        <textarea
          drawn={(area) => fit((field = area))}
          rows={1}
          dir="auto"
          data-compose=""
          enterKeyHint="send"
          aria-label={controller.text("composeLabel")}
          placeholder={controller.text("compose")}
          value={value}
          oninput={() => controller.draft(key, field.value)}
          onkeydown={onkeydown}
          onpaste={onpaste}
        />
        <button class="send" aria-label={controller.text("send")} aria-disabled={String(idle)}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}
