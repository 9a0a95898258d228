// What is pasted from web pages and office programs becomes Markdown. Loaded with the first such paste.
import { markdownOf } from "#kernel/rich-text/from-html.ts";
import { withTags } from "./office.ts";

/** The Markdown of pasted HTML: without styles, scripts and images. Headings, which messages don't have, are bold lines. */
export const pastedMarkdown = (html: string): string =>
  markdownOf(withTags(html))
    .replaceAll(/^#{1,6} +(.+)$/gm, (_, words: string) => `**${words.replaceAll("**", "").trim()}**`)
    .trim();
