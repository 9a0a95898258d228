// Stories of the settings of contact attributes.
import { answer, fixtureId, frame, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Attribute } from "../../contract.ts";
import { fixtureAttributes } from "../attributes.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/contact-attributes`;
  const answers = { ...frame(), listContactAttributes: answer({ items: fixtureAttributes() }) };
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
  const long = fixtureAttributes().map((one, i): Attribute => ({
    ...one,
    id: fixtureId("cat", 20 + i) as Attribute["id"],
    key: "k".repeat(40),
    label: LONG.slice(0, 60),
    choices: one.type === "choice" ? [LONG, `${LONG} 2`, "wide ".repeat(16).trim()] : [],
  }));
  return [
    { name: "filled", path, answers },
    { name: "empty", path, answers: { ...answers, listContactAttributes: answer({ items: [] }) } },
    { name: "empty for an operator", path, answers: { ...frame("operator"), listContactAttributes: answer({ items: [] }) } },
    { name: "new", path, act: "click:New attribute;fill:Label=Contract end", answers },
    {
      name: "key taken",
      path,
      act: "click:New attribute;fill:Label=Plan;click:Create attribute",
      answers: { ...answers, createContactAttribute: refusal(409, "conflict", "Another attribute has this key. It may be archived.") },
    },
    { name: "edit choices", path, act: "click:Edit Plan", answers },
    { name: "loading", path, answers: { ...answers, listContactAttributes: "hang" } },
    { name: "error", path, answers: { ...answers, listContactAttributes: refusal(500, "internal", "Something went wrong.") } },
    { name: "offline", path, answers: { ...answers, listContactAttributes: "offline" } },
    { name: "no permission", path, answers: { ...frame("operator"), listContactAttributes: answer({ items: fixtureAttributes() }) } },
    { name: "long text", path, answers: { ...answers, listContactAttributes: answer({ items: long }) } },
  ];
}
export const attributeStories = /* @__PURE__ */ (() => declare())();
