// The dialog that creates or edits a tag.
import { type FormEvent, useState } from "react";
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { hueStyle } from "#dashboard/ui/hue.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changeTag, createTag, listTags, MAX_TAG_DESCRIPTION, MAX_TAG_NAME, type Tag, TAG_HUES, type TagHue } from "../../contract.ts";
import { TagChip } from "../inbox/tag-parts.tsx";

const NAMES: Record<TagHue, () => string> = {
  25: m.tags_hue_red,
  62: m.tags_hue_orange,
  95: m.tags_hue_yellow,
  155: m.tags_hue_green,
  195: m.tags_hue_teal,
  235: m.tags_hue_blue,
  268: m.tags_hue_violet,
  320: m.tags_hue_pink,
};

export function TagDialog({ projectId, tag, onClose }: { projectId: string; tag: Tag | undefined; onClose(): void }) {
  const [form, setForm] = useState({ name: tag?.name ?? "", description: tag?.description ?? "", hue: tag?.hue ?? (268 as TagHue) });
  const [clientId] = useState(() => crypto.randomUUID());
  const saved = (title: string) => () => {
    toast({ tone: "ok", title });
    onClose();
  };
  const options = { suppressToast: true, invalidates: [listTags] };
  const create = useRouteMutation(createTag, { ...options, done: saved(m.tags_did_create({ tag: form.name })) });
  const change = useRouteMutation(changeTag, { ...options, done: saved(m.tags_did_save({ tag: form.name })) });
  const error = tag ? change.error : create.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (tag) change.mutate({ params: { projectId, tagId: tag.id } as never, body: { ...form, archived: tag.state === "archived" } });
    else create.mutate({ params: { projectId } as never, body: { clientId, ...form } });
  };
  return (
    <Dialog open onClose={onClose} title={tag ? m.tags_edit() : m.tags_new()}>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <Field label={m.tags_name()} error={issueOf(error, "name")}>
          <TextInput
            dir="auto"
            value={form.name}
            limit={MAX_TAG_NAME}
            autoComplete="off"
            onChange={(event) => setForm({ ...form, name: event.target.value })}
          />
        </Field>
        <fieldset className="grid min-w-0 gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">{m.tags_colour()}</legend>
          <div className="flex flex-wrap gap-1">
            {TAG_HUES.map((hue) => (
              <label key={hue} className="grid size-8 place-items-center rounded-sm hover:bg-hover pointer-coarse:size-11">
                <input
                  type="radio"
                  name="hue"
                  aria-label={NAMES[hue]()}
                  checked={form.hue === hue}
                  onChange={() => setForm({ ...form, hue })}
                  className="size-5 appearance-none rounded-full checked:ring-2 checked:ring-text checked:ring-offset-2 checked:ring-offset-surface forced-colors:appearance-auto"
                  style={{ background: hueStyle(hue).color }}
                />
              </label>
            ))}
          </div>
          <p className="flex min-w-0 items-center gap-2 text-xs text-muted">
            {NAMES[form.hue]()}
            <TagChip tag={{ name: form.name.trim() || m.tags_name(), hue: form.hue }} className="min-w-0 shrink!" />
          </p>
        </fieldset>
        <Field label={m.tags_description()} hint={m.tags_description_hint()} error={issueOf(error, "description")}>
          <TextArea
            dir="auto"
            value={form.description}
            limit={MAX_TAG_DESCRIPTION}
            onChange={(event) => setForm({ ...form, description: event.target.value })}
          />
        </Field>
        <DialogFooter
          problem={refusalOf(error)}
          busy={create.isPending || change.isPending}
          label={tag ? m.tags_save() : m.tags_create_button()}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
