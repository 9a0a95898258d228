// Wire contract of contacts. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Cursor, Email, Empty, line, Metadata, page, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";
import { AddressKind, ContactSort } from "./contract/list-rules.ts";

export { AddressKind, ContactSort, problemOf, sortsOf, type Wanted } from "./contract/list-rules.ts";

const ProjectIdField = idOf("project");
export const ContactIdField = idOf("contact");

export const ContactState = v.picklist(["active", "hidden", "erasing", "erased"]);
export type ContactState = v.InferOutput<typeof ContactState>;

const Known = v.optional(v.string());
/** A visitor's latest visit; what is not known is left out. */
export const Visit = v.object({
  /** Name and major version: "Firefox 140". */
  browser: Known,
  /** The name of the operating system. */
  system: Known,
  /** The first language that the browser asks for, as a tag. */
  language: Known,
  /** The name of a time zone: "Africa/Lagos". */
  timeZone: Known,
  /** The page of another website that led to this one. */
  referrer: Known,
});
export type Visit = v.InferOutput<typeof Visit>;

/** A page of the website, and when it was opened. */
const PageSeen = v.object({ url: v.string(), title: v.string(), at: Time });

export const Contact = v.object({
  id: ContactIdField,
  /** Null when nothing is known; screens then show "Visitor" with the last characters of the id. */
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  /** True when the address came in a signed token or was verified otherwise; else it is only a claim. */
  emailVerified: v.boolean(),
  /** The website's own id of a verified visitor (`sub`). */
  identifier: v.nullable(v.string()),
  metadata: Metadata,
  /**
   * Values of the project's attributes, by key and as text: a number in digits, a date as `2026-11-27`, a link as its address. Left out for
   * none. Unlike `metadata`, only members, programs with a token and signed identities set them.
   */
  attributes: v.optional(v.record(v.string(), v.string())),
  state: ContactState,
  createdAt: Time,
  lastSeenAt: v.nullable(Time),
  /** The page the visitor was last seen on. */
  lastPage: v.nullable(v.object({ url: v.string(), title: v.string() })),
  /** Left out for who never visited the website. */
  visit: v.optional(Visit),
  /** The latest visit's pages, oldest first, at most 20; lists leave them out. */
  pages: v.optional(v.array(PageSeen)),
});
export type Contact = v.InferOutput<typeof Contact>;

const inProject = { projectId: ProjectIdField };
const ofContact = { ...inProject, contactId: ContactIdField };

/** What a list of contacts can be narrowed to. */
export const contactFilters = {
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  hidden: v.optional(v.picklist(["0", "1"])),
  sort: v.optional(ContactSort),
  address: v.optional(AddressKind),
  language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}$/, m.contacts_language_code))),
  company: v.optional(idOf("company")),
  attribute: v.optional(line(40)),
  value: v.optional(line(500)),
  seenAfter: v.optional(Time),
  seenBefore: v.optional(Time),
};
/**
 * Newest first unless `sort` says otherwise. `q` finds contacts with all its words, each of them the beginning of a word of the name or of
 * a part of the address (`amara`, `@example.org`), and those whose identifier begins with it. A page may hold fewer contacts than others
 * and still have a `next`. Hidden contacts only with `hidden=1`.
 *
 * Every combination is one range of an index, whatever the number of contacts; 400 for those that would not be. At most one of `address`,
 * `language` (two letters), `company`, and `attribute` with its `value`. All but `address` are in the order `created`; `seenAfter` and
 * `seenBefore` need the order `seen`; `q` goes with none of them. 404 for a company that is not there.
 */
export const listContacts = route({
  name: "listContacts",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/contacts",
  who: "member",
  params: inProject,
  query: v.object({
    cursor: v.optional(Cursor),
    ...contactFilters,
  }),
  reply: page(Contact),
});
export const readContact = route({
  name: "readContact",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId",
  who: "member",
  params: ofContact,
  reply: v.object({ contact: Contact }),
});
export const changeContact = route({
  name: "changeContact",
  method: "PATCH",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId",
  who: "member",
  params: ofContact,
  body: v.strictObject({ name: v.optional(v.nullable(line(120))), email: v.optional(v.nullable(Email)) }),
  reply: v.object({ contact: Contact }),
  errors: ["conflict"],
});
/** Hides and blocks the contact: its sockets close, its sessions stop working, its data stays. */
export const hideContact = route({
  name: "hideContact",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId",
  who: "member",
  params: ofContact,
  reply: v.object({ contact: Contact }),
});
/** Undo of hiding: the contact can write again, and its sessions work as before. */
export const restoreContact = route({
  name: "restoreContact",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/restore",
  who: "member",
  params: ofContact,
  body: Empty,
  reply: v.object({ contact: Contact }),
  errors: ["conflict"],
});

export const contactsPath = (projectId: string): string => `/projects/${projectId}/contacts`;
export const contactPath = (projectId: string, contactId: string): string => `/projects/${projectId}/contacts/${contactId}`;
