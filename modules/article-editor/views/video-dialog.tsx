// Asks for the address of a video.
import type { Editor } from "@tiptap/core";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { embedOf } from "#kernel/rich-text/embeds.ts";
import { m } from "#messages";
import { type FormEvent, useState } from "react";

export function VideoDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [address, setAddress] = useState("");
  const [wrong, setWrong] = useState(false);
  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const typed = address.trim();
    const video = embedOf(/^[a-z]+:/i.test(typed) ? typed : `https://${typed}`);
    if (!video) return setWrong(true);
    editor
      .chain()
      .focus()
      .insertContent({ type: "embed", attrs: { url: video.href } })
      .run();
    onClose();
  }
  return (
    <Dialog open onClose={onClose} title={m.help_editor_video()} size="sm">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <Field
          label={m.help_editor_video_address()}
          hint={m.help_editor_video_hint()}
          error={wrong ? m.help_editor_video_wrong() : undefined}
        >
          <TextInput
            data-first-focus
            dir="ltr"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={address}
            onChange={(event) => {
              setAddress(event.target.value);
              setWrong(false);
            }}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary">
            {m.help_editor_video_insert()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
