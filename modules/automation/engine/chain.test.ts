// Chains of rules end, in order, and look for words as people mean them.
import assert from "node:assert/strict";
import { test } from "vitest";
import { TRIGGERS, type Trigger } from "../contract.ts";
import { ruleActionNamed } from "../actions/rule-actions.ts";
import { containsWord, isDone, runChain } from "./chain.ts";

interface Made {
  readonly id: string;
  readonly trigger: Trigger;
  readonly raises: readonly Trigger[];
  readonly met: boolean;
  /** Names of its actions. */
  readonly steps?: readonly string[];
}
/** Actions of everybody by whether they are silent, and those of rules alone as they are declared. */
const SHARED: Readonly<Record<string, boolean>> = { priority: true, tags: true, close: true, reopen: false, assign: false };
const STEPS = [...Object.keys(SHARED), "reply", "notify", "webhook"];
const isSilent = (name: string): boolean => SHARED[name] ?? ruleActionNamed(name)?.isSilent === true;
/** What reaches a person. */
const REACHES: readonly string[] = ["reply", "notify", "assign", "reopen"];
/** Seeded, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("10,000 random sets of rules end on random events: each rule runs once at most, and only on a trigger that was raised", async () => {
  const next = random(20_261_130);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  let longest = 0;
  let reached = 0;
  for (let set = 0; set < 10_000; set += 1) {
    const rules = Array.from({ length: Math.floor(next() * 12) }, (_, at): Made => ({
      ...{ id: `${at}`, trigger: pick(TRIGGERS), met: next() < 0.8 },
      steps: Array.from({ length: Math.floor(next() * 4) }, () => pick(STEPS)),
      raises: Array.from({ length: Math.floor(next() * 4) }, () => pick(TRIGGERS)),
    }));
    const automatic = next() < 0.5;
    const done: string[] = [];
    const first = Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(TRIGGERS));
    let looks = 0;
    const raised = new Set(first);
    const ran = await runChain(rules, first, async (rule) => {
      looks += 1;
      assert.ok(raised.has(rule.trigger), "a rule is looked at for what happened only");
      if (!rule.met) return undefined;
      done.push(...(rule.steps ?? []).filter((step) => isDone(automatic, isSilent(step))));
      for (const trigger of rule.raises) raised.add(trigger);
      return await Promise.resolve(rule.raises);
    });
    assert.equal(new Set(ran).size, ran.length, "no rule runs twice");
    // Every rule that could run did.
    const fixed = new Set(first);
    for (let grew = true; grew;) {
      const before = fixed.size;
      for (const rule of rules) if (rule.met && fixed.has(rule.trigger)) rule.raises.forEach((trigger) => fixed.add(trigger));
      grew = fixed.size > before;
    }
    assert.deepEqual(
      new Set(ran.map(({ id }) => id)),
      new Set(rules.filter(({ met, trigger }) => met && fixed.has(trigger)).map(({ id }) => id)),
    );
    // At most one look for each trigger that was raised at all, and each time it was raised.
    assert.ok(looks <= rules.length * (first.length + ran.reduce((sum, { raises }) => sum + raises.length, 0)));
    longest = Math.max(longest, ran.length);
    // Each action at most as often as its rule has it, and what a program wrote reaches nobody.
    assert.ok(done.length <= ran.reduce((sum, { steps = [] }) => sum + steps.length, 0));
    const reaching = done.filter((step) => REACHES.includes(step));
    if (automatic) assert.deepEqual(reaching, [], "automatic mail leads to nothing that reaches a person");
    reached += reaching.length;
  }
  assert.ok(longest >= 8 && reached > 1000, "the sets are long enough to say something");
});

test("rules of one trigger run in their order, before those of triggers that they raise", async () => {
  const rules: Made[] = [
    { id: "late", trigger: "assigned", raises: [], met: true },
    { id: "first", trigger: "created", raises: ["assigned"], met: true },
    { id: "second", trigger: "created", raises: ["status_changed"], met: true },
    { id: "last", trigger: "status_changed", raises: ["created"], met: true },
  ];
  const ran = await runChain(rules, ["created"], (rule) => Promise.resolve(rule.raises));
  assert.deepEqual(
    ran.map(({ id }) => id),
    ["first", "second", "late", "last"],
  );
});

test.each([
  ["I want a REFUND, please", ["refund"], true],
  ["refunds", ["refund"], false],
  ["a scar", ["car"], false],
  ["my car.", ["car"], true],
  ["Where  is\nmy order?", ["where is my order"], true],
  ["Ich möchte kündigen!", ["kündigen"], true],
  ["C++ is broken", ["c++"], true],
  ["返金してください", ["返金"], true],
  ["ﬁnance", ["finance"], true],
  ["", ["a"], false],
  ["carcar car", ["car"], true],
] as const)("%j contains one of %j: %s", (text, words, expected) => {
  assert.equal(containsWord(text, words), expected);
});
