// The paths and origins that somebody enters for a new preview, one a line.

/** The lines of a text, without empty ones and space around them. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * The paths of a text as they stand in addresses: letters such as “ü” and spaces are encoded, as browsers do, and of an address of `site` its
 * path is taken. Whatever else is no path stays as it is, for the server to refuse.
 */
export const pathsOf = (text: string, site: string): string[] =>
  linesOf(text).map((line) => {
    const before = [site, site.replace("https://", "")].find((start) => line === start || line.startsWith(`${start}/`)) ?? "";
    return (line.slice(before.length) || "/").toWellFormed().replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent);
  });
