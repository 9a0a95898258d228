// Recognises callout boxes of help desks' editors and maps them to the kinds of callouts in Markdown articles.

/** Kinds by words in the class name: our own, those of common themes, and colours. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/caution|danger|error|red|critical/, "CAUTION"],
  [/warn|alert|attention|yellow|orange|amber/, "WARNING"],
  [/tip|success|idea|hint|green/, "TIP"],
  [/important|purple/, "IMPORTANT"],
];
const BOX = /(?:^|[\s_-])(?:callout|admonition|alert|notice|infobox|note|tip|warning|caution|important)(?:$|[\s_-])/i;
const BACKGROUND = /background(?:-color)?\s*:\s*(?:#([0-9a-f]{6})|rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3}))/i;

/** The kind of callout of an element; undefined if it is not a callout. */
export function calloutOf(tag: string, attributes: Readonly<Record<string, string>>): string | undefined {
  const name = (attributes["class"] ?? "").slice(0, 400).toLowerCase();
  if (!BOX.test(name) || /footnote|release-?note/.test(name)) return undefined;
  const worded = KINDS.find(([words]) => words.test(name.replaceAll(/\balert\b(?=.*alert-)/g, "")))?.[1];
  return worded ?? (tag === "p" || tag === "blockquote" ? "NOTE" : byColour(attributes["style"] ?? ""));
}

/** Intercom's callouts have no class for the kind, only a background colour. */
function byColour(style: string): string {
  const match = BACKGROUND.exec(style.slice(0, 2000));
  if (match === null) return "NOTE";
  const hex = match[1];
  const [red = 0, green = 0, blue = 0] =
    hex === undefined
      ? [match[2], match[3], match[4]].map(Number)
      : [0, 2, 4].map((place) => Number.parseInt(hex.slice(place, place + 2), 16));
  if (red > blue + 24 && green > blue + 24) return "WARNING";
  if (red > green + 12 && red > blue) return "CAUTION";
  if (green > red && green > blue) return "TIP";
  return "NOTE";
}
