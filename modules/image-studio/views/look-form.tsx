// How images look: colours, read from a website or set by hand, and the tone; and how long unused images stay.
import { issueOf, queryClient, reading, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { isHex } from "#kernel/wire/color.ts";
import { m } from "#messages";
import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { KEEP_DAYS, type Look, MAX_COLORS, MAX_TONE, readImageStudio, readSiteColors, saveImageLook, type Studio } from "../contract.ts";

export function LookForm({ projectId, look }: { projectId: string; look: Look }) {
  const before = { colors: look.colors, tone: look.tone, keepDays: look.keepDays };
  const [form, setForm] = useState(before);
  const [site, setSite] = useState("");
  const params = { projectId } as never;
  const change = (more: Partial<typeof form>): void => setForm((now) => ({ ...now, ...more }));
  const read = useRouteMutation(readSiteColors, { suppressToast: true, done: ({ colors }) => colors.length > 0 && change({ colors }) });
  const save = useRouteMutation(saveImageLook, {
    suppressToast: true,
    done: (saved) => {
      toast({ title: m.image_studio_look_saved(), tone: "ok" });
      const { queryKey } = reading(readImageStudio, { params });
      queryClient.setQueryData<Studio>(queryKey, (held) => held && { ...held, look: saved });
    },
  });
  const invalid = !form.colors.every(isHex) || form.tone.trim().length > MAX_TONE;
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (invalid || save.isPending) return;
    save.mutate({ params, body: { ...form, tone: form.tone.trim(), keepDays: form.keepDays as never, revision: look.revision } });
  }
  const setColor = (at: number, color: string): void => change({ colors: form.colors.map((one, i) => (i === at ? color : one)) });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Section title={m.image_studio_look()} lead={m.image_studio_look_lead()}>
        <Field
          label={m.image_studio_site()}
          hint={m.image_studio_site_hint()}
          error={issueOf(read.error, "url") ?? refusalOf(read.error) ?? read.data?.problem}
        >
          <TextInput
            type="url"
            dir="ltr"
            autoComplete="off"
            value={site}
            onChange={(event) => setSite(event.target.value)}
            placeholder="https://acme.com"
          />
        </Field>
        <div>
          <Button busy={read.isPending} disabled={site.trim() === ""} onClick={() => read.mutate({ params, body: { url: site.trim() } })}>
            {m.image_studio_read_colors()}
          </Button>
        </div>
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">{m.image_studio_colors()}</legend>
          <ul className="flex flex-wrap gap-2">
            {form.colors.map((color, i) => (
              <li key={i} className="flex items-center gap-1">
                <input
                  type="color"
                  aria-label={m.image_studio_color_number({ number: i + 1 })}
                  value={isHex(color) ? color : "#000000"}
                  onChange={(event) => setColor(i, event.target.value)}
                  className="h-9 w-12 shrink-0 rounded-sm border border-control bg-surface p-1 pointer-coarse:h-11"
                />
                <IconButton
                  label={m.image_studio_color_remove({ number: i + 1 })}
                  icon={X}
                  onClick={() => change({ colors: form.colors.filter((_, at) => at !== i) })}
                />
              </li>
            ))}
            {form.colors.length < MAX_COLORS && (
              <li>
                <Button icon={Plus} className="h-9" onClick={() => change({ colors: [...form.colors, "#3b5bdb"] })}>
                  {m.image_studio_color_add()}
                </Button>
              </li>
            )}
          </ul>
        </fieldset>
        <Field label={m.image_studio_tone()} hint={m.image_studio_tone_hint()} error={issueOf(save.error, "tone")}>
          <TextInput
            value={form.tone}
            limit={MAX_TONE}
            dir="auto"
            autoComplete="off"
            onChange={(event) => change({ tone: event.target.value })}
          />
        </Field>
        <Field label={m.image_studio_keep_days()} hint={m.image_studio_keep_days_hint()} className="max-w-80">
          <Select
            value={form.keepDays === null ? "" : String(form.keepDays)}
            onChange={(value) => change({ keepDays: value === "" ? null : Number(value) })}
            options={[
              ...KEEP_DAYS.map((days) => ({ value: String(days), label: m.image_studio_days({ days }) })),
              { value: "", label: m.image_studio_for_ever() },
            ]}
          />
        </Field>
        <FormFooter
          problem={save.error && issueOf(save.error, "tone") === undefined ? refusalOf(save.error) : undefined}
          changed={JSON.stringify(form) !== JSON.stringify(before)}
          busy={save.isPending}
          invalid={invalid}
          onDiscard={() => setForm(before)}
        />
      </Section>
    </form>
  );
}
