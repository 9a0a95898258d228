import * as v from "valibot";
import { expect, test } from "vitest";
import { ConversationEvent, ConversationSummary } from "../contract.ts";
import {
  EVENTS,
  MEMBER_FIELDS,
  MEMBER_CONTACT,
  MEMBER_MESSAGE,
  rowOf,
  SUMMARY,
  VISITOR_CLOSED,
  VISITOR_ERASED,
  VISITOR_MESSAGE,
  VISITOR_REPLY,
  VISITOR_SNOOZED,
} from "./frames.fixtures.ts";
import { contactFrame, fieldsFrame, memberFrame, visitorEvent, visitorFrame } from "./frames.ts";

const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("the golden events and summary match the contract", () => {
  for (const event of Object.values(EVENTS)) expect(v.safeParse(ConversationEvent, event).issues).toBeUndefined();
  expect(v.safeParse(ConversationSummary, SUMMARY).issues).toBeUndefined();
});

test("a member's frame equals the golden frame", () => {
  expect(wire(memberFrame(rowOf(EVENTS.message), SUMMARY))).toEqual(MEMBER_MESSAGE);
});

test("a member's frame of a contact equals the golden frame and has no other fields", () => {
  const known = { ...SUMMARY.contact, name: "Zoë", email: "zoe@example.test", emailVerified: true, state: "hidden" };
  expect(wire(contactFrame({ ...known, ...{ metadata: { Plan: "Team" }, lastPage: null } }))).toEqual(MEMBER_CONTACT);
});

test("the frame of a row's fields equals the golden frame, and has nothing else of the row", () => {
  expect(wire(fieldsFrame({ ...SUMMARY, revision: 4, fields: { priority: "high" } }))).toEqual(MEMBER_FIELDS);
});

test.each([
  ["message", VISITOR_MESSAGE],
  ["reply", VISITOR_REPLY],
  ["status", VISITOR_CLOSED],
  ["snoozed", VISITOR_SNOOZED],
  ["erased", VISITOR_ERASED],
] as const)("a visitor's frame of %s is as it was frozen", (kind, golden) => {
  expect(wire(visitorFrame(rowOf(EVENTS[kind])))).toEqual(golden);
  expect(Object.keys(visitorFrame(rowOf(EVENTS[kind])))).toEqual(Object.keys(golden));
});

test.each(["note", "assigned", "ai_skipped", "message_erased", "activity"] as const)(
  "a %s event is never turned into a visitor's frame, even if wrongly marked as visible",
  (kind) => {
    expect(() => visitorEvent(EVENTS[kind])).toThrow(kind);
    expect(() => visitorFrame(rowOf(EVENTS[kind]))).toThrow();
  },
);

test("no visitor's frame contains an account, a reason or an assignee", () => {
  for (const kind of ["message", "reply", "status", "snoozed", "erased"] as const) {
    expect(JSON.stringify(visitorFrame(rowOf(EVENTS[kind])))).not.toMatch(/acc_|evidence|assignee|snoozed|fingerprint/);
  }
});
