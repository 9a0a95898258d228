// Converts an article's Markdown to what a message can show: no images, callouts, tables of contents or relative addresses.
const CALLOUT = /^((?:> ?)+)\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][^\S\n]*$/gim;
const FENCE = /^[ >]*(```+|~~~+)/;

/** The text for a message, with addresses of `origin` where the article named a path. */
export function forMessage(markdown: string, origin: string): string {
  let fence: string | undefined;
  return markdown
    .split("\n")
    .map((line) => {
      const [, sign] = FENCE.exec(line) ?? [];
      if (fence !== undefined) {
        if (sign?.startsWith(fence)) fence = undefined;
        return line;
      }
      if (sign !== undefined) {
        fence = sign;
        return line;
      }
      return line
        .replace(CALLOUT, (_, quote: string, kind: string) => `${quote}**${kind[0]}${kind.slice(1).toLowerCase()}**  `)
        .replace(
          // Behind a picture's address is at most its title.
          /!\[((?:[^\]!]|!(?!\[))*)\]\((\/files\/fil_\w{1,40})(?!\w)[^)]{0,500}\)/g,
          (_, alt: string, path: string) => `[${alt || origin + path}](${origin}${path})`,
        )
        .replace(/\]\((<?)(\/(?!\/)[^)\s>]*)/g, (_, open: string, path: string) => `](${open}${origin}${path}`);
    })
    .join("\n")
    .trim();
}

/** A link with words that cannot end it. */
export const linkFor = (title: string, url: string): string => `[${title.replaceAll(/[[\]\\]/g, "\\$&")}](${url})`;
