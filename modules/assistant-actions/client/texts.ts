// The texts of the cards, in the widget's languages.
import { type Files, importPart, type Say, textsOf } from "#modules/widget/client";
import type en from "./languages/en-actions.json";

export type SayAction = Say<keyof typeof en>;

const FILES: Files<keyof typeof en> = {
  ar: () => importPart("@ar-actions", () => import("./languages/ar-actions.json")),
  de: () => importPart("@de-actions", () => import("./languages/de-actions.json")),
  en: () => importPart("@en-actions", () => import("./languages/en-actions.json")),
  es: () => importPart("@es-actions", () => import("./languages/es-actions.json")),
  fr: () => importPart("@fr-actions", () => import("./languages/fr-actions.json")),
  it: () => importPart("@it-actions", () => import("./languages/it-actions.json")),
  ja: () => importPart("@ja-actions", () => import("./languages/ja-actions.json")),
  nl: () => importPart("@nl-actions", () => import("./languages/nl-actions.json")),
  pt: () => importPart("@pt-actions", () => import("./languages/pt-actions.json")),
};
export const sayIn = textsOf(FILES);
