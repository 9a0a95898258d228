// Converts an article's Markdown to what a message supports: no images, callouts, tables of contents or relative addresses.
const CALLOUT = /^((?:> ?)+)\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][^\S\n]*$/gim;
const FENCE = /^[ >]*(```+|~~~+)/;

/** The text for a message. Paths become addresses of `origin`. */
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
          // Between an image's address and the closing bracket there can only be a title.
          /!\[((?:[^\]!]|!(?!\[))*)\]\((\/files\/fil_\w{1,40})(?!\w)[^)]{0,500}\)/g,
          (_, alt: string, path: string) => `[${alt || origin + path}](${origin}${path})`,
        )
        .replace(/\]\((<?)(\/(?!\/)[^)\s>]*)/g, (_, open: string, path: string) => `](${open}${origin}${path}`);
    })
    .join("\n")
    .trim();
}

/** A Markdown link; brackets in the text are escaped so that they cannot end it. */
export const linkFor = (title: string, url: string): string => `[${title.replaceAll(/[[\]\\]/g, "\\$&")}](${url})`;
