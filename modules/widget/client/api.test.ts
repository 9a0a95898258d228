import { pathOf } from "#kernel/wire/route.ts";
import { readFile } from "#modules/files/contract";
import { expect, test, vi } from "vitest";
import * as wire from "../contract.ts";
import { paths, refusalOf } from "./api.ts";
import { uuid } from "./ids.ts";
import * as assistant from "#modules/assistant/contract";
import { addressPaths } from "./lazy/address-paths.ts";
import { assistantPaths } from "./lazy/assistant-paths.ts";
import { MAIL_LINK_PATH } from "./lazy/mail-link-path.ts";
import { panelPaths } from "./panel/paths.ts";

const id = "cnv_01j00000000000000000000000";

test("every hand-written path equals the contract's", () => {
  expect(paths.config("pk_a b", "de,en-GB")).toBe(
    pathOf(wire.readWidgetConfig, {}, { key: "pk_a b", locale: "de,en-GB" }).replace("+", "%20"),
  );
  expect(paths.sessions).toBe(pathOf(wire.startSession));
  expect(paths.logout).toBe(pathOf(wire.endVisitorSession));
  expect(paths.events).toBe(pathOf(wire.sendWidgetEvents));
  expect(panelPaths.ticket).toBe(pathOf(wire.visitorTicket));
  expect(panelPaths.socket(7)).toBe(pathOf(wire.visitorSocket, {}, { after: 7 }));
  expect(paths.conversations()).toBe(pathOf(wire.listOwnConversations));
  expect(paths.conversations()).toBe(pathOf(wire.openConversation));
  expect(paths.conversations("c/1")).toBe(pathOf(wire.listOwnConversations, {}, { cursor: "c/1" }));
  expect(panelPaths.messages(id)).toBe(pathOf(wire.postMessage, { conversationId: id }));
  expect(panelPaths.thread(id)).toBe(pathOf(wire.listOwnEvents, { conversationId: id }));
  expect(panelPaths.thread(id, "before", 9)).toBe(pathOf(wire.listOwnEvents, { conversationId: id }, { before: 9 }));
  expect(panelPaths.thread(id, "after", 0)).toBe(pathOf(wire.listOwnEvents, { conversationId: id }, { after: 0 }));
  expect(panelPaths.upload("a&b.png", "u")).toBe(pathOf(wire.uploadFile, {}, { name: "a&b.png", clientId: "u" }));
  expect(addressPaths.own).toBe(pathOf(wire.readOwnAddress));
  expect(addressPaths.own).toBe(pathOf(wire.requestVerificationCode));
  expect(addressPaths.prove).toBe(pathOf(wire.verifyOwnAddress));
  expect(assistantPaths.state(id)).toBe(pathOf(assistant.readOwnAssistant, { conversationId: id }));
  expect(assistantPaths.stop(id)).toBe(pathOf(assistant.stopOwnRound, { conversationId: id }));
  expect(assistantPaths.person(id)).toBe(pathOf(assistant.askForPerson, { conversationId: id }));
  expect(MAIL_LINK_PATH).toBe(pathOf(wire.exchangeMailLink));
  expect(panelPaths.file("fil_1")).toBe(pathOf(readFile, { fileId: "fil_1" }));
});

test("a refusal keeps the server's message and the time of the next attempt", () => {
  expect(refusalOf(429, { error: "Too many.", code: "rate_limited", retryAfter: 12 }, "99")).toEqual({
    status: 429,
    code: "rate_limited",
    error: "Too many.",
    retryAfter: 12,
  });
  expect(refusalOf(503, undefined, "5")).toEqual({ status: 503, code: "", error: "", retryAfter: 5 });
  expect(refusalOf(500, undefined, null)).toEqual({ status: 500, code: "", error: "" });
});

test("ids are UUIDs even without crypto.randomUUID", () => {
  const shape = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  expect(uuid()).toMatch(shape);
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(uuid()).toMatch(shape);
  vi.unstubAllGlobals();
});
