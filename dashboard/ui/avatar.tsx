// Avatars without pictures: initials on one of eight fixed hues.
import { HUES, hueStyle } from "./hue.ts";

const hueOf = (id: string): number => HUES[[...id].reduce((sum, c) => (sum * 31 + (c.codePointAt(0) ?? 0)) >>> 0, 7) % HUES.length] ?? 268;

/** The first letters or digits of the first and last word, in any script. A word of symbols has none; a name of nothing else keeps its first sign. */
export function initials(name: string): string {
  const words = name.split(/[\s@._-]+/u).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? [...name.trim()][0] ?? "?"];
  return picked.join("").toLocaleUpperCase();
}

interface AvatarProps {
  /** The person's or contact's id; determines the hue. */
  readonly id: string;
  readonly name: string;
  readonly size?: number;
}

/** Decorative: the name is shown next to it. */
export function Avatar({ id, name, size = 28 }: AvatarProps) {
  return (
    <span
      aria-hidden
      className="grid shrink-0 place-items-center rounded-full font-semibold select-none"
      style={{
        width: size,
        height: size,
        fontSize: size < 26 ? 10 : size < 36 ? 11 : 14,
        ...hueStyle(hueOf(id)),
      }}
    >
      {initials(name)}
    </span>
  );
}
