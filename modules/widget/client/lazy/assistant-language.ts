// The texts of the assistant's part, which only projects with an assistant download.
import { importPart } from "../api.ts";
import type en from "../languages/en-assistant.json";
import type { Files } from "../panel/language.ts";
import { type Say as SayOf, textsOf } from "../panel/part-texts.ts";

type AssistantKey = keyof typeof en;
export type Say = SayOf<AssistantKey>;

const FILES: Files<AssistantKey> = {
  ar: () => importPart("@ar-assistant", () => import("../languages/ar-assistant.json")),
  de: () => importPart("@de-assistant", () => import("../languages/de-assistant.json")),
  en: () => importPart("@en-assistant", () => import("../languages/en-assistant.json")),
  es: () => importPart("@es-assistant", () => import("../languages/es-assistant.json")),
  fr: () => importPart("@fr-assistant", () => import("../languages/fr-assistant.json")),
  it: () => importPart("@it-assistant", () => import("../languages/it-assistant.json")),
  ja: () => importPart("@ja-assistant", () => import("../languages/ja-assistant.json")),
  nl: () => importPart("@nl-assistant", () => import("../languages/nl-assistant.json")),
  pt: () => importPart("@pt-assistant", () => import("../languages/pt-assistant.json")),
};
/** Says the texts in the panel's language; undefined until they are loaded. */
export const sayIn = textsOf(FILES);
