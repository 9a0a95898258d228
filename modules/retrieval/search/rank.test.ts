// How well a text fits a question, in figures that are comparable between questions.
import { describe, expect, test } from "vitest";
import { matcherOf } from "./matcher.ts";
import { queryTermsOf, readingsOf } from "./query-terms.ts";
import { type Averages, countsOf, type Fit, fitOf, weigh } from "./rank.ts";

const AVERAGES: Averages = { pieces: 40, title: 3, heading: 3, body: 40 };
/** The fit of a text without title, in a project in which each word of the question occurs once. */
function fit(question: string, content: string): Fit {
  const asked = queryTermsOf(question, ["en"], false);
  const { synonyms } = readingsOf(question, asked, ["en"]);
  const matcher = matcherOf(asked, synonyms);
  return fitOf(
    countsOf({ title: "", heading: "", content, locale: "en" }, matcher),
    asked.map((term) => weigh(term, AVERAGES.pieces, 1)),
    AVERAGES,
  );
}

describe("the fit of a text", () => {
  test("is none without any of the words", () => {
    expect(fit("coworkers overseas invoices", "The sun rises in the east.")).toEqual({ coverage: 0, confidence: 0 });
  });
  test("counts another word for the same less than the word itself, but more than half", () => {
    const { coverage } = fit("coworkers", "Invite members.");
    expect(coverage).toBeGreaterThan(0.5);
    expect(coverage).toBeLessThan(fit("coworkers", "Invite coworkers.").coverage);
  });
  test("is higher for the same share of a longer question", () => {
    const short = fit("parcels overseas", "We send parcels.");
    const long = fit("parcels overseas invoices stamps taxes bicycles", "We send parcels with invoices and stamps.");
    expect(long.coverage).toBeCloseTo(short.coverage);
    expect(long.confidence).toBeGreaterThan(short.confidence + 0.05);
  });
});
