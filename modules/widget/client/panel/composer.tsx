/** @jsxImportSource preact */
// Where a message is written: text, files, Send.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Desk } from "./desk.ts";
import { Uploads } from "./files.tsx";
import { Icon } from "./icons.tsx";
import type { DeskState } from "./state.ts";

const MAX_CONTENT = 16_000;

export function Composer({ desk, state }: { desk: Desk; state: DeskState }) {
  const key = state.view;
  const value = state.drafts[key] ?? "";
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const uploading = state.uploads.some(({ done, failure }) => !done && !failure);
  const empty = !value.trim() && !state.uploads.some(({ done }) => done);

  useLayoutEffect(() => {
    const area = field.current;
    if (!area || CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight, 132)}px`;
  }, [value]);

  const submit = (event?: Event) => {
    event?.preventDefault();
    if (empty || uploading) return;
    desk.submit(key);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a Japanese or Chinese word; keyCode 229 is how Safari says so.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    desk.attach(files);
  };

  return (
    <form class="comp" onSubmit={submit}>
      <Uploads desk={desk} uploads={state.uploads} />
      <p class="hint" role="status">
        {state.hint}
      </p>
      <div class="box">
        <input
          type="file"
          multiple
          hidden
          ref={picker}
          onChange={({ currentTarget }) => (desk.attach([...(currentTarget.files ?? [])]), (currentTarget.value = ""))}
        />
        <button type="button" class="icon" aria-label={desk.text("attach")} onClick={() => picker.current?.click()}>
          <Icon name="attach" />
        </button>
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          data-compose
          maxLength={MAX_CONTENT}
          enterkeyhint="send"
          aria-label={desk.text("composeLabel")}
          placeholder={desk.text("compose")}
          value={value}
          onInput={({ currentTarget }) => desk.draft(key, currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <button class="send" aria-label={desk.text("send")} aria-disabled={empty || uploading}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}
