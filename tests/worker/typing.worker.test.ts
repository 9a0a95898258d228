// Who hears that a member writes: other members of a reply and of a note, the customer of a reply alone.
import { expect, test } from "vitest";
import { makeWorld } from "./world.ts";

test("other members hear that somebody writes a note; the customer does not, but hears of a reply", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const { body } = await visitor.open("Hello");
  const conversationId = body.conversation.id;
  const [writer, member, customer] = [await world.socket(), await world.socket(), await visitor.socket()];
  for (const socket of [writer, member, customer]) await socket.until(({ type }) => type === "live");
  writer.socket.send(JSON.stringify({ type: "typing", conversationId, note: true }));
  await member.until((frame) => frame.type === "typing" && frame["note"] === true);
  writer.socket.send(JSON.stringify({ type: "typing", conversationId }));
  await customer.until((frame) => frame.type === "typing");
  await member.until((frame) => frame.type === "typing" && frame["note"] === undefined);
  expect(customer.frames.filter((frame) => frame.type === "typing")).toEqual([expect.not.objectContaining({ note: true })]);
});
