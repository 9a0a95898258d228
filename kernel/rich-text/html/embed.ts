// Recognises video frames of known hosts and returns the address that people share.

const ID = "([\\w-]{4,64})";
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^https?://(?:www\\.)?youtube(?:-nocookie)?\\.com/embed/${ID}`, "i"), "https://www.youtube.com/watch?v="],
  [new RegExp(`^https?://(?:www\\.)?youtube\\.com/watch\\?v=${ID}`, "i"), "https://www.youtube.com/watch?v="],
  [new RegExp(`^https?://youtu\\.be/${ID}`, "i"), "https://www.youtube.com/watch?v="],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d{4,20})/i, "https://vimeo.com/"],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d{4,20})/i, "https://vimeo.com/"],
  [new RegExp(`^https?://(?:www\\.)?loom\\.com/(?:embed|share)/${ID}`, "i"), "https://www.loom.com/share/"],
  [new RegExp(`^https?://fast\\.wistia\\.(?:net|com)/embed/(?:iframe|medias)/${ID}`, "i"), "https://fast.wistia.net/embed/iframe/"],
];

/** The shareable address of the video in a frame, if its host is known. */
export function embedOf(tag: string, attributes: Readonly<Record<string, string>>): string | undefined {
  if (tag !== "iframe" && tag !== "embed") return undefined;
  const source = (attributes["src"] || attributes["data-src"] || "").trim().replace(/^\/\//, "https://").slice(0, 2000);
  for (const [pattern, address] of KNOWN) {
    const id = pattern.exec(source)?.[1];
    if (id !== undefined) return address + id;
  }
  return undefined;
}
