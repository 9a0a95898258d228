// Chooses the help desk and one of its help centers.
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import { useId } from "react";
import { PLATFORMS, REGIONS } from "../contract.ts";
import { type Chosen, fromOf, type Sources } from "./source.ts";
import { PLATFORM_NAMES, REGION_NAMES } from "./labels.ts";

interface SourceFormProps {
  readonly chosen: Chosen;
  readonly sources: Sources;
  onChange(next: Chosen): void;
}
export function SourceForm({ chosen, sources, onChange }: SourceFormProps) {
  const group = useId();
  const domain = chosen.platform === "zendesk" ? "zendesk.com" : "freshdesk.com";
  const wrong = chosen.subdomain.trim() !== "" && fromOf(chosen) === undefined;
  return (
    <>
      <fieldset className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        <legend className="sr-only">{m.help_import_platform()}</legend>
        {PLATFORMS.map((platform) => {
          const missing = (sources.platforms.find((one) => one.platform === platform)?.missing.length ?? 0) > 0;
          return (
            <label
              key={platform}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={group}
                value={platform}
                checked={chosen.platform === platform}
                onChange={() => onChange({ ...chosen, platform })}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1 font-medium">{PLATFORM_NAMES[platform]}</span>
              {missing && <Chip>{m.help_import_no_token()}</Chip>}
            </label>
          );
        })}
      </fieldset>
      {(chosen.platform === "zendesk" || chosen.platform === "freshdesk") && (
        <Field
          label={m.help_import_subdomain()}
          hint={m.help_import_subdomain_hint({ domain })}
          error={wrong ? m.help_import_subdomain_wrong({ domain }) : undefined}
          className="max-w-90"
        >
          <TextInput
            value={chosen.subdomain}
            onChange={(event) => onChange({ ...chosen, subdomain: event.target.value })}
            placeholder="acme"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
          />
        </Field>
      )}
      {chosen.platform === "intercom" && (
        <Field label={m.help_import_region()} hint={m.help_import_region_hint()} className="max-w-90">
          <Select
            value={chosen.region}
            onChange={(value) => onChange({ ...chosen, region: REGIONS.find((one) => one === value) ?? "us" })}
            options={REGIONS.map((value) => ({ value, label: REGION_NAMES[value]?.() ?? value }))}
          />
        </Field>
      )}
      {chosen.platform === "helpscout" && <p className="text-xs text-muted">{m.help_import_helpscout_hint()}</p>}
    </>
  );
}
