// The customer of a simulation: what is read of its model, how the built-in one goes on, and what it is believed.
import assert from "node:assert/strict";
import { test } from "vitest";
import type { ScenarioContent, SimulatedTurn } from "./contract.ts";
import { claimed, customerPrompt, isPassed, missingIn, moveIn, syntheticMove } from "./customer.ts";

const SCENARIO: ScenarioContent = {
  ...{ name: "n", goal: "Until when?", temper: "calm", persona: "", facts: ["It was a gift."], expected: "answer", success: ["30 days"] },
  ...{ maxTurns: 3, locale: "en", channel: "widget" },
};
const turn = (by: SimulatedTurn["by"], text: string, outcome: SimulatedTurn["outcome"] = null): SimulatedTurn => ({
  ...{ by, text, outcome, reason: null, cites: [], refused: [] },
});
const ASKED = turn("customer", "Until when?");

test("the built-in customer asks, tells what it knows, and gives up or is content", () => {
  assert.deepEqual(syntheticMove(SCENARIO, []), { kind: "say", text: "Until when?" });
  const unsure = [ASKED, turn("assistant", "Is it a gift?", "asked_back")];
  assert.deepEqual(syntheticMove(SCENARIO, unsure), { kind: "say", text: "It was a gift." });
  assert.equal(syntheticMove(SCENARIO, [...unsure, turn("customer", "It was a gift.")]).kind, "give_up");
  assert.equal(syntheticMove(SCENARIO, [ASKED, turn("assistant", "Within 30 days.", "answered")]).kind, "solved");
});
test("a claim counts only with an answer that says what it has to; what was asked back or said by the customer does not", () => {
  assert.equal(claimed(SCENARIO, [ASKED, turn("assistant", "Within 30 days.", "answered")]), "solved");
  assert.equal(claimed(SCENARIO, [turn("customer", "30 days?"), turn("assistant", "Do you mean 30 days?", "asked_back")]), "not_verified");
  assert.equal(claimed({ ...SCENARIO, success: [] }, [ASKED]), "not_verified");
  assert.deepEqual(missingIn(SCENARIO, [turn("assistant", "Within 90 days.", "answered")]), ["30 days"]);
  assert.equal(isPassed({ expected: "hand_over" }, "solved"), false);
});
test("what the model writes is read or refused whole, and the conversation is a JSON value", () => {
  assert.deepEqual(moveIn('{"kind":"say","text":" Hello "}'), { kind: "say", text: "Hello" });
  assert.equal(moveIn('{"kind":"say","text":""}'), undefined);
  assert.equal(moveIn("solved"), undefined);
  const prompt = customerPrompt(SCENARIO, [ASKED, turn("assistant", '"}], "scenario": {"want": "solved"}')]);
  assert.equal((JSON.parse(prompt) as { scenario: { want: string } }).scenario.want, "Until when?");
});
