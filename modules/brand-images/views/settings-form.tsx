// How cards are drawn: whether, on which ground, in which colour; with one as it will look.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Field, Select, Checkbox, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { isHex } from "#kernel/wire/color.ts";
import { m } from "#messages";
import { type FormEvent, useEffect, useState } from "react";
import { type CardDesign, type CardSettings, CARD_SIZE, saveCardSettings } from "../contract.ts";
import { drawCard } from "./drawing/draw-card.ts";

interface FormProps {
  readonly projectId: string;
  readonly settings: CardSettings;
  readonly admin: boolean;
  onSaved(settings: CardSettings): void;
}
export function SettingsForm({ projectId, settings, admin, onSaved }: FormProps) {
  const before = { drawn: settings.drawn, design: settings.design, color: settings.color };
  const [form, setForm] = useState(before);
  const { mutate, error, isPending, reset } = useRouteMutation(saveCardSettings, {
    suppressToast: true,
    done: (saved) => {
      toast({ title: m.brand_images_saved(), tone: "ok" });
      onSaved(saved);
    },
  });
  const change = (more: Partial<typeof form>): void => setForm((now) => ({ ...now, ...more }));
  const color = form.color ?? settings.widgetColor;
  const isValid = isHex(color);
  const changed = JSON.stringify(form) !== JSON.stringify(before);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ params: { projectId }, body: { ...form, revision: settings.revision } });
  };
  return (
    <form onSubmit={save}>
      <Section title={m.brand_images_title()} lead={m.brand_images_lead()}>
        <fieldset disabled={!admin} className="grid grid-cols-1 gap-4">
          <legend className="sr-only">{m.brand_images_title()}</legend>
          <Checkbox
            label={m.brand_images_draw()}
            hint={m.brand_images_draw_hint()}
            checked={form.drawn}
            onChange={(drawn) => change({ drawn })}
          />
          {form.drawn && (
            <>
              <Field label={m.brand_images_design()}>
                <Select
                  value={form.design}
                  onChange={(design) => change({ design: design as CardDesign })}
                  options={[
                    { value: "color", label: m.brand_images_design_color() },
                    { value: "light", label: m.brand_images_design_light() },
                    { value: "dark", label: m.brand_images_design_dark() },
                  ]}
                />
              </Field>
              <Checkbox
                label={m.brand_images_widget_color()}
                checked={form.color === null}
                onChange={(same) => change({ color: same ? null : settings.widgetColor })}
              />
              {form.color !== null && (
                <Field
                  label={m.brand_images_own_color()}
                  error={issueOf(error, "color") ?? (isValid ? undefined : m.brand_images_color_invalid())}
                >
                  <div className="flex items-center gap-2">
                    <TextInput
                      value={form.color}
                      maxLength={7}
                      spellCheck={false}
                      autoCapitalize="off"
                      className="max-w-28 font-mono"
                      onChange={(event) => change({ color: event.target.value.trim().toLowerCase() })}
                    />
                    <input
                      type="color"
                      aria-label={m.brand_images_color_pick()}
                      value={isValid ? form.color : "#000000"}
                      onChange={(event) => change({ color: event.target.value })}
                      className="h-9 w-12 shrink-0 rounded-sm border border-control bg-surface p-1 pointer-coarse:h-11"
                    />
                  </div>
                </Field>
              )}
              {isValid && <Sample design={form.design} color={color} logo={settings.logo} />}
            </>
          )}
        </fieldset>
        {admin ? (
          <FormFooter
            problem={error && issueOf(error, "color") === undefined ? refusalOf(error) : undefined}
            changed={changed}
            busy={isPending}
            invalid={!isValid}
            onDiscard={() => {
              setForm(before);
              reset();
            }}
          />
        ) : (
          <p className="text-xs text-muted">{m.brand_images_admins()}</p>
        )}
      </Section>
    </form>
  );
}

/** A card with a sample title. */
function Sample({ design, color, logo }: { design: CardDesign; color: string; logo: string | null }) {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    let [url, isOver] = ["", false];
    const soon = setTimeout(() => {
      drawCard({ title: m.brand_images_sample_title(), name: m.brand_images_sample_name(), locale: "en", design, color, logo }).then(
        (blob) => {
          if (isOver) return;
          url = URL.createObjectURL(blob);
          setShown(url);
        },
        () => undefined,
      );
    }, 150);
    return () => {
      isOver = true;
      clearTimeout(soon);
      // The next one takes its place before a browser would draw again.
      if (url) setTimeout(() => URL.revokeObjectURL(url), 1000);
    };
  }, [design, color, logo]);
  return (
    <figure className="grid max-w-100 gap-1.5">
      {shown === undefined ? (
        <div className="aspect-[40/21] w-full rounded-md bg-subtle" />
      ) : (
        <img src={shown} alt={m.brand_images_sample_alt()} {...CARD_SIZE} className="h-auto w-full rounded-md border border-line" />
      )}
      <figcaption className="text-xs text-muted">{m.brand_images_sample()}</figcaption>
    </figure>
  );
}
