// The short code that a person types: eight letters without vowels and look-alikes, in two groups (RFC 8628, section 6.1). Browser-safe.

/** 20 consonants: 20^8 is 34 bits, for a code that lives minutes and whose tries are counted. No word can come out. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;

/** A new code, as it is shown: `WDJB-MJHT`. */
export function newUserCode(): string {
  let code = "";
  while (code.length < LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // The largest multiple of 20 in a byte: without the rest no letter is likelier than another.
    if (byte < 240) code += LETTERS.charAt(byte % LETTERS.length);
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
/** A code as people type it (small letters, spaces, no hyphen), in the form in which it is shown; undefined if it can't be one. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s\-–—_.]/g, "");
  return new RegExp(`^[${LETTERS}]{${LENGTH}}$`).test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}
