// Names of languages.
import { locale } from "#dashboard/locale.ts";

const names = new Intl.DisplayNames([locale], { type: "language" });
/** The name of a language in the dashboard's language: "German" for `de`. The tag itself if it is unknown. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
