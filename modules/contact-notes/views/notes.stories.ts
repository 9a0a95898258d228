// Stories of the notes on the contact's page.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Note } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const id = fixtureId("con", 1);
  const path = `/projects/${PROJECT_ID}/contacts/${id}`;
  const contact = {
    ...{
      id,
      name: "Jonas Weber",
      email: "jonas@northwind.example",
      emailVerified: true,
      identifier: "user_2291",
      metadata: {},
      state: "active",
    },
    ...{ createdAt: "2026-03-12T09:00:00.000Z", lastSeenAt: "2026-11-20T10:02:00.000Z", lastPage: null },
  };
  const note = (n: number, content: string, more: Partial<Note> = {}): Note => ({
    ...{ id: fixtureId("cnt", n) as Note["id"], content, authorId: ME.id as Note["authorId"], authorName: ME.name },
    ...{ createdAt: "2026-11-19T09:00:00.000Z", editedAt: null },
    ...more,
  });
  const others = { authorId: fixtureId("acc", 9) as Note["authorId"], authorName: "Mateo Silva" };
  const notes = [
    note(4, "Speaks Dutch."),
    note(3, "Asked for an **invoice in two parts**; accounting agreed:\n\n- half in December\n- half in March"),
    note(2, "Prefers a call before ten.", { ...others, editedAt: "2026-11-19T10:00:00.000Z" }),
    note(1, "Met at the fair in Hanover.", { ...others, authorName: null }),
  ];
  const reads = (change: object = {}, role?: Parameters<typeof frame>[0]) => ({
    ...frame(role),
    ...{ listConversations: answer({ items: [], next: null, head: 0 }), listContactAttributes: answer({ items: [] }) },
    ...{ readContact: answer({ contact }), listContactNotes: answer({ items: notes, next: "more" }) },
    ...change,
  });
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
  return [
    { name: "notes", path, answers: reads() },
    { name: "notes, empty", path, answers: reads({ listContactNotes: answer({ items: [], next: null }) }) },
    { name: "notes, loading", path, answers: reads({ listContactNotes: "hang" }) },
    { name: "notes, error", path, answers: reads({ listContactNotes: refusal(500, "internal", "Something went wrong.") }) },
    { name: "note being written", path, act: "click:Add note", answers: reads() },
    {
      name: "note's actions",
      path,
      act: "click:Actions of the note “Speaks Dutch.”",
      answers: reads(),
    },
    { name: "notes for an operator", path, answers: reads({}, "operator") },
    {
      name: "notes, long text",
      path,
      answers: reads({
        listContactNotes: answer({ items: [note(5, `${LONG} `.repeat(12), { ...others, authorName: LONG })], next: null }),
      }),
    },
  ];
}
export const noteStories = /* @__PURE__ */ (() => declare())();
