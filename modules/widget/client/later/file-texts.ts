// English texts about files, and file sizes in the visitor's language.
import { translations } from "../panel/translations.ts";

export const fileStrings = {
  dropHere: "Drop files to attach them",
  uploading: "Uploading {name}, {percent} %",
  remove: "Remove {name}",
  download: "Download",
  downloadFailed: "{name} could not be downloaded.",
  image: "Image {name}",
  tooLarge: "{name} is larger than {size} and cannot be attached.",
  tooMany: { one: "At most {count} file can be attached to a message.", other: "At most {count} files can be attached to a message." },
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
