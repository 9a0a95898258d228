// Stories of the report and of the lists behind its numbers.
import { answer, frame, LONG, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { counts, EMPTY, item, ITEMS, path, report } from "../report.fixtures.ts";

const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");

// One function, so that production builds can drop everything in it.
function declare(): { readonly report: readonly ScreenState[]; readonly list: readonly ScreenState[] } {
  const ready = { ...frame(), readAssistantReport: answer(report()) };
  const word = "Donaudampfschifffahrtsgesellschaftskapitän";
  const behind = `${path}/conversations?days=30&outcome=escalated`;
  const list = { ...frame(), listOutcomes: answer({ items: ITEMS, next: "next" }) };
  const none = answer({ items: [], next: null });
  return {
    report: [
      { name: "report", path, answers: ready },
      { name: "report of 90 days", path: `${path}?days=90`, answers: ready },
      { name: "report for an operator", path, answers: { ...ready, ...frame("operator") } },
      { name: "nothing answered", path, answers: { ...ready, readAssistantReport: answer(EMPTY) } },
      {
        name: "nothing answered, operator",
        path,
        answers: { ...ready, ...frame("operator"), readAssistantReport: answer(EMPTY) },
      },
      {
        name: "nothing ended yet",
        path,
        answers: {
          ...ready,
          readAssistantReport: answer(
            report({ total: counts({ open: 3 }, 0.02), rates: null, reasons: [], topics: [], sources: [], languages: [] }),
          ),
        },
      },
      { name: "report loading", path, answers: { ...ready, readAssistantReport: "hang" } },
      { name: "report not read", path, answers: { ...ready, readAssistantReport: DOWN } },
      { name: "report offline", path, answers: { ...ready, readAssistantReport: "offline" } },
      {
        name: "report, long texts",
        path,
        answers: {
          ...ready,
          readAssistantReport: answer(
            report({
              sources: [
                { source: { documentId: "kdc_1", title: word.repeat(4), url: null }, ...counts({ assumed: 1_234_567 }, 12_345.67) },
                { source: { documentId: "kdc_2", title: LONG, url: "https://help.acme.example/long" }, ...counts({ negative: 2 }, 0.1) },
              ],
            }),
          ),
        },
      },
    ],
    list: [
      { name: "conversations of a number", path: behind, answers: list },
      {
        name: "conversations of a day",
        path: `${path}/conversations?day=2026-11-20&locale=de&reason=check`,
        answers: { ...list, listOutcomes: answer({ items: ITEMS.slice(1, 2), next: null }) },
      },
      { name: "no conversations", path: behind, answers: { ...list, listOutcomes: none } },
      { name: "conversations loading", path: behind, answers: { ...list, listOutcomes: "hang" } },
      { name: "conversations not read", path: behind, answers: { ...list, listOutcomes: DOWN } },
      { name: "conversations offline", path: behind, answers: { ...list, listOutcomes: "offline" } },
      {
        name: "conversations, long names",
        path: behind,
        answers: {
          ...list,
          listOutcomes: answer({ items: [item(1, { contactName: word.repeat(4) }), item(2, { contactName: LONG })], next: null }),
        },
      },
    ],
  };
}
const stories = /* @__PURE__ */ (() => declare())();
export const reportStories = stories.report;
export const listStories = stories.list;
