// The company's own domain in front of the public pages, and how to set it up.
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { m } from "#messages";
import { BookOpen } from "lucide-react";
import { useState } from "react";
import { nginxExample, workerExample } from "./proxy-examples.ts";
import type { SettingsFields } from "./settings-payload.ts";

interface Props {
  readonly form: SettingsFields;
  /** The public address as it is now. */
  readonly address: string;
  set(part: Partial<SettingsFields>): void;
  issue(path: string): string | undefined;
}
export function DomainSection({ form: { domain }, address, set, issue }: Props) {
  const [reading, setReading] = useState(false);
  return (
    <Section title={m.help_settings_domain()} lead={m.help_settings_domain_lead()}>
      <Field label={m.help_settings_domain_origin()} hint={m.help_settings_domain_hint()} error={issue("domain")}>
        <TextInput
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          placeholder="https://help.example.com"
          value={domain ?? ""}
          onChange={(event) => set({ domain: event.target.value.trim() === "" ? null : event.target.value })}
        />
      </Field>
      <div>
        <Button size="sm" icon={BookOpen} onClick={() => setReading(true)}>
          {m.help_settings_domain_guide()}
        </Button>
      </div>
      {reading && <Guide domain={domain} address={address} onClose={() => setReading(false)} />}
    </Section>
  );
}

function Guide({ domain, address, onClose }: { domain: string | null; address: string; onClose(): void }) {
  const [shown, setShown] = useState<"worker" | "nginx">("worker");
  const slug = new URL(address).pathname.split("/").at(-1) ?? "";
  // The dashboard is used under the installation's own origin.
  const place = { desk: location.origin, slug };
  const own = domain !== null && URL.canParse(domain) ? new URL(domain).origin : "https://help.example.com";
  const code = shown === "worker" ? workerExample(place) : nginxExample({ ...place, domain: own });
  return (
    <Dialog open onClose={onClose} title={m.help_settings_domain_guide_title()} size="lg">
      <div className="grid grid-cols-1 gap-4">
        <ol className="grid list-decimal gap-2 ps-5">
          <li>{m.help_settings_domain_step_proxy()}</li>
          <li>{m.help_settings_domain_step_setting()}</li>
          <li>{m.help_settings_domain_step_check()}</li>
        </ol>
        <Tabs<"worker" | "nginx">
          label={m.help_settings_domain_examples()}
          value={shown}
          onChange={setShown}
          tabs={[
            { value: "worker", label: m.help_settings_domain_worker() },
            { value: "nginx", label: m.help_settings_domain_nginx() },
          ]}
        />
        <pre
          role="region"
          // It scrolls.
          tabIndex={0}
          aria-label={shown === "worker" ? m.help_settings_domain_worker() : m.help_settings_domain_nginx()}
          dir="ltr"
          className="max-h-72 overflow-auto rounded-md border border-line bg-subtle p-3 font-mono text-xs"
        >
          {code}
        </pre>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 flex-1 basis-60 text-xs text-muted">{m.help_settings_domain_more()}</p>
          <CopyButton text={code} label={m.help_settings_domain_copy()} />
        </div>
      </div>
    </Dialog>
  );
}
