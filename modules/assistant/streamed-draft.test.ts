// Reading a draft while it arrives, in any pieces, gives what `JSON.parse` gives of the whole.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Draft, type DraftSentence } from "./prompt.ts";
import { readDraft, readStreamedDraft } from "./streamed-draft.ts";
import * as v from "valibot";

const sentence = (text: string, quote = "return a parcel within 30 days"): DraftSentence => ({
  text,
  citations: [{ source: "p1", quote }],
});
const answer = (...texts: string[]): Draft => ({
  kind: "answer",
  sentences: texts.map((text) => sentence(text)),
  question: "",
  reason: "",
});
/** What is handed out by each piece, and at the end. */
function read(pieces: readonly string[]) {
  const draft = readStreamedDraft();
  const handedOut = pieces.map((piece) => draft.push(piece).map(({ text }) => text));
  return { handedOut, all: handedOut.flat(), draft: draft.finish(), isBroken: draft.isBroken() };
}

describe("a sentence is handed out", () => {
  test("with its last character", () => {
    const { handedOut } = read([
      '{"kind":"answer","sentences":[{"text":"One.","citations":[{"source":"p1","quote":"one"}]',
      "}",
      ',{"text":"Two.","citations":[]}],"question":"","reason":"',
      '"}',
    ]);
    expect(handedOut).toEqual([[], ["One."], ["Two."], []]);
  });
  test("in any order of members, once it is known to be an answer", () => {
    const { handedOut, draft } = read(['{"reason":"","sentences":[{"citations":[],"text":"One."}],"question":"",', '"kind":"answer"}']);
    expect(handedOut).toEqual([[], ["One."]]);
    expect(draft).toEqual({ ...answer(), sentences: [{ text: "One.", citations: [] }] });
  });
  test("within a block of code", () => {
    for (const fence of ["```json\n", "```\n", "\uFEFF```JSON \r\n", "\n```json\n"]) {
      const written = `${fence}${JSON.stringify(answer("One."))}\n\`\`\`\n`;
      expect(read([...written])).toMatchObject({ all: ["One."], draft: answer("One.") });
    }
  });
  test("although the draft is cut off later", () => {
    const whole = JSON.stringify(answer("One.", "Two."));
    expect(read([whole.slice(0, whole.indexOf("Two."))])).toEqual({
      ...{ handedOut: [["One."]], all: ["One."], draft: undefined, isBroken: false },
    });
  });
});

describe("nothing is handed out", () => {
  test.each([
    ["of a draft that hands over", JSON.stringify({ ...answer("One."), kind: "hand_over" })],
    ["of one without a kind", '{"sentences":[{"text":"One.","citations":[]}],"question":"","reason":""}'],
    ["of a sentence without text", '{"kind":"answer","sentences":[{"text":" ","citations":[]}'],
    ["of a sentence in another object", '{"kind":"answer","more":{"sentences":[{"text":"One.","citations":[]}]}'],
    ["after words before the JSON", `Here it is: ${JSON.stringify(answer("One."))}`],
    ["of sentences that are no list", '{"kind":"answer","sentences":{"0":{"text":"One.","citations":[]}}'],
  ])("%s", (_, written) => {
    expect(read([...written]).all).toEqual([]);
  });
});

describe("a draft is broken", () => {
  const first = '{"kind":"answer","sentences":[{"text":"One.","citations":[]}]';
  test.each([
    ["a second list of sentences", `${first},"sentences":[]`],
    ["a second kind", `${first},"kind":"hand_over"`],
    ["a second kind, written otherwise", `${first},"k\\u0069nd":"hand_over"`],
    ["a comma too many", `${first},,`],
    ["something behind the end", `${first},"question":"","reason":""}{`],
    ["a fence that was not opened", `${first},"question":"","reason":""}\n\`\`\``],
    ["too many sentences", JSON.stringify(answer(...Array.from({ length: 13 }, (_, n) => `Sentence ${n}.`)))],
    ["more than any draft has", `${first},"question":"${"a".repeat(200_000)}`],
  ])("by %s", (_, written) => {
    const { isBroken, draft } = read([written]);
    expect({ isBroken, draft }).toEqual({ isBroken: true, draft: undefined });
  });
});

/** What the product did before it read streams. */
function parsed(written: string): Draft | undefined {
  try {
    const draft = v.safeParse(Draft, JSON.parse(written));
    return draft.success ? draft.output : undefined;
  } catch {
    return undefined;
  }
}

/** Texts with everything that JSON escapes, brackets, and characters of two code units. */
const words = fc.string({
  unit: fc.oneof(fc.constantFrom(...'"\\{}[],:`\n\t\u0000 ', "\ud83d", "😀", "é", "あ", "</"), fc.string()),
  maxLength: 30,
});
const drafts = fc.record({
  kind: fc.constantFrom("answer", "answer", "ask_back", "hand_over"),
  sentences: fc.array(fc.record({ text: words, citations: fc.array(fc.record({ source: words, quote: words }), { maxLength: 3 }) }), {
    maxLength: 5,
  }),
  question: words,
  reason: words,
});
/** An object with its members in some order, maybe with others, written with spaces or escapes. */
const written = fc
  .tuple(
    drafts,
    fc.dictionary(words, fc.jsonValue(), { maxKeys: 2 }),
    fc.array(fc.nat(100), { minLength: 6, maxLength: 6 }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([draft, more, order, isSpaced, isEscaped]) => {
    const members = Object.entries({ ...more, ...draft })
      .map((member, i) => ({ member, place: order[i] ?? 0 }))
      .toSorted((one, next) => one.place - next.place);
    const json = JSON.stringify(Object.fromEntries(members.map(({ member }) => member)), null, isSpaced ? "\t" : undefined);
    return isEscaped ? json.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`) : json;
  });
/** Cuts a text at some places, also within a character. */
const cut = (whole: string, places: readonly number[]): string[] => {
  const ends = [...new Set(places.map((place) => Math.floor(place * whole.length)))].toSorted((one, next) => one - next);
  return [0, ...ends].map((from, i) => whole.slice(from, ends[i] ?? whole.length));
};
const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });

describe("read in any pieces", () => {
  test("a draft is what it is as a whole, and so are its sentences", () => {
    fc.assert(
      fc.property(written, places, (whole, at) => {
        const wanted = parsed(whole);
        const { draft, all } = read(cut(whole, at));
        expect(draft).toEqual(wanted);
        if (wanted) expect(all).toEqual(wanted.kind === "answer" ? wanted.sentences.map(({ text }) => text) : []);
      }),
      { numRuns: 1500 },
    );
  });
  test("whatever is changed in it, both agree, and sentences are handed out in their order", () => {
    const change = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(3),
      fc.constantFrom("", ...'"\\{}[],: `1e', "null", "\u00a0"),
    );
    fc.assert(
      fc.property(written, change, places, (whole, [place, removed, inserted], at) => {
        const from = Math.floor(place * whole.length);
        const changed = whole.slice(0, from) + inserted + whole.slice(from + removed);
        const wanted = parsed(changed);
        const { draft, all } = read(cut(changed, at));
        // A member that is there twice: the last one counts for `JSON.parse`, and the draft is broken here.
        if (draft !== undefined || wanted === undefined) expect(draft).toEqual(wanted);
        if (draft) expect(all).toEqual(draft.kind === "answer" ? draft.sentences.map(({ text }) => text) : []);
        expect(read([changed]).all).toEqual(all);
      }),
      { numRuns: 1500 },
    );
  });
  test("what is handed out of a beginning is the beginning of what is handed out of the whole", () => {
    fc.assert(
      fc.property(written, fc.double({ min: 0, max: 1, noNaN: true }), (whole, place) => {
        const { all } = read([whole.slice(0, Math.floor(place * whole.length))]);
        expect(read([whole]).all.slice(0, all.length)).toEqual(all);
      }),
    );
  });
});

test("a long draft in single characters takes time in proportion to its length", () => {
  const whole = JSON.stringify(answer(...Array.from({ length: 12 }, () => "word ".repeat(190).trim())));
  const began = performance.now();
  expect(read([...whole]).draft).toEqual(parsed(whole));
  expect(readDraft(`${whole}${" ".repeat(100_000)}`)).toEqual(parsed(whole));
  expect(performance.now() - began).toBeLessThan(1000);
});
