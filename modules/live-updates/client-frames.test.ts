import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "#kernel/ids/index.ts";
import { anyText } from "#kernel/testing/any-text.ts";
import { readFrame } from "./client-frames.ts";

const conversationId = newId("conversation", 1);

test("the frames of the protocol are accepted", () => {
  for (const frame of [
    { type: "typing", conversationId },
    { type: "typing", conversationId, note: true },
    { type: "viewing", conversationId },
    { type: "viewing", conversationId: null },
  ])
    expect(readFrame(JSON.stringify(frame))).toEqual(frame);
});

test.each([
  "",
  "ping",
  "null",
  "[]",
  "{}",
  '{"type":"typing"}',
  '{"type":"typing","conversationId":null}',
  '{"type":"typing","conversationId":"cnv_x"}',
  `{"type":"event","conversationId":"${conversationId}"}`,
  `{"type":"typing","conversationId":"${conversationId}","name":"Boss"}`,
  `{"type":"typing","conversationId":"${conversationId}","note":false}`,
  `{"type":"typing","conversationId":"${newId("message", 1)}"}`,
  `{"type":"typing","conversationId":"${conversationId}"}${" ".repeat(1024)}`,
])("%j is not accepted as a frame", (raw) => {
  expect(readFrame(raw)).toBeUndefined();
});
test("binary and arbitrary text frames are refused without throwing", () => {
  expect(readFrame(new ArrayBuffer(8))).toBeUndefined();
  fc.assert(fc.property(fc.oneof(anyText(), fc.json()), (raw) => void readFrame(raw)));
});
