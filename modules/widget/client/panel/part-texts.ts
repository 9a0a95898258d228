// The texts of a part that not every project downloads, in the panel's language.
import type { PanelController } from "./controller.ts";
import { type Files, translate, type Values } from "./language.ts";
import { lazyPart } from "./lazy-part.ts";

/** Says a text of the part. */
export type Say<Key extends string> = (key: Key, values?: Values) => string;

/** For the texts of a part, by language: a function that answers how to say them, undefined until they are loaded. */
export function textsOf<Key extends string>(files: Files<Key>): (controller: PanelController) => Say<Key> | undefined {
  const inLanguage = (language: string) => lazyPart(async () => ({ ...(await files[language]?.())?.default }), true);
  const loaded = new Map<string, ReturnType<typeof inLanguage>>();
  return (controller) => {
    const locale = controller.locale();
    const language = locale.slice(0, 2);
    const load = loaded.get(language) ?? inLanguage(language);
    loaded.set(language, load);
    const texts = load(true, controller);
    return texts && ((key, values) => translate({ locale, texts }, key, values));
  };
}
