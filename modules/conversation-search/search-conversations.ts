// Finds messages and notes of a project, and groups them by conversation.
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { wordsOf } from "#modules/retrieval";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import { type FoundConversation, parseQuery, type TypedQuery } from "./contract.ts";
import { readFreshIndex } from "./indexing/index-next.ts";
import type { IndexState } from "./indexing/queries.ts";
import { type Filters, filterNames, filtersOf, type MemberCtx } from "./search/filters.ts";
import {
  type Driver,
  type Found,
  type Place,
  readContactsNamed,
  readCounts,
  readFoundMessages,
  readVocabulary,
  type Wanted,
  type WordSource,
} from "./search/queries.ts";
import { quoted, type RankedWord, type Ranking, type Scored, scoreOf } from "./search/rank.ts";
import {
  beginningOf,
  otherDigitsOf,
  PART_WEIGHT,
  partsOf,
  spelltLike,
  spellingOf,
  SPELLING,
  type SoughtWord,
  soughtWords,
  type Stands,
  standsFor,
} from "./search/words.ts";

/** Messages with the rarest word that a page looks at, and matching ones that it ranks. */
const [WINDOW, MATCHES] = [200, 80];
/** The same while somebody types. */
const [LIVE_WINDOW, LIVE_MATCHES, LIVE_SHOWN] = [80, 20, 5];
/** Hits that are shown of one conversation. */
const SHOWN_HITS = 3;
/** Words of which contacts are looked up, and contacts of each. */
const [NAMES, NAMED] = [4, 10];
const SHORTEST_NAME = 3;
/** Up to which number the messages with a term are counted. */
const COUNTED = 200;

export interface Search {
  readonly q: string;
  readonly cursor?: string | undefined;
  readonly live?: "1" | undefined;
  readonly offset?: number | undefined;
}
interface FoundPage {
  readonly items: FoundConversation[];
  readonly next: string | null;
  readonly readAs: string | null;
  readonly isPartial: boolean;
  readonly isIndexing: boolean;
}

/**
 * Throws `invalid_request` with a sentence if a filter cannot be read. While somebody types, a filter that is still without a value is no
 * fault: nothing is found yet.
 */
export async function searchConversations(ctx: MemberCtx, search: Search): Promise<FoundPage> {
  try {
    return await find(ctx, search);
  } catch (error) {
    if (search.live !== "1" || !(error instanceof Refusal) || error.code !== "invalid_request") throw error;
    return { items: [], next: null, readAs: null, isPartial: false, isIndexing: false };
  }
}

async function find(ctx: MemberCtx, search: Search): Promise<FoundPage> {
  const { projectId } = ctx.caller;
  const typed = parseQuery(search.q, filterNames(ctx));
  const filters = await filtersOf(ctx, typed.filters, search.offset ?? 0);
  const index = await readFreshIndex(ctx, projectId);
  const nothing = { items: [], next: null, readAs: null, isPartial: false, isIndexing: index.indexedThrough < index.head };
  if (typed.text.trim() === "" && typed.filters.length === 0) return nothing;
  const words = await resolve(ctx, projectId, index, typed, search.live === "1");
  const isLive = search.live === "1";
  const cursor = decodeCursor(search.cursor);
  const base = {
    ...{ projectId, without: words.without, where: filters.where, after: filters.after, until: filters.until },
    before: cursor && { at: cursor.at, entry: Number(cursor.id) },
    ...(isLive ? { window: LIVE_WINDOW, limit: LIVE_MATCHES } : { window: WINDOW, limit: MATCHES }),
  };
  const needed = words.all.filter(({ sought }) => !sought.isOptional);
  if (typed.text.trim() !== "" && words.all.length === 0) return nothing;
  const lacking = needed.filter(({ source }) => source.terms.length + source.contacts.length === 0);
  const ranking: Ranking = { words: words.all.map(({ ranked }) => ranked), phrases: typed.phrases.map(phraseOf), now: ctx.clock.now() };
  const run = async (of: readonly Word[], driver: Driver): Promise<Found> =>
    (await ctx.db.read(readFoundMessages({ ...base, driver, words: of.map(({ source }) => source) } satisfies Wanted)))[0];
  const full = lacking.length > 0 ? undefined : await run(needed, driverOf(needed, filters));
  const ranked = full === undefined ? [] : rank(full, ranking);
  if (
    ranked.length > 0 ||
    typed.phrases.length > 0 ||
    needed.length < 2 ||
    (full && nextOf(full, base) !== null) ||
    base.before !== undefined
  )
    return {
      ...nothing,
      items: grouped(ranked, ranking, isLive),
      next: full === undefined ? null : encoded(nextOf(full, base)),
      readAs: words.readAs,
    };
  // No message has all the words: the newest with one of the two rarest, ranked by how much of the search they have.
  const known = needed.filter((word) => !lacking.includes(word)).toSorted((a, b) => a.count - b.count);
  const some = new Map<number, Scored>();
  for (const word of known.slice(0, 2)) {
    const found = await run([word], { by: "word", word: word.source });
    for (const scored of rank(found, ranking)) some.set(scored.candidate.entry, scored);
  }
  const best = [...some.values()].toSorted((a, b) => b.score - a.score);
  return { ...nothing, items: grouped(best, ranking, isLive), readAs: words.readAs, isPartial: best.length > 0 };
}

const phraseOf = (phrase: string): string[] => wordsOf(phrase).map(({ word }) => word);
const encoded = (place: Place | null): string | null => (place === null ? null : encodeCursor([place.at, String(place.entry)]));

/** The next page begins behind the last message that was ranked, or behind the window if all of it was. */
function nextOf({ candidates, looked, oldest }: Found, { window, limit }: { window: number; limit: number }): Place | null {
  const last = candidates.at(-1);
  if (last && candidates.length === limit) return { at: last.createdAt, entry: last.entry };
  return looked === window && oldest ? oldest : null;
}
/** From where the messages are taken: from the rarest word, else from who wrote them, else by time. */
function driverOf(needed: readonly Word[], { authors, contacts }: Filters): Driver {
  const [rarest] = needed.toSorted((a, b) => a.count - b.count);
  if (rarest) return { by: "word", word: rarest.source };
  if (authors) return { by: "author", ids: authors };
  if (contacts) return { by: "contact", ids: contacts };
  return { by: "time" };
}

interface Word {
  readonly sought: SoughtWord;
  readonly source: WordSource;
  readonly ranked: RankedWord;
  /** Messages with it, at most some hundred. */
  readonly count: number;
}
interface Words {
  readonly all: readonly Word[];
  readonly without: readonly number[];
  readonly readAs: string | null;
}
/** Looks the words up in the project's vocabulary: two round trips, three with a misspelt word. */
async function resolve(ctx: MemberCtx, projectId: ProjectId, index: IndexState, typed: TypedQuery, isLive: boolean): Promise<Words> {
  const { languages, number } = index;
  // Texts of a project whose language nobody recognised yet are read as English.
  const own = languages.length === 0 ? ["en"] : languages;
  const sought = soughtWords(typed.text, typed.phrases, typed.endsInWord && isLive, languages);
  const excluded = typed.without.flatMap((text) => soughtWords(text, [], false, languages)).map((one) => ({ ...one, isOptional: false }));
  const both = [...sought, ...excluded];
  const names = sought
    .filter(({ word, isPair, isOptional, isExact }) => !isPair && !isOptional && !isExact && word.length >= SHORTEST_NAME)
    .slice(0, NAMES);
  if (both.length === 0) return { all: [], without: [], readAs: null };
  const [vocabulary, ...named] = await ctx.db.read(
    readVocabulary(
      number,
      both.flatMap((one) => [one.word, ...otherDigitsOf(one), ...partsOf(one, own)]),
      [...new Set(both.flatMap((one) => beginningOf(one, own) ?? []))],
    ),
    ...readContactsNamed(
      projectId,
      names.map(({ word }) => word),
      NAMED,
    ),
  );
  const contactsOf = new Map<string, readonly ContactId[]>(names.map(({ word }, i) => [word, (named[i] ?? []) as readonly ContactId[]]));
  const found = new Map(sought.map((one) => [one, withParts(one, standsFor(one, vocabulary, own), vocabulary, own)] as const));

  const unknown = sought.filter((one) => found.get(one)?.length === 0 && (contactsOf.get(one.word) ?? []).length === 0 && !one.isOptional);
  const spellings = unknown.flatMap((one) => {
    const spelling = spellingOf(one);
    return spelling ? [{ one, spelling }] : [];
  });
  const corrected = new Map<string, string>();
  if (spellings.length > 0) {
    const exact = spellings.flatMap(({ spelling }) => spelling.exact);
    const [alike] = await ctx.db.read(
      readVocabulary(
        number,
        exact,
        spellings.map(({ spelling }) => spelling.beginning),
        SPELLING,
      ),
    );
    for (const { one } of spellings) {
      const near = spelltLike(one, alike, own);
      found.set(one, near);
      if (near[0]) corrected.set(one.word, near[0].term);
    }
  }
  const stands = [...found.values()].flat();
  const [counts] = await ctx.db.read(readCounts([...new Set(stands.map(({ id }) => id))], COUNTED));
  const all = sought.map((one): Word => {
    const own = found.get(one) ?? [];
    const contacts = contactsOf.get(one.word) ?? [];
    const count = own.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0) + contacts.length;
    return {
      sought: one,
      source: { terms: own.map(({ id }) => id), contacts },
      ranked: {
        stands: new Map(own.map(({ term, weight }) => [term, weight])),
        weight: one.isOptional ? 0.1 : Math.log(1 + (4 * COUNTED) / (1 + Math.min(count, 4 * COUNTED))),
        contacts: new Set(contacts),
      },
      count,
    };
  });
  return {
    all,
    without: excluded.flatMap((one) =>
      standsFor(one, vocabulary, own)
        .filter(({ weight }) => weight >= 0.9)
        .map(({ id }) => id),
    ),
    readAs: corrected.size === 0 ? null : readAsOf(typed.text, corrected),
  };
}
/** A German compound that nobody wrote is found by its last part. */
function withParts(one: SoughtWord, own: Stands[], vocabulary: ReadonlyMap<string, number>, languages: readonly string[]): Stands[] {
  if (own.length > 0) return own;
  const last = partsOf(one, languages).at(-1);
  const id = last === undefined ? undefined : vocabulary.get(last);
  return last === undefined || id === undefined ? own : [{ term: last, id, weight: PART_WEIGHT }];
}
/** The search with its corrected words in place of the typed ones. */
function readAsOf(text: string, corrected: ReadonlyMap<string, string>): string {
  let [out, at] = ["", 0];
  for (const { word, from, to } of wordsOf(text)) {
    const right = corrected.get(word);
    if (right === undefined || from < at) continue;
    out += text.slice(at, from) + right;
    at = to;
  }
  return out + text.slice(at);
}

const rank = ({ candidates }: Found, ranking: Ranking): Scored[] =>
  candidates
    .flatMap((candidate) => scoreOf(candidate, ranking) ?? [])
    .toSorted((a, b) => b.score - a.score || b.candidate.entry - a.candidate.entry);

/** The hits by conversation, in the order of the best hit of each. */
function grouped(ranked: readonly Scored[], { words }: Ranking, isLive: boolean): FoundConversation[] {
  const groups = new Map<string, Scored[]>();
  for (const scored of ranked) {
    const { conversationId } = scored.candidate;
    groups.set(conversationId, [...(groups.get(conversationId) ?? []), scored]);
  }
  return [...groups.values()].slice(0, isLive ? LIVE_SHOWN : undefined).flatMap((hits): FoundConversation[] => {
    const [first] = hits;
    if (!first) return [];
    const { conversationId, contactId, contact, status, assigneeId, subject } = first.candidate;
    return [
      {
        id: conversationId,
        contact: { id: contactId, ...contact },
        ...{ status, assigneeId, subject },
        hits: hits.slice(0, isLive ? 1 : SHOWN_HITS).map(({ candidate }) => {
          const { quote, marks, file } = quoted(candidate, words);
          return {
            ...{ messageId: candidate.messageId, revision: candidate.revision, kind: candidate.kind, authorRole: candidate.authorRole },
            ...{ authorId: candidate.authorId, authorName: candidate.authorName, createdAt: iso(candidate.createdAt), quote },
            marks: marks.map(([from, to]): [number, number] => [from, to]),
            file: file && { name: file.name, marks: file.marks.map(([from, to]): [number, number] => [from, to]) },
          };
        }),
        more: Math.max(0, hits.length - (isLive ? 1 : SHOWN_HITS)),
      },
    ];
  });
}
