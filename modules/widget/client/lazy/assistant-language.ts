// The texts of the assistant's part, which only projects with an assistant download.
import { importPart } from "../api.ts";
import type en from "../languages/en-assistant.json";
import type { PanelController } from "../panel/controller.ts";
import { type Files, translate, type Values } from "../panel/language.ts";
import { lazyPart } from "../panel/lazy-part.ts";

export type AssistantKey = keyof typeof en;
export type Say = (key: AssistantKey, values?: Values) => string;

const FILES: Files<AssistantKey> = {
  de: () => importPart("@de-assistant", () => import("../languages/de-assistant.json")),
  en: () => importPart("@en-assistant", () => import("../languages/en-assistant.json")),
  es: () => importPart("@es-assistant", () => import("../languages/es-assistant.json")),
  fr: () => importPart("@fr-assistant", () => import("../languages/fr-assistant.json")),
  it: () => importPart("@it-assistant", () => import("../languages/it-assistant.json")),
  ja: () => importPart("@ja-assistant", () => import("../languages/ja-assistant.json")),
  nl: () => importPart("@nl-assistant", () => import("../languages/nl-assistant.json")),
  pt: () => importPart("@pt-assistant", () => import("../languages/pt-assistant.json")),
};
const inLanguage = (language: string) => lazyPart(async () => ({ ...(await FILES[language]?.())?.default }), true);
const loaded = new Map<string, ReturnType<typeof inLanguage>>();

/** Says the texts in the panel's language; undefined until they are loaded. */
export function sayIn(controller: PanelController): Say | undefined {
  const locale = controller.locale();
  const language = locale.slice(0, 2);
  const load = loaded.get(language) ?? inLanguage(language);
  loaded.set(language, load);
  const texts = load(true, controller);
  return texts && ((key, values) => translate({ locale, texts }, key, values));
}
