// The texts of the question, in the widget's languages.
import { type Files, importPart, type Say, textsOf } from "#modules/widget/client";
import type en from "./languages/en-satisfaction.json";

export type SayRating = Say<keyof typeof en>;

const FILES: Files<keyof typeof en> = {
  ar: () => importPart("@ar-satisfaction", () => import("./languages/ar-satisfaction.json")),
  de: () => importPart("@de-satisfaction", () => import("./languages/de-satisfaction.json")),
  en: () => importPart("@en-satisfaction", () => import("./languages/en-satisfaction.json")),
  es: () => importPart("@es-satisfaction", () => import("./languages/es-satisfaction.json")),
  fr: () => importPart("@fr-satisfaction", () => import("./languages/fr-satisfaction.json")),
  it: () => importPart("@it-satisfaction", () => import("./languages/it-satisfaction.json")),
  ja: () => importPart("@ja-satisfaction", () => import("./languages/ja-satisfaction.json")),
  nl: () => importPart("@nl-satisfaction", () => import("./languages/nl-satisfaction.json")),
  pt: () => importPart("@pt-satisfaction", () => import("./languages/pt-satisfaction.json")),
};
export const sayIn = textsOf(FILES);
