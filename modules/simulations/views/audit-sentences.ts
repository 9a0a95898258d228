// What the audit log says about simulations.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice } from "#modules/projects/views";

const named =
  (said: (input: { name: string }) => string): AuditSentences[string] =>
  ({ detail: { name = "" } }) => [said({ name })];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  simulations: {
    screen: "simulations",
    title: m.simulations_tab,
    fields: {
      name: m.simulations_name,
      goal: m.simulations_goal,
      temper: choice(m.simulations_temper, {
        calm: m.simulations_temper_calm,
        impatient: m.simulations_temper_impatient,
        confused: m.simulations_temper_confused,
        angry: m.simulations_temper_angry,
      }),
      persona: m.simulations_persona,
      facts: m.simulations_facts,
      expected: choice(m.simulations_expected, {
        answer: m.simulations_expected_answer,
        hand_over: m.simulations_expected_hand_over,
        decline: m.simulations_expected_decline,
      }),
      success: m.simulations_success,
      maxTurns: m.simulations_max_turns,
      locale: m.simulations_language,
      channel: choice(m.simulations_channel, { widget: m.simulations_channel_widget, email: m.simulations_channel_email }),
    },
  },
};
const sentences: AuditSentences = {
  "simulations.run_started": ({ detail: { model, customer, raised } }) => [
    model === undefined || customer === undefined ? m.simulations_audit_started_one() : m.simulations_audit_started({ model, customer }),
    ...(raised === undefined ? [] : [m.simulations_audit_raised({ usd: raised })]),
  ],
  "simulations.run_cancelled": () => [m.simulations_audit_cancelled()],
  "simulations.scenario_created": named(m.simulations_audit_scenario_created),
  "simulations.scenario_changed": named(m.simulations_audit_scenario_changed),
  "simulations.scenario_archived": named(m.simulations_audit_scenario_archived),
};
export default sentences;
