import { pathOf } from "#kernel/wire/route.ts";
import { expect, test } from "vitest";
import * as wire from "../contract.ts";
import { helpPaths } from "./paths.ts";

test("every hand-written path equals the contract's", () => {
  const article = "art_01j00000000000000000000000";
  expect(helpPaths.home("pk_a", "pt-BR")).toBe(pathOf(wire.readWidgetHelp, {}, { key: "pk_a", locale: "pt-BR" }));
  expect(helpPaths.search("pk_a", undefined, "a&b")).toBe(pathOf(wire.searchWidgetHelp, {}, { key: "pk_a", q: "a&b" }));
  expect(helpPaths.article(article, "pk_a", "de")).toBe(
    pathOf(wire.readWidgetArticle, { articleId: article }, { key: "pk_a", locale: "de" }),
  );
  expect(helpPaths.searches).toBe(pathOf(wire.noteWidgetSearch));
  expect(helpPaths.feedback).toBe(pathOf(wire.sendWidgetFeedback));
});
