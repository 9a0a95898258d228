// Reads what a model has written so far, which is the beginning of a JSON value, as the sentences that it will say. Pure.

/** A value of the members that people read, complete or cut off. */
const SAID = /"(?:text|question|reason)"\s*:\s*"((?:[^"\\]|\\.)*)/gsu;

/** The draft as text; empty while nothing readable is there. What is not JSON is returned as it is. */
export function readableDraft(draft: string): string {
  const text = draft.trimStart();
  if (!/^[\uFEFF`{]/u.test(text)) return draft.trim();
  return [...text.matchAll(SAID)]
    .map(([, said = ""]) => unescapeCut(said).trim())
    .filter((said) => said !== "")
    .join(" ");
}

/** The string of a JSON literal that may end in the middle of an escape. */
function unescapeCut(literal: string): string {
  for (let end = literal.length; end >= Math.max(0, literal.length - 6); end -= 1)
    try {
      return String(JSON.parse(`"${literal.slice(0, end)}"`));
    } catch {} // cut within an escape: try with less
  return "";
}
