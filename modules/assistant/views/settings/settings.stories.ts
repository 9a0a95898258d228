// Stories of the assistant's settings.
import { answer, frame, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { DEFAULT_GUIDANCE } from "../../contract.ts";
import { GUIDANCE, LONG_GUIDANCE, SETTINGS } from "../assistant.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/assistant`;
  const version = (number: number, savedBy: string | null, change: object = {}) => ({
    version: number,
    savedAt: `2026-11-${10 + number}T10:02:00.000Z`,
    savedBy,
    guidance: { ...GUIDANCE, ...change },
  });
  const versions = [
    version(4, "Mia Sol"),
    version(3, "Tomás Álvarez", { share: 10, tone: "neutral", rules: [] }),
    version(2, null, { greeting: "" }),
    version(1, "Mia Sol", DEFAULT_GUIDANCE),
  ];
  const ready = { ...frame(), readAssistant: answer(SETTINGS), listGuidanceVersions: answer({ items: versions }) };
  const fresh = { ...SETTINGS, enabled: false, version: 0, guidance: DEFAULT_GUIDANCE, savedAt: null, savedBy: null };
  const missing = { sentence: "OpenAI has no key. Set OPENAI_API_KEY.", variables: ["OPENAI_API_KEY"] };
  const conflict = refusal(409, "conflict", "Somebody else changed the assistant meanwhile.");
  const issues = {
    status: 422,
    body: {
      code: "invalid",
      error: "Some values are not valid.",
      issues: [
        { path: "guidance.share", message: "Invalid value" },
        { path: "guidance.rules.0.about", message: "Write something here." },
        { path: "guidance.forbidden.0", message: "At most 80 characters." },
      ],
    },
  };
  return [
    { name: "on", path, answers: ready },
    { name: "nothing saved yet", path, answers: { ...ready, readAssistant: answer(fresh), listGuidanceVersions: answer({ items: [] }) } },
    { name: "no model", path, answers: { ...ready, readAssistant: answer({ ...fresh, obstacle: missing }) } },
    {
      name: "switched on without a model",
      path,
      act: "click:Switch on",
      answers: { ...ready, readAssistant: answer({ ...fresh, obstacle: missing }) },
    },
    { name: "on, but stuck", path, answers: { ...ready, readAssistant: answer({ ...SETTINGS, obstacle: missing }) } },
    { name: "changed", path, act: "fill:Greeting=Hello!", answers: ready },
    { name: "faults", path, act: "fill:Share of conversations, in per cent=many;click:Save", answers: { ...ready, saveAssistant: issues } },
    { name: "not saved", path, act: "fill:Greeting=Hello!;click:Save", answers: { ...ready, saveAssistant: "offline" } },
    { name: "conflict", path, act: "fill:Greeting=Hello!;click:Save", answers: { ...ready, saveAssistant: conflict } },
    { name: "compared", path, act: "click:Compare version 3 with the one in force", answers: ready },
    {
      name: "versions not read",
      path,
      answers: { ...ready, listGuidanceVersions: refusal(503, "unavailable", "The versions could not be read.") },
    },
    {
      name: "read only",
      path,
      answers: { ...frame("operator"), readAssistant: answer(SETTINGS) },
    },
    { name: "long text", path, answers: { ...ready, readAssistant: answer({ ...SETTINGS, guidance: LONG_GUIDANCE }) } },
    { name: "loading", path, answers: { ...ready, readAssistant: "hang" } },
    { name: "not read", path, answers: { ...ready, readAssistant: refusal(503, "unavailable", "The database could not be reached.") } },
    { name: "offline", path, answers: { ...ready, readAssistant: "offline" } },
    {
      name: "no permission",
      path,
      answers: { ...frame("operator"), readAssistant: refusal(403, "forbidden", "You are no longer a member of this project.") },
    },
  ];
}
export const settingsStories = /* @__PURE__ */ (() => declare())();
