// Stories of the business hours.
import { answer as ok, frame, PROJECT_ID, refusal as refused } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { type BusinessHours, weekOf } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(12);
  const path = `/projects/${PROJECT_ID}/settings/hours`;
  const hours: BusinessHours = {
    ...{ on: true, timeZone: "Europe/Berlin", revision: 3 },
    week: weekOf("Mo 09:00-12:00,13:00-17:00\nTu 09:00-17:00\nWe 09:00-17:00\nTh 09:00-17:00\nFr 09:00-10:00\nSu 22:00-24:00"),
    exceptions: [
      { date: "2026-12-24", name: "Christmas Eve", hours: [{ from: 540, to: 720 }] },
      { date: "2026-12-25", name: "Christmas", hours: [] },
    ],
  };
  const saved = { ...frame(), readBusinessHours: ok(hours) };
  const unset = { ...hours, on: false, timeZone: "UTC", revision: 0, exceptions: [] };
  const edit = "fill:Tuesday, interval 1, from=10:00;click:Save";
  const issues = (path: string, message: string) => ({
    status: 400,
    body: { code: "invalid_request", error: "Some fields are not valid.", issues: [{ path, message }] },
  });
  return [
    { name: "hours", path, answers: saved },
    { name: "never saved", path, answers: { ...saved, readBusinessHours: ok(unset) } },
    { name: "off", path, answers: { ...saved, readBusinessHours: ok({ ...hours, on: false }) } },
    { name: "a day added", path, answers: saved, act: "click:Add a day;see:Discard" },
    {
      name: "saved",
      path,
      answers: { ...saved, changeBusinessHours: ok({ ...hours, revision: 4 }) },
      act: `${edit};see:Business hours saved`,
    },
    {
      name: "an interval ends before it begins",
      path,
      answers: { ...saved, changeBusinessHours: issues("week.1", "Each interval has to end after it begins.") },
      act: `${edit};see:Each interval has to end`,
    },
    {
      name: "changed meanwhile",
      path,
      answers: { ...saved, changeBusinessHours: refused(409, "conflict", "Somebody else changed the business hours meanwhile.") },
      act: `${edit};see:Show what was saved`,
    },
    { name: "no permission", path, answers: { ...saved, ...frame("operator") } },
    {
      name: "long text",
      path,
      answers: {
        ...saved,
        ...frame("admin", LONG),
        readBusinessHours: ok({ ...hours, exceptions: [{ date: "2026-12-24", name: LONG.slice(0, 60), hours: [] }] }),
      },
    },
    { name: "loading", path, answers: { ...saved, readBusinessHours: "hang" } },
    { name: "error", path, answers: { ...saved, readBusinessHours: refused(500, "internal", "Something went wrong.") } },
    { name: "offline", path, answers: { ...saved, readBusinessHours: "offline" } },
  ];
}

export const hoursStates = /* @__PURE__ */ (() => declare())();
