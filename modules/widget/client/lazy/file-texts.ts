// English texts about files, and file sizes in the visitor's language.
import { translations } from "../panel/translations.ts";

export const fileStrings = {
  dropHere: "Drop files to attach them",
  uploading: "Uploading {name}, {percent} %",
  remove: "Remove {name}",
  download: "Download",
  downloadFailed: "Couldn’t download {name}.",
  image: "Image {name}",
  tooLarge: "{name} is larger than {size} and can’t be attached.",
  tooMany: { one: "You can attach up to {count} file to a message.", other: "You can attach up to {count} files to a message." },
};

export const fileText = translations(fileStrings);

export function sizeOf(locale: string, bytes: number): string {
  const [value, unit] = bytes < 1000 ? [bytes, "byte"] : bytes < 1_000_000 ? [bytes / 1000, "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: String(unit),
    unitDisplay: "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
