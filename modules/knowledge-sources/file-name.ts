/** A file's name as it is stored: without folders, control characters and characters that change the text direction. */
export const plainName = (name: string): string =>
  (name.replaceAll("\\", "/").split("/").at(-1) ?? "")
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim()
    .slice(-200) || "file";
