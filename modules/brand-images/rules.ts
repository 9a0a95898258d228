// Decisions about social cards without I/O.
import { sha256 } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { FileId } from "#kernel/ids/index.ts";
import type { CardDesign, SocialCard } from "./contract.ts";

/** Raised when cards are drawn differently, so that all are drawn again. */
const DRAWING = 1;
const HASH_LENGTH = 16;

export interface Look {
  readonly design: CardDesign;
  readonly color: string;
  /** The help center's name in the card's language. */
  readonly name: string;
  readonly logo: FileId | null;
}
/** A hash of everything but the title that a card is drawn from. */
export const lookHash = ({ design, color, name, logo }: Look): string =>
  sha256(JSON.stringify([DRAWING, design, color, name, logo])).slice(0, 24);

/** The part of a file's SHA-256 that its address has. */
export const hashPart = (digest: SQL): SQL => sql`substr(${digest}, 1, ${HASH_LENGTH})`;
export const imagePath = (fileId: FileId, hash: string): string => `/files/${fileId}/${hash}`;

/** A card as it is stored. */
export interface StoredCard {
  readonly kind: "drawn" | "own";
  readonly fileId: FileId;
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly title: string;
  readonly look: string;
}

/** What a card is drawn from beside its title. */
export type CardLook = Pick<SocialCard, "name" | "look" | "design" | "color" | "logo">;
export function shownCard(
  which: CardLook & Pick<SocialCard, "subject" | "locale" | "title">,
  stored: StoredCard | undefined,
  drawn: boolean,
): SocialCard {
  const isOwn = stored?.kind === "own";
  // What is not drawn any more is shown by no page either.
  const card = isOwn || drawn ? stored : undefined;
  const isCurrent = stored?.title === which.title && stored.look === which.look;
  return {
    ...which,
    state: isOwn ? "own" : card === undefined ? "missing" : isCurrent ? "drawn" : "outdated",
    // Members read the file itself, whether or not readers can.
    image: card === undefined ? null : { url: `/files/${card.fileId}`, width: card.width, height: card.height, alt: card.alt },
  };
}
