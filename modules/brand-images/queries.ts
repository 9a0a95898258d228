// All SQL of social cards.
import { as, columns, notNull, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, FileId, ProjectId } from "#kernel/ids/index.ts";
import type { CardPictures } from "#modules/help-center";
import { writeRemoveKeptAmong } from "#modules/files";
import { type CardDesign, type CardSubject, START } from "./contract.ts";
import { hashPart, imagePath, type StoredCard } from "./rules.ts";

export interface StoredSettings {
  readonly drawn: boolean;
  readonly design: CardDesign;
  readonly color: string | null;
  readonly revision: number;
}
export const INITIAL: StoredSettings = { drawn: true, design: "color", color: null, revision: 0 };
export const readStoredSettings = (projectId: ProjectId): Query<StoredSettings> =>
  query(
    sql`SELECT ${columns("brand_card_settings", "drawn, design, color, revision")} FROM brand_card_settings WHERE project_id = ${projectId}`,
    ([row]) => (row ? { drawn: row.drawn === 1, design: row.design, color: row.color, revision: row.revision } : INITIAL),
  );
/** Condition: the settings have this revision. */
export const settingsAre = (projectId: ProjectId, revision: number): SQL =>
  sql`EXISTS (SELECT 1 FROM brand_card_settings WHERE project_id = ${projectId} AND revision = ${revision})`;
/** Saves them if the stored revision is still the one that was seen; 0: none was. */
export const writeSettings = (projectId: ProjectId, s: StoredSettings, when: SQL): SQL => sql`
  INSERT INTO brand_card_settings (project_id, drawn, design, color, revision)
  SELECT ${projectId}, ${s.drawn ? 1 : 0}, ${s.design}, ${s.color}, 1 WHERE ${when} AND (${s.revision} = 0 OR EXISTS (SELECT 1 FROM brand_card_settings WHERE project_id = ${projectId}))
  ON CONFLICT (project_id) DO UPDATE SET drawn = excluded.drawn, design = excluded.design, color = excluded.color, revision = brand_card_settings.revision + 1
  WHERE brand_card_settings.revision = ${s.revision}`;

const IS_DRAWN = (projectId: ProjectId): SQL =>
  sql`coalesce((SELECT drawn FROM brand_card_settings WHERE project_id = ${projectId}), 1) = 1`;

const CARD = columns({ c: "brand_cards?" }, "c.kind, c.file_id, c.hash, c.width, c.height, c.alt, c.title AS drawn_title, c.look");
const cardOf = (row: RowIn<typeof CARD>): StoredCard | undefined =>
  row.file_id === null
    ? undefined
    : {
        ...{
          kind: notNull(row.kind),
          fileId: row.file_id,
          hash: notNull(row.hash),
          width: notNull(row.width),
          height: notNull(row.height),
        },
        ...{ alt: notNull(row.alt), title: notNull(row.drawn_title), look: notNull(row.look) },
      };

/** A published text with its card. */
export interface CardText {
  readonly articleId: ArticleId;
  readonly locale: string;
  readonly title: string;
  readonly card: StoredCard | undefined;
}
interface Scanned {
  readonly texts: CardText[];
  /** The last text that was looked at; undefined if there are no more. */
  readonly last: { readonly articleId: ArticleId; readonly locale: string } | undefined;
}
const LIVE = sql`t.version IS NOT NULL AND t.live_slug IS NOT NULL AND a.audience = 'public' AND a.archived_at IS NULL`;
/** Texts behind `after`, by article and language. Looks at `limit` of them and leaves out those that readers can't open. */
export function readTexts(projectId: ProjectId, after: { id: string; locale: string }, limit: number): Query<Scanned> {
  return query(
    sql`SELECT ${columns({ t: "help_article_texts", v: "help_article_versions?" }, "t.article_id, t.locale, v.title")}, (${LIVE}) ${as.number("live")}, ${CARD}
      FROM (SELECT * FROM help_article_texts WHERE project_id = ${projectId} AND (article_id, locale) > (${after.id}, ${after.locale}) ORDER BY article_id, locale LIMIT ${limit}) t
      JOIN help_articles a ON a.project_id = t.project_id AND a.id = t.article_id
      LEFT JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
      LEFT JOIN brand_cards c ON c.project_id = t.project_id AND c.subject = t.article_id AND c.locale = t.locale
      ORDER BY t.article_id, t.locale`,
    (rows) => {
      const end = rows.at(-1);
      return {
        texts: rows
          .filter(({ live }) => live === 1)
          .map((row) => ({ articleId: row.article_id, locale: row.locale, title: row.title ?? "", card: cardOf(row) })),
        last: end && rows.length === limit ? { articleId: end.article_id, locale: end.locale } : undefined,
      };
    },
  );
}
/** One published text with its card; undefined if readers can't open it. */
export const readText = (projectId: ProjectId, articleId: ArticleId, locale: string): Query<CardText | undefined> =>
  queryOne(
    sql`SELECT ${columns({ t: "help_article_texts", v: "help_article_versions" }, "t.article_id, t.locale, v.title")}, ${CARD}
      FROM help_article_texts t JOIN help_articles a ON a.project_id = t.project_id AND a.id = t.article_id
      JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
      LEFT JOIN brand_cards c ON c.project_id = t.project_id AND c.subject = t.article_id AND c.locale = t.locale
      WHERE t.project_id = ${projectId} AND t.article_id = ${articleId} AND t.locale = ${locale} AND ${LIVE}`,
    (row) => ({ articleId: row.article_id, locale: row.locale, title: row.title, card: cardOf(row) }),
  );
/** The cards of the start page, by language. */
export const readStartCards = (projectId: ProjectId): Query<Map<string, StoredCard>> =>
  query(
    sql`SELECT ${columns({ c: "brand_cards" }, "c.locale")}, ${CARD} FROM brand_cards c WHERE c.project_id = ${projectId} AND c.subject = ${START} LIMIT 100`,
    (rows) =>
      new Map(
        rows.flatMap((row) => {
          const card = cardOf(row);
          return card ? [[row.locale, card] as const] : [];
        }),
      ),
  );

export interface Place {
  readonly projectId: ProjectId;
  readonly subject: CardSubject;
  readonly locale: string;
}
const at = ({ projectId, subject, locale }: Place): SQL => sql`project_id = ${projectId} AND subject = ${subject} AND locale = ${locale}`;
/** Condition: readers can open what the card is for; a drawn one says what it is called. `title` null: whatever it is called. */
export const isShown = ({ projectId, subject, locale }: Place, title: string | null): SQL =>
  subject === START
    ? sql`EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId} AND open = 1 AND EXISTS (SELECT 1 FROM json_each(locales) WHERE value = ${locale}))`
    : sql`EXISTS (SELECT 1 FROM help_article_texts t JOIN help_articles a ON a.project_id = t.project_id AND a.id = t.article_id
        JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
        WHERE t.project_id = ${projectId} AND t.article_id = ${subject} AND t.locale = ${locale} AND ${LIVE} AND v.title = ${title ?? sql`v.title`})`;
/** Condition: nobody has uploaded a card. */
export const hasNoOwn = (place: Place): SQL => sql`NOT EXISTS (SELECT 1 FROM brand_cards WHERE ${at(place)} AND kind = 'own')`;
/** Condition: somebody has. */
export const hasOwn = (place: Place): SQL => sql`EXISTS (SELECT 1 FROM brand_cards WHERE ${at(place)} AND kind = 'own')`;
/** Stores a card in the place of the one before, whose file is removed. The new file's hash is read from its row. */
export const writeCard = (place: Place, card: Omit<StoredCard, "hash">, checkAt: number, done: SQL): SQL[] => [
  writeRemoveKeptAmong(place.projectId, sql`SELECT file_id FROM brand_cards WHERE ${at(place)} AND file_id <> ${card.fileId}`, done),
  sql`INSERT INTO brand_cards (project_id, subject, locale, kind, file_id, hash, width, height, alt, title, look, check_at)
    SELECT ${place.projectId}, ${place.subject}, ${place.locale}, ${card.kind}, f.id, ${hashPart(sql`f.sha256`)}, ${card.width}, ${card.height}, ${card.alt}, ${card.title}, ${card.look}, ${checkAt}
    FROM files f WHERE f.id = ${card.fileId} AND +f.project_id = ${place.projectId} AND f.sha256 IS NOT NULL AND ${done}
    ON CONFLICT (project_id, subject, locale) DO UPDATE SET kind = excluded.kind, file_id = excluded.file_id, hash = excluded.hash, width = excluded.width, height = excluded.height, alt = excluded.alt, title = excluded.title, look = excluded.look`,
];
export const writeAlt = (place: Place, alt: string, done: SQL): SQL =>
  sql`UPDATE brand_cards SET alt = ${alt} WHERE ${at(place)} AND kind = 'own' AND ${done}`;
export const writeCardGone = (place: Place, done: SQL): SQL[] => [
  writeRemoveKeptAmong(place.projectId, sql`SELECT file_id FROM brand_cards WHERE ${at(place)} AND kind = 'own'`, done),
  sql`DELETE FROM brand_cards WHERE ${at(place)} AND kind = 'own' AND ${done}`,
];

/** What a help page shows in link previews: the card of an article if it says what the article is called, and that of the start page. */
export const readPictures = (
  projectId: ProjectId,
  { articleId, locale, title, name }: { articleId: ArticleId | undefined; locale: string; title: string; name: string },
): Query<CardPictures> =>
  query(
    sql`SELECT ${columns({ c: "brand_cards" }, "c.subject, c.file_id, c.hash, c.width, c.height, c.alt")} FROM brand_cards c
      WHERE c.project_id = ${projectId} AND c.subject IN (${articleId ?? START}, ${START}) AND c.locale = ${locale}
        AND (c.kind = 'own' OR (c.title = CASE c.subject WHEN ${START} THEN ${name} ELSE ${title} END AND ${IS_DRAWN(projectId)}))`,
    (rows) => {
      const of = (subject: string | undefined) => {
        const row = rows.find((one) => one.subject === subject);
        return row && { path: imagePath(row.file_id, row.hash), alt: row.alt, width: row.width, height: row.height };
      };
      return { article: of(articleId), start: of(START) };
    },
  );

/** Whose card an address names, if readers can open what it is for. */
export const readImage = (fileId: FileId, hash: string): Query<ProjectId | undefined> =>
  queryOne(
    sql`SELECT ${columns({ c: "brand_cards" }, "c.project_id")} FROM brand_cards c JOIN help_centers h ON h.project_id = c.project_id AND h.open = 1
      WHERE c.file_id = ${fileId} AND c.hash = ${hash} AND (c.subject = ${START} OR EXISTS (
        SELECT 1 FROM help_article_texts t JOIN help_articles a ON a.project_id = t.project_id AND a.id = t.article_id
        WHERE t.project_id = c.project_id AND t.article_id = c.subject AND t.locale = c.locale AND ${LIVE}))`,
    (row) => row.project_id,
  );

// --- what is left behind ------------------------------------------------------------
interface Checked extends Place {
  readonly fileId: FileId;
  /** The article is deleted. */
  readonly gone: boolean;
}
/** Cards to look at. */
export const readToCheck = (now: number, limit: number): Query<Checked[]> =>
  query(
    sql`SELECT ${columns({ c: "brand_cards" }, "c.project_id, c.subject, c.locale, c.file_id")},
      (c.subject <> ${START} AND NOT EXISTS (SELECT 1 FROM help_articles a WHERE a.project_id = c.project_id AND a.id = c.subject)) ${as.number("gone")}
      FROM brand_cards c INDEXED BY brand_cards_check WHERE c.check_at <= ${now} ORDER BY c.check_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ projectId: row.project_id, subject: row.subject as CardSubject, locale: row.locale, fileId: row.file_id },
        gone: row.gone === 1,
      })),
  );
export const writeLeftGone = (left: Checked): SQL[] => [
  writeRemoveKeptAmong(left.projectId, sql`SELECT ${left.fileId}`, sql`1`),
  sql`DELETE FROM brand_cards WHERE ${at(left)} AND file_id = ${left.fileId}`,
];
export const writeLookedAt = (card: Checked, next: number): SQL => sql`UPDATE brand_cards SET check_at = ${next} WHERE ${at(card)}`;
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  writeRemoveKeptAmong(projectId, sql`SELECT file_id FROM brand_cards WHERE project_id = ${projectId}`, when),
  sql`DELETE FROM brand_cards WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM brand_card_settings WHERE project_id = ${projectId} AND ${when}`,
];
