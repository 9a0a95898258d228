// Finds contacts by the beginnings of the words of their name and address, or by the beginning of their identifier. What it reads does not
// grow with the number of contacts.
import type { Database } from "#kernel/db/index.ts";
import type { Contact } from "./contract.ts";
import { type ContactList, readByIdentifier, readExtent, readFound } from "./queries.ts";
import { soughtIn, termOf } from "./words.ts";

/** How many contacts with a term are looked at before the other words of the search are counted. */
const SCAN = 200;
/** How many contacts are looked at when every word of the search is frequent. The next page goes on from there. */
const LONG_SCAN = 2000;

export interface Found {
  /** Newest first. */
  readonly contacts: readonly Contact[];
  /** Where the search stopped, if it did so before the last contact. */
  readonly stoppedAt: string | null;
}

/** Up to `limit` contacts that have every word of `q`, newest first. */
export async function findContacts(db: Database, list: ContactList, q: string, limit: number): Promise<Found> {
  const { found, identified } = await firstLook(db, list, q, limit);
  const { contacts, stoppedAt } = found.length === limit ? { contacts: found, stoppedAt: null } : await lookOn(db, list, q, limit, found);
  const known = new Set(contacts.map(({ id }) => id));
  const more = identified.filter(
    ({ id }) => !known.has(id) && (list.before === undefined || id < list.before) && (stoppedAt === null || id >= stoppedAt),
  );
  return { contacts: [...contacts, ...more].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit), stoppedAt };
}

/** The words' terms, longest first, because long words are rare as a rule. */
const termsOf = (q: string): string[] => [...new Set(soughtIn(q).words.map(termOf))].toSorted((a, b) => b.length - a.length);

async function firstLook(db: Database, list: ContactList, q: string, limit: number) {
  const byIdentifier = readByIdentifier(list, q, limit);
  const [term] = termsOf(q);
  if (term === undefined) return { found: [], identified: (await db.read(byIdentifier))[0] };
  const [found, identified] = await db.read(readFound(list, term, soughtIn(q), SCAN, limit), byIdentifier);
  return { found, identified };
}

/** Completes a page that the first look did not fill, by the rarest word. */
async function lookOn(db: Database, list: ContactList, q: string, limit: number, found: readonly Contact[]): Promise<Found> {
  const sought = soughtIn(q);
  const terms = termsOf(q);
  const [term] = terms;
  // Every contact with the term matches, so there are no others.
  if (term === undefined || (sought.words.join() === term && sought.pieces.length === 0)) return { contacts: found, stoppedAt: null };
  const extents = await db.read(...terms.map((one) => readExtent(list, one, SCAN)));
  const counts = extents.map((extent) => extent?.count ?? 0);
  if ((counts[0] ?? 0) < SCAN) return { contacts: found, stoppedAt: null };
  const rarest = counts.indexOf(Math.min(...counts));
  if ((counts[rarest] ?? 0) < SCAN) {
    const [contacts] = await db.read(readFound(list, terms[rarest] ?? term, sought, SCAN, limit));
    return { contacts, stoppedAt: null };
  }
  const [contacts, extent] = await db.read(readFound(list, term, sought, LONG_SCAN, limit), readExtent(list, term, LONG_SCAN));
  return { contacts, stoppedAt: extent !== undefined && extent.count === LONG_SCAN ? extent.last : null };
}
