// Reads and writes the settings of a help center.
import { as, columns, parseJson, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Settings } from "./center.ts";

/**
 * Whether the contact form is on, for a row of help_centers. Until an admin decides, it is on unless "Contact us" has an address of its
 * own.
 */
export const hasContactForm = sql`coalesce(help_centers.letters, help_centers.contact IS NULL)`;

export const readSettings = (projectId: ProjectId): Query<Settings | undefined> =>
  queryOne(
    sql`SELECT ${columns("help_centers", "open, title, description, default_locale, locales, links, contact, authors, translations, images, domain")}, ${hasContactForm} ${as.number("contact_form")}, ${columns("help_centers", "revision")} FROM help_centers WHERE project_id = ${projectId}`,
    (row) => ({
      open: row.open !== 0,
      title: row.title,
      description: row.description,
      defaultLocale: row.default_locale,
      locales: parseJson<string[]>(row.locales),
      translations: parseJson<Settings["translations"]>(row.translations),
      images: parseJson<Settings["images"]>(row.images),
      domain: row.domain,
      links: parseJson<Settings["links"]>(row.links),
      contact: row.contact,
      authors: row.authors !== 0,
      contactForm: row.contact_form !== 0,
      revision: row.revision,
    }),
  );

/** A help center that anybody can open, as the installation's home page names it. */
export interface OpenCenter {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
}
/** The open help centers of projects that exist, by title. */
export const readOpenCenters = (limit: number): Query<OpenCenter[]> =>
  query(
    sql`SELECT ${columns({ h: "help_centers", p: "projects" }, "p.slug, h.title, h.description")} FROM help_centers h INDEXED BY help_centers_open CROSS JOIN projects p ON p.id = h.project_id
      WHERE h.open = 1 AND p.deleted_at IS NULL ORDER BY h.title, h.project_id LIMIT ${limit}`,
    (rows) => rows.map(({ slug, title, description }) => ({ slug, title, description })),
  );

/** Condition: readers can open the help center. */
export const isOpen = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId} AND open = 1)`;

/** Condition: readers can open it, and articles name their authors. */
export const namesAuthors = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId} AND open = 1 AND authors = 1)`;

/** Settings to save. `contactForm` absent: keeps the stored value. */
export interface GivenSettings extends Omit<Settings, "contactForm"> {
  readonly contactForm?: boolean | undefined;
}
/** Saves them if the stored revision is still the one that the admin saw; 0 means that none were stored. */
export const writeSettings = (projectId: ProjectId, s: GivenSettings, by: string, now: number, when: SQL): SQL => sql`
  INSERT INTO help_centers (project_id, open, title, description, default_locale, locales, links, contact, authors, translations, images, domain, letters, revision, updated_at, updated_by)
  SELECT ${projectId}, ${s.open ? 1 : 0}, ${s.title}, ${s.description}, ${s.defaultLocale}, ${JSON.stringify(s.locales)}, ${JSON.stringify(s.links)}, ${s.contact}, ${s.authors ? 1 : 0}, ${JSON.stringify(s.translations)}, ${JSON.stringify(s.images)}, ${s.domain}, ${s.contactForm === undefined ? sql`NULL` : s.contactForm ? 1 : 0}, 1, ${now}, ${by} WHERE ${when}
    AND (${s.revision} = 0 OR EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId}))
  ON CONFLICT (project_id) DO UPDATE SET open = excluded.open, title = excluded.title, description = excluded.description, default_locale = excluded.default_locale,
    locales = excluded.locales, links = excluded.links, contact = excluded.contact, authors = excluded.authors,
    translations = excluded.translations, images = excluded.images, domain = excluded.domain,
    letters = ${s.contactForm === undefined ? hasContactForm : sql`excluded.letters`}, revision = help_centers.revision + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
  WHERE help_centers.revision = ${s.revision}`;

export const writeClosed = (projectId: ProjectId, when: SQL): SQL =>
  sql`UPDATE help_centers SET open = 0 WHERE project_id = ${projectId} AND ${when}`;
