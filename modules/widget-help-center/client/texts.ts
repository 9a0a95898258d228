// The texts of the help center, in the widget's languages.
import { type Files, importPart, type Say, textsOf } from "#modules/widget/client";
import type en from "./languages/en-help.json";

export type SayHelp = Say<keyof typeof en>;

const FILES: Files<keyof typeof en> = {
  ar: () => importPart("@ar-help", () => import("./languages/ar-help.json")),
  de: () => importPart("@de-help", () => import("./languages/de-help.json")),
  en: () => importPart("@en-help", () => import("./languages/en-help.json")),
  es: () => importPart("@es-help", () => import("./languages/es-help.json")),
  fr: () => importPart("@fr-help", () => import("./languages/fr-help.json")),
  it: () => importPart("@it-help", () => import("./languages/it-help.json")),
  ja: () => importPart("@ja-help", () => import("./languages/ja-help.json")),
  nl: () => importPart("@nl-help", () => import("./languages/nl-help.json")),
  pt: () => importPart("@pt-help", () => import("./languages/pt-help.json")),
};
export const sayIn = textsOf(FILES);
