// What is stored with a company: its place in the list, its words, and a key of its own for each change.
import { newId } from "#kernel/ids/index.ts";
import type { Written } from "./queries.ts";
import { nameKeyOf, wordsOfCompany } from "./words.ts";

export const written = (company: Written["company"], now: number): Written => ({
  ...{ company, nameKey: nameKeyOf(company.name), words: wordsOfCompany(company), changeKey: newId("company", now), now },
});
