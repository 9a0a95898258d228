// What the audit log says about the help center's settings.
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, onOff, onOrOff, sentencesOfChanges } from "#modules/projects/views";

const languages = (tags: string): string =>
  tags
    .split(", ")
    .map((tag) => languageName(tag))
    .join(", ");

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  help: {
    screen: "articles",
    fields: {
      open: onOff(m.help_settings_opened),
      title: m.help_settings_name,
      defaultLocale: m.help_settings_default,
      locales: m.help_settings_languages,
      links: m.help_settings_links,
      contact: m.help_settings_contact,
      authors: onOff(m.help_settings_authors),
      contactForm: onOff(m.help_settings_contact_form_switch),
      domain: m.help_settings_domain,
    },
  },
};
const sentences: AuditSentences = {
  "help.settings_changed": sentencesOfChanges(m.help_settings_audit, {
    open: onOrOff(m.help_settings_audit_open),
    title: m.help_settings_audit_title,
    description: m.help_settings_audit_description,
    defaultLocale: ({ from, to }) => m.help_settings_audit_default({ from: languageName(from), to: languageName(to) }),
    locales: ({ from, to }) => m.help_settings_audit_locales({ from: languages(from), to: languages(to) }),
    links: m.help_settings_audit_links,
    contact: m.help_settings_audit_contact,
    domain: m.help_settings_audit_domain,
    translations: () => m.help_settings_audit_translations(),
    images: () => m.help_settings_audit_images(),
    authors: onOrOff(m.help_settings_audit_authors),
    contactForm: onOrOff(m.help_settings_audit_contact_form),
  }),
  // Entries of this kind are from before changes were kept: settings that were saved while the help center was closed.
  "help.closed": () => [m.help_settings_audit()],
};
export default sentences;
