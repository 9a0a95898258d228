// Form of the widget's appearance.
import { issueOf } from "#dashboard/api.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import type { WidgetAppearance } from "../../contract.ts";
import { contrast, isHex, onColorOf } from "#kernel/wire/color.ts";

interface AppearanceFormProps {
  readonly look: WidgetAppearance;
  readonly error: unknown;
  readonly disabled: boolean;
  onChange(part: Partial<WidgetAppearance>): void;
}

/** Controlled: the page keeps the values, so that the preview follows. */
export function AppearanceForm({ look, error, disabled, onChange }: AppearanceFormProps) {
  const issue = (key: keyof WidgetAppearance): string | undefined => issueOf(error, `look.${key}`);
  return (
    <fieldset disabled={disabled} className="grid min-w-0 content-start gap-5">
      <legend className="sr-only">{m.projects_look_title()}</legend>
      <Color value={look.color} error={issue("color")} onChange={(color) => onChange({ color })} />
      <Field label={m.projects_look_name()} hint={m.projects_look_name_hint()} error={issue("title")}>
        <TextInput dir="auto" value={look.title} limit={60} onChange={(event) => onChange({ title: event.target.value })} />
      </Field>
      <Field label={m.projects_look_greeting()} hint={m.projects_look_greeting_hint()} error={issue("greeting")}>
        <TextArea dir="auto" value={look.greeting} limit={500} onChange={(event) => onChange({ greeting: event.target.value })} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={m.projects_look_launcher()}>
          <Select
            value={look.launcher}
            onChange={(value) => onChange({ launcher: value as WidgetAppearance["launcher"] })}
            options={[
              { value: "chat", label: m.projects_launcher_chat() },
              { value: "help", label: m.projects_launcher_help() },
              { value: "smile", label: m.projects_launcher_smile() },
              { value: "none", label: m.projects_launcher_none() },
            ]}
          />
        </Field>
        <Field label={m.projects_look_side()}>
          <Select
            value={look.side}
            onChange={(value) => onChange({ side: value as WidgetAppearance["side"] })}
            options={[
              { value: "right", label: m.projects_side_right() },
              { value: "left", label: m.projects_side_left() },
            ]}
          />
        </Field>
        <Field label={m.projects_look_theme()}>
          <Select
            value={look.theme}
            onChange={(value) => onChange({ theme: value as WidgetAppearance["theme"] })}
            options={[
              { value: "auto", label: m.projects_theme_auto() },
              { value: "light", label: m.dashboard_theme_light() },
              { value: "dark", label: m.dashboard_theme_dark() },
            ]}
          />
        </Field>
        <Field label={m.projects_look_offset()} error={issue("offset")}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={0}
            max={200}
            value={look.offset}
            onChange={(event) => onChange({ offset: Math.max(0, Math.min(200, Math.round(event.target.valueAsNumber || 0))) })}
          />
        </Field>
      </div>
      {look.launcher === "none" && <p className="-mt-2 text-xs text-muted">{m.projects_launcher_none_hint()}</p>}
    </fieldset>
  );
}

function Color({ value, error, onChange }: { value: string; error: string | undefined; onChange(color: string): void }) {
  const valid = isHex(value);
  const ratio = valid ? contrast(value, onColorOf(value)) : 0;
  return (
    <Field label={m.projects_look_color()} error={error ?? (valid ? undefined : m.projects_look_color_invalid())}>
      <div className="flex items-center gap-2">
        <TextInput
          value={value}
          maxLength={7}
          spellCheck={false}
          autoCapitalize="off"
          className="max-w-28 font-mono"
          onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
        />
        <input
          type="color"
          aria-label={m.projects_look_color_pick()}
          value={valid ? value : "#000000"}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-12 shrink-0 rounded-sm border border-control bg-surface p-1 pointer-coarse:h-11"
        />
        {valid && (
          <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted" role="status">
            <Chip tone="ok">{m.projects_contrast({ ratio: ratio.toFixed(1) })}</Chip>
            {onColorOf(value) === "#ffffff" ? m.projects_contrast_white() : m.projects_contrast_dark()}
          </p>
        )}
      </div>
    </Field>
  );
}
