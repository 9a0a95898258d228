/** A file's name as it is kept: without folders, control characters and the marks that turn writing around. */
export const plainName = (name: string): string =>
  (name.replaceAll("\\", "/").split("/").at(-1) ?? "")
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim()
    .slice(-200) || "file";
