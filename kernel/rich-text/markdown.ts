// Parses message Markdown into a tree without HTML. Shared by the widget (as a lazy chunk) and the dashboard.
import { plain } from "./plain.ts";
import { reader } from "./reader.ts";
import { type RichText, safeHref } from "./tree.ts";

export { plain, type RichText, safeHref };

/** Parses message Markdown (GitHub flavour, every line break kept). Raw HTML becomes text, unsafe links their text. */
export const parse: (markdown: string) => RichText[] = reader<never>({ breaks: true, href: safeHref, picture: () => undefined });
