// Turns the contact form on or off, and lists what mail lacks for it.
import { Switch } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { HelpSettings } from "../../contract.ts";

const hasMail = ({ contactFormNeeds: { variables, replyAddress } }: HelpSettings): boolean => replyAddress && variables.length === 0;
export const isContactFormOn = (settings: HelpSettings): boolean => settings.contactForm && hasMail(settings);

interface ContactFormSettingProps {
  readonly projectId: string;
  readonly settings: HelpSettings;
  readonly form: { readonly contactForm: boolean };
  set(part: { contactForm: boolean }): void;
}

export function ContactFormSetting({ projectId, settings, form: { contactForm }, set }: ContactFormSettingProps) {
  const { variables, replyAddress } = settings.contactFormNeeds;
  const isAvailable = hasMail(settings);
  return (
    <Section title={m.help_settings_contact_form()} lead={m.help_settings_contact_form_lead()}>
      <Switch
        label={m.help_settings_contact_form_switch()}
        hint={m.help_settings_contact_form_hint()}
        checked={contactForm && isAvailable}
        disabled={!isAvailable}
        onChange={(on) => set({ contactForm: on })}
      />
      {!isAvailable && (
        <div className="flex items-start gap-2 rounded-md bg-warn-soft px-3.5 py-2.5 text-warn-text">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <div className="grid min-w-0 gap-1">
            {variables.length > 0 && (
              <p>
                {m.help_settings_contact_form_variables()} <code className="font-mono text-xs wrap-anywhere">{variables.join(", ")}</code>
              </p>
            )}
            {!replyAddress && (
              <p>
                {m.help_settings_contact_form_reply()}{" "}
                <Link to={`/projects/${projectId}/settings/email`} className="underline underline-offset-2">
                  {m.help_settings_contact_form_mail()}
                </Link>
              </p>
            )}
          </div>
        </div>
      )}
    </Section>
  );
}
