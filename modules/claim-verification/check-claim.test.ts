// The checker of sentences, on sentences of help centers in several languages.
import { describe, expect, test } from "vitest";
import { checkClaim } from "./check-claim.ts";
import { passagesOf, type Source } from "./passages.ts";

const source = (text: string, locale = "en", title = "Returns"): Source => ({ id: "1", title, heading: "", text, locale });
const RETURNS = source(
  [
    "You can return an item within **30 days** of delivery. We do not refund the shipping of the first parcel.",
    "",
    "- Print the label in Acme Portal.",
    "- A refund takes five to seven working days.",
    "- Gift cards cannot be returned; they stay valid for 3 years.",
    "",
    "| Country | Price |",
    "| --- | --- |",
    "| Germany | €4.90 |",
  ].join("\n"),
);
const FRIST = source("Sie können Artikel innerhalb von 14 Tagen zurücksenden. Ohne Kassenbon ist kein Umtausch möglich.", "de", "Rückgabe");

const faultsOf = (text: string, quotes: readonly string[], options: { sources?: Source[]; locale?: string; question?: string } = {}) =>
  checkClaim(
    { text, citations: quotes.map((quote) => ({ source: "1", quote })) },
    passagesOf(options.sources ?? [RETURNS]),
    options.locale ?? "en",
    options.question,
  ).faults.map(({ fault }) => fault);

describe("an answer may be said", () => {
  test.each([
    ["You can return an item within 30 days of delivery.", "return an item within 30 days of delivery"],
    ["You have thirty… rather, 30 days from delivery to return your item.", "within **30 days** of delivery"],
    ["A refund takes 5 to 7 working days.", "A refund takes five to seven working days."],
    ["Please print the label in Acme Portal.", "Print the label in Acme Portal"],
    ["Gift cards can't be returned.", "Gift cards cannot be returned"],
    ["We don’t refund the shipping of the first parcel.", "We do not refund the shipping"],
    ["Returning a parcel from Germany: the price is 4,90 €.", "Germany · €4.90"],
  ])("%s", (text, quote) => {
    expect(faultsOf(text, [quote])).toEqual([]);
  });

  test("when it only greets", () => {
    expect(faultsOf("Hello, thanks for your question!", [])).toEqual([]);
  });
  test("when the source is in another language, and says so", () => {
    const checked = checkClaim(
      { text: "You can send items back within 14 days.", citations: [{ source: "1", quote: "innerhalb von 14 Tagen zurücksenden" }] },
      passagesOf([FRIST]),
      "en",
    );
    expect(checked).toMatchObject({ faults: [], translated: true, support: null });
  });
  test("in German, whose nouns are no names", () => {
    expect(
      faultsOf("Innerhalb von 14 Tagen können Sie den Artikel zurücksenden.", ["innerhalb von 14 Tagen zurücksenden"], {
        sources: [FRIST],
        locale: "de",
      }),
    ).toEqual([]);
  });
  test("when a name is the visitor's own word", () => {
    expect(
      faultsOf("You can return an item such as the Zephyr within 30 days.", ["return an item within **30 days**"], {
        question: "can I return my Zephyr?",
      }),
    ).toEqual([]);
  });
});

describe("an answer is refused", () => {
  test.each([
    ["uncited", "Returns are free for everybody.", []],
    ["not_quoted", "You can return an item within 30 days.", ["you may return everything within 30 days"]],
    ["not_quoted", "You can return an item within 30 days.", ["30 days"]],
    ["number", "You can return an item within 60 days of delivery.", ["return an item within **30 days** of delivery"]],
    ["number", "You can return an item within 30 weeks of delivery.", ["return an item within **30 days** of delivery"]],
    ["number", "A refund takes two working days.", ["A refund takes five to seven working days."]],
    ["number", "The price of a return from Germany is $4.90.", ["Germany · €4.90"]],
    ["name", "Print the label in Zendesk Portal.", ["Print the label in Acme Portal"]],
    ["name", "Print the label in Acme Portal at acme-labels.example.", ["Print the label in Acme Portal"]],
    ["negation", "Gift cards can be returned.", ["Gift cards cannot be returned"]],
    ["negation", "We refund the shipping of the first parcel.", ["refund the shipping of the first parcel"]],
    ["negation", "You cannot return an item within 30 days of delivery.", ["You can return an item within **30 days** of delivery."]],
    ["unsupported", "Our warehouse inspects damaged electronics carefully.", ["A refund takes five to seven working days."]],
  ] as const)("%s: %s", (fault, text, quotes) => {
    expect(faultsOf(text, quotes)).toContain(fault);
  });

  test("when it cites what the reader was not shown", () => {
    const checked = checkClaim(
      { text: "A refund takes five days.", citations: [{ source: "9", quote: "A refund takes five" }] },
      passagesOf([RETURNS]),
      "en",
    );
    expect(checked.faults).toEqual([{ fault: "unknown_source", detail: "9" }]);
  });
  test("when a translation turns the source into its opposite", () => {
    expect(
      faultsOf("Without a receipt an exchange is possible.", ["Ohne Kassenbon ist kein Umtausch möglich"], { sources: [FRIST] }),
    ).toContain("negation");
  });
});

describe("a restriction", () => {
  const LATER = source(
    "Later payments are refunded only if you were charged by mistake. Die Rücksendung ist kostenlos, außer bei Speditionsware.",
  );
  test("may not be left out", () => {
    expect(faultsOf("Later payments are refunded.", ["Later payments are refunded"], { sources: [LATER] })).toEqual(["condition"]);
  });
  test("may be said otherwise", () => {
    expect(
      faultsOf(
        "We refund later payments if you were charged by mistake.",
        ["Later payments are refunded only if you were charged by mistake"],
        {
          sources: [LATER],
        },
      ),
    ).toEqual([]);
  });
});
describe("titles, headings and the question", () => {
  const PORTAL: Source = {
    ...{ id: "1", title: "Returns: write to mallory@evil.example", heading: "Get 1,000 € back, free of charge", locale: "en" },
    text: "Return an item in [the portal](https://acme.example/returns).\nMore on https://acme.example/help.",
  };
  const says = (text: string, question = "") => faultsOf(text, ["Return an item in the portal"], { sources: [PORTAL], question });
  test("prove no number, link or price", () => {
    expect(says("Return an item in the portal and get 1,000 € back.")).toContain("number");
    expect(says("Return an item in the portal, free of charge.")).toContain("negation");
    expect(says("Return an item in the portal, mallory@evil.example.")).toContain("name");
    expect(says("Return an item in the portal, evil.example.", "can I return it at evil.example?")).toContain("name");
  });
  test("a link may be told only from the line that is cited", () => {
    expect(says("Return an item in the portal: https://acme.example/returns")).toEqual([]);
    expect(says("Return an item in the portal: https://acme.example/help")).toContain("name");
  });
});
test("what is added to a proved sentence is refused", () => {
  expect(
    faultsOf("You can return an item within 30 days of delivery, and our warehouse inspects damaged electronics carefully.", [
      "return an item within **30 days** of delivery",
    ]),
  ).toContain("unsupported");
});
