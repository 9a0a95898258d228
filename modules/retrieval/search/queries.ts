// Statements of a search: term frequencies, candidate chunks, and whether a word can be found at all.
import { as, columnList, columns, type Query, query, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { KnowledgeDocumentId, KnowledgeSourceId, ProjectId } from "#kernel/ids/index.ts";
import type { Audience } from "../contract.ts";
import type { SourceKind } from "../contract.ts";
import { partsOfTerm } from "../text/stem.ts";
import { ROOM } from "../indexing/write-documents.ts";

/** Statistics of a project's index. */
export interface Totals {
  readonly number: number;
  readonly chunks: number;
  readonly titleWords: number;
  readonly headingWords: number;
  readonly bodyWords: number;
}
/** What a project's index contains of the words of a question. */
export interface TermCounts {
  /** Undefined: the project has no index. */
  readonly totals: Totals | undefined;
  /** Number of the project's chunks in each language, of those that were asked for. */
  readonly languages: ReadonlyMap<string, number>;
  /** Number of the project's chunks that contain each term. */
  readonly having: ReadonlyMap<string, number>;
  /** Number of chunks that contain some term with the prefix. */
  readonly beginning: ReadonlyMap<string, number>;
}
const NONE = sql`SELECT 1 WHERE 0`;
/** Terms that a prefix stands for, at most. */
const BEGINNINGS = 50;
const upTo = (beginning: SQL): SQL => sql`${beginning} || ${"\u{10ffff}"}`;

/**
 * A single statement, so that callers can run it together with their own. Terms of languages that the project does not have are not looked
 * up.
 */
export const readTermCounts = (
  projectId: ProjectId,
  languages: readonly string[],
  terms: readonly string[],
  beginnings: readonly string[],
): Query<TermCounts> => {
  const byLanguage = JSON.stringify(
    Object.fromEntries(
      languages.map((language) => [`l${language}`, terms.filter((term) => partsOfTerm(term).language === language)] as const),
    ),
  );
  const own = sql`(SELECT number FROM knowledge_indexes WHERE project_id = ${projectId})`;
  const beginning = sql`${own} || 'x' || b.value`;
  // The languages that the project has: the terms 12ylen, 12ylde.
  const present = sql`l.term >= ${own} || 'yl' AND l.term < ${own} || 'ym'`;
  return query(
    sql`SELECT 'totals' ${as.of<{ what: "totals" | "language" | "term" | "beginning" }>("what")}, '' ${as.text("term")}, ${columns("knowledge_indexes", "number AS n, chunks, title_words, heading_words, body_words")} FROM knowledge_indexes WHERE project_id = ${projectId}
      UNION ALL SELECT 'language', substr(l.term, length(${own}) + 3), l.doc, 0, 0, 0, 0 FROM knowledge_terms l WHERE ${present}
      UNION ALL SELECT 'term', j.value, t.doc, 0, 0, 0, 0 FROM knowledge_terms l CROSS JOIN json_each(${byLanguage}, '$.' || substr(l.term, length(${own}) + 2)) j
        CROSS JOIN knowledge_terms t ON t.term = ${own} || 'x' || j.value WHERE ${present}${
          beginnings.length === 0
            ? sql``
            : sql` UNION ALL SELECT 'beginning', b.value, (SELECT coalesce(sum(doc), 0) FROM (SELECT t.doc FROM knowledge_terms t WHERE t.term >= ${beginning} AND t.term < ${upTo(beginning)} LIMIT ${BEGINNINGS})), 0, 0, 0, 0
        FROM json_each(${JSON.stringify(beginnings)}) b`
        }`,
    (rows) => {
      const [found] = rows.filter((row) => row.what === "totals");
      const counts = (what: "language" | "term" | "beginning"): Map<string, number> =>
        new Map(rows.filter((row) => row.what === what).map((row) => [row.term, row.n]));
      return {
        totals: found && {
          number: found.n,
          chunks: found.chunks,
          titleWords: found.title_words,
          headingWords: found.heading_words,
          bodyWords: found.body_words,
        },
        languages: counts("language"),
        having: counts("term"),
        beginning: counts("beginning"),
      };
    },
  );
};
/** Terms with the same prefix that are compared. */
const ALIKE = 1000;
/** Which of the terms the project has, and its terms with one of the prefixes, with their number of chunks. */
export const readTermsLike = (
  number: number,
  terms: readonly string[],
  beginnings: readonly string[],
): Query<ReadonlyMap<string, number>> => {
  if (terms.length === 0) return query(NONE, () => new Map());
  const own = `${number}x`;
  const like = beginnings.map(
    (beginning) =>
      sql`SELECT * FROM (SELECT ${columns({ t: "knowledge_terms" }, "t.term, t.doc")} FROM knowledge_terms t WHERE t.term >= ${own + beginning} AND t.term < ${upTo(sql`${own + beginning}`)} LIMIT ${ALIKE})`,
  );
  return query(
    sql.join(
      [
        sql`SELECT ${columns({ t: "knowledge_terms" }, "t.term, t.doc")} FROM json_each(${JSON.stringify(terms)}) j CROSS JOIN knowledge_terms t ON t.term = ${own} || j.value`,
        ...like,
      ],
      sql` UNION `,
    ),
    (rows) => new Map(rows.map((row) => [row.term.slice(own.length), row.doc])),
  );
};

/** A chunk that may contain the answer. */
export interface Candidate {
  readonly id: number;
  readonly documentId: KnowledgeDocumentId;
  readonly sourceId: KnowledgeSourceId;
  readonly kind: SourceKind;
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly locale: string;
  readonly audience: Audience;
  readonly heading: string;
  readonly content: string;
  readonly updatedAt: number;
}
/** The scope of a search: what does not fit is never read. */
export interface Scope {
  readonly projectId: ProjectId;
  readonly audiences: readonly Audience[];
  /** Undefined: every locale. */
  readonly locales?: readonly string[] | undefined;
  readonly kinds?: readonly SourceKind[] | undefined;
  readonly onlyAssistant?: boolean | undefined;
}
/** One query: an index expression, and the maximum number of chunks taken from it. */
export interface CandidateQuery {
  readonly match: string;
  readonly limit: number;
}

const COLUMNS = columns(
  { c: "knowledge_chunks", d: "knowledge_documents" },
  "c.id, c.document_id, d.source_id, d.key, d.title, d.url, d.locale, d.audience, c.heading, c.content, d.updated_at",
);
/** The columns of a candidate: a chunk `c` of a document `d` of a source `k`. */
export const CANDIDATE = columnList`${COLUMNS}, ${columns({ k: "knowledge_sources" }, "k.kind")}`;
export const candidateOf = (row: RowIn<typeof CANDIDATE>): Candidate => ({ ...pieceOf(row), kind: row.kind as SourceKind });
const pieceOf = (row: RowIn<typeof COLUMNS>): Omit<Candidate, "kind"> => ({
  id: row.id,
  documentId: row.document_id,
  sourceId: row.source_id,
  key: row.key,
  title: row.title,
  url: row.url,
  locale: row.locale,
  audience: row.audience as Audience,
  heading: row.heading,
  content: row.content,
  updatedAt: row.updated_at,
});

/** The index rows that a query finds, within the project's range. */
const rowsOf = (number: number, match: SQL, limit: number): SQL =>
  sql`SELECT rowid AS id FROM knowledge_words WHERE knowledge_words MATCH ${match} AND rowid BETWEEN CAST(${number} AS INTEGER) * ${ROOM} AND CAST(${number} AS INTEGER) * ${ROOM} + ${ROOM} - 1 LIMIT ${limit}`;
/** Chunks `f` with their documents as they are now, within the scope. */
const currentPieces = (scope: Scope, found: SQL): SQL => sql`(${found}) f
      CROSS JOIN knowledge_chunks c ON c.id = f.id AND c.project_id = ${scope.projectId}
      CROSS JOIN knowledge_documents d ON d.id = c.document_id AND ${isVisible(scope)}
      CROSS JOIN knowledge_sources k ON k.id = d.source_id AND k.project_id = d.project_id AND k.removed_at IS NULL`;

/**
 * The chunks that any of the queries finds, without the kinds of their sources. The scope is checked twice: in the index, and on the
 * document as it is now. Kinds, and whether a source was removed, are checked by `withKinds`.
 */
export const readCandidates = (scope: Scope, number: number, looks: readonly CandidateQuery[]): Query<Omit<Candidate, "kind">[]> => {
  const found = looks.map(({ match, limit }) => sql`SELECT id FROM (${rowsOf(number, sql`${match}`, limit)})`);
  if (found.length === 0) return query(NONE, () => []);
  // The plus sign keeps the planner from scanning all chunks of the project.
  return query(
    sql`SELECT ${COLUMNS} FROM knowledge_chunks c CROSS JOIN knowledge_documents d ON d.id = c.document_id AND ${isVisible({ ...scope, kinds: undefined })}
      WHERE +c.project_id = ${scope.projectId} AND c.id IN (${sql.join(found, sql` UNION ALL `)})`,
    (rows) => rows.map(pieceOf),
  );
};
/** A text of the scope that has another title in another language. */
export interface OtherTitle {
  /** The first chunk of the version in a locale of the scope. */
  readonly piece: Omit<Candidate, "kind">;
  readonly title: string;
  readonly locale: string;
}
/**
 * The versions, in the locales of the scope, of documents that the queries find in other languages. Documents of a source are versions of
 * one text when their keys differ only in the locale behind the last slash. Both must be within the scope.
 */
export const readOtherTitles = (scope: Scope, number: number, looks: readonly CandidateQuery[]): Query<OtherTitle[]> => {
  const { projectId, audiences, locales = [], onlyAssistant } = scope;
  const found = looks.map(({ match, limit }) => sql`SELECT id FROM (${rowsOf(number, sql`${match}`, limit)})`);
  if (found.length === 0) return query(NONE, () => []);
  return query(
    sql`SELECT ${COLUMNS}, o.title ${as.text("other_title")}, o.locale ${as.text("other_locale")}
      FROM (SELECT DISTINCT document_id FROM knowledge_chunks WHERE +project_id = ${projectId} AND id IN (${sql.join(found, sql` UNION ALL `)})) f
      CROSS JOIN knowledge_documents o ON o.id = f.document_id AND o.project_id = ${projectId} AND ${among(sql`o.audience`, audiences)}
        AND substr(o.key, -1 - length(o.locale)) = '/' || o.locale${onlyAssistant ? sql` AND o.assistant = 1` : sql``}
      CROSS JOIN json_each(${JSON.stringify(locales)}) l
      CROSS JOIN knowledge_documents d ON d.source_id = o.source_id AND d.key = substr(o.key, 1, length(o.key) - length(o.locale)) || l.value
        AND d.id <> o.id AND ${isVisible({ ...scope, kinds: undefined })}
      CROSS JOIN knowledge_chunks c ON c.project_id = d.project_id AND c.document_id = d.id AND c.position = 0`,
    (rows) => rows.map((row) => ({ piece: pieceOf(row), title: row.other_title, locale: row.other_locale })),
  );
};
/**
 * The project's sources by id: fewer rows than joining the source of each chunk. Read together with the chunks, so that both are of one
 * moment.
 */
export const readKinds = ({ projectId, kinds }: Scope): Query<ReadonlyMap<string, SourceKind>> =>
  query(
    sql`SELECT ${columns("knowledge_sources", "id, kind")} FROM knowledge_sources WHERE project_id = ${projectId} AND removed_at IS NULL`,
    (rows) => {
      const all = rows.map((row) => [row.id, row.kind as SourceKind] as const);
      return new Map(all.filter(([, kind]) => kinds?.includes(kind) ?? true));
    },
  );
/** The chunks whose source exists and is of a requested kind. */
export const withKinds = (pieces: readonly Omit<Candidate, "kind">[], kinds: ReadonlyMap<string, SourceKind>): Candidate[] =>
  pieces.flatMap((piece) => {
    const kind = kinds.get(piece.sourceId);
    return kind === undefined ? [] : [{ ...piece, kind }];
  });
/** Chunks that are tried for each, because the index may lag behind. */
const TRIED = 10;
/** Which of the expressions match anything within the scope. */
export const readFindable = (scope: Scope, number: number, matches: readonly string[]): Query<ReadonlySet<string>> =>
  query(
    sql`SELECT m.value ${as.text("match")} FROM json_each(${JSON.stringify(matches)}) m WHERE EXISTS (SELECT 1 FROM ${currentPieces(scope, rowsOf(number, sql`m.value`, TRIED))})`,
    (rows) => new Set(rows.map((row) => row.match)),
  );
const among = (column: SQL, values: readonly string[]): SQL => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
/** Condition on a document `d`: it is within the scope. */
export const isVisible = ({ projectId, audiences, locales, kinds, onlyAssistant }: Scope): SQL =>
  sql.join(
    [
      sql`d.project_id = ${projectId}`,
      among(sql`d.audience`, audiences),
      ...(locales === undefined ? [] : [among(sql`d.locale`, locales)]),
      ...(kinds === undefined
        ? []
        : [among(sql`(SELECT kind FROM knowledge_sources WHERE id = d.source_id AND project_id = d.project_id)`, kinds)]),
      ...(onlyAssistant ? [sql`d.assistant = 1`] : []),
    ],
    sql` AND `,
  );
