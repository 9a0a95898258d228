// What saving the settings of a help center changes, for the audit log.
import { type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { AuditChange } from "#modules/projects";
import { type GivenSettings, hasContactForm } from "./settings-queries.ts";

/** The first save opens the help center or not; what else it stores are mostly defaults, so only `open` counts as changed then. */
export function settingsChanges(projectId: ProjectId, given: GivenSettings): AuditChange[] {
  const change = (field: string, column: SQL, to: string | boolean | null): AuditChange => ({
    field,
    from: sql`coalesce((SELECT json_array(${column}) FROM help_centers WHERE project_id = ${projectId}), json_array(${typeof to === "boolean" ? (to ? "1" : "0") : to})) ->> '$[0]'`,
    to,
  });
  return [
    { field: "open", from: sql`coalesce((SELECT open FROM help_centers WHERE project_id = ${projectId}), 0)`, to: given.open },
    change("title", sql`title`, given.title),
    change("description", sql`nullif(description, '')`, given.description || null),
    change("defaultLocale", sql`default_locale`, given.defaultLocale),
    change("locales", sql`(SELECT group_concat(value, ', ') FROM json_each(locales))`, given.locales.join(", ")),
    change(
      "links",
      sql`(SELECT group_concat(value ->> 'label', ', ') FROM json_each(links))`,
      given.links.map(({ label }) => label).join(", ") || null,
    ),
    change("contact", sql`contact`, given.contact),
    change("authors", sql`authors`, given.authors),
    ...(given.contactForm === undefined ? [] : [change("contactForm", hasContactForm, given.contactForm)]),
  ];
}
