// What the audit log says about the assistant.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice, onOff, sentencesOfChanges } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  assistant: {
    screen: "settings-assistant",
    fields: {
      enabled: onOff(m.projects_audit_switched_on),
      version: m.assistant_trace_guidance,
      channels: choice(m.assistant_field_channels, { widget: m.monitoring_channel_widget, email: m.monitoring_channel_email }),
      askers: choice(m.assistant_field_askers, { everybody: m.assistant_askers_everybody, verified: m.assistant_askers_verified }),
      languages: m.assistant_field_languages,
      share: m.assistant_field_share,
      greeting: m.assistant_field_greeting,
      tone: choice(m.assistant_field_tone, {
        neutral: m.assistant_tone_neutral,
        friendly: m.assistant_tone_friendly,
        formal: m.assistant_tone_formal,
      }),
      length: choice(m.assistant_field_length, {
        short: m.assistant_length_short,
        medium: m.assistant_length_medium,
        long: m.assistant_length_long,
      }),
      instructions: m.assistant_field_instructions,
      rules: m.assistant_field_rules,
      forbidden: m.assistant_audit_forbidden,
      handOverWords: m.assistant_field_words,
      mostRounds: m.assistant_field_most,
      closeConfirmed: onOff(m.assistant_field_close),
    },
  },
};
const sentences: AuditSentences = {
  "assistant.changed": sentencesOfChanges(m.assistant_audit_changed, {
    enabled: ({ to }) => m.assistant_audit_enabled({ to }),
    version: ({ to }) => m.assistant_audit_version({ version: to }),
  }),
};
export default sentences;
