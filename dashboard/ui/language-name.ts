import { locale } from "#dashboard/locale.ts";

const names = new Intl.DisplayNames([locale], { type: "language" });
/** What a language is called in the dashboard's own: "German" for `de`. The tag itself when nobody knows it. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
