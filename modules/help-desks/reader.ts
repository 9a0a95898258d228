// The interface that the readers of all help desks implement. Nothing is ever written there.
import { markdownOf } from "#kernel/rich-text/from-html.ts";
import { HelpDeskError, sourceIdOf, text } from "#modules/help-import";

export { timeOf } from "#modules/help-import";

/** Somebody at the source. */
export interface DeskPerson {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** The source says that the address was confirmed. */
  readonly verified: boolean;
  /** Custom fields, by key. */
  readonly fields: Readonly<Record<string, string>>;
  /** The company that they belong to, by the source's id. */
  readonly companyId?: string | null;
  /** The company itself, where the source has no list of companies. */
  readonly company?: DeskCompany;
}
/** A company of customers. */
export interface DeskCompany {
  readonly id: string;
  readonly name: string;
  /** As they are written there. */
  readonly domains: readonly string[];
  readonly website: string | null;
  readonly notes: string | null;
}
/** How a customer rated a ticket. */
export interface DeskRating {
  readonly id: string;
  readonly ticketId: string;
  readonly score: 1 | 2 | 3 | 4 | 5;
  /** What it is called there, such as `good`. */
  readonly there: string;
  readonly comment: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
export interface DeskAgent {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}
export interface DeskTicket {
  readonly id: string;
  readonly subject: string | null;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** What is another after every change, where the source does not give the time of all of them. */
  readonly version?: string;
  /** Null: the person was deleted there, or the source does not say who it is. */
  readonly customer: DeskPerson | null;
  /** The customer's id, also where nothing else is known of them. */
  readonly customerId?: string | null;
  /** The source is a file that does not say who the customer is. */
  readonly isCustomerUnknown?: boolean;
  readonly assigneeId: string | null;
  readonly tags: readonly string[];
  /** The team, group or inbox that it is with, by the id in the outline. */
  readonly teamId?: string | null;
  /** The company that the ticket names, where its customer has none. */
  readonly companyId?: string | null;
  /** Where the source gives ratings with their tickets. */
  readonly rating?: DeskRating | null;
  /** It was rated, and the list of ratings says how. */
  readonly rated?: boolean;
  /** Deleted at the source: it is left out. */
  readonly deleted: boolean;
  /** What has no place here: codes of the report. */
  readonly lost: readonly (readonly [code: string, detail: string])[];
}
export interface DeskFile {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Reads the file through the help desk's API, where its address needs the token. */
  read?(): Promise<Uint8Array>;
}
export interface DeskMessage {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: "customer" | "team" | "system";
  readonly authorId: string | null;
  /** Null: not known, or deleted there. */
  readonly authorName: string | null;
  /** Markdown. */
  readonly text: string;
  /** A note of the team. */
  readonly internal: boolean;
  readonly files: readonly DeskFile[];
}
export interface DeskOutline {
  readonly agents: readonly DeskAgent[];
  /** Custom fields of people. */
  readonly fields: readonly { readonly key: string; readonly label: string }[];
  /** Teams, groups and inboxes. */
  readonly teams: readonly DeskTeam[];
}
export interface DeskTeam {
  readonly id: string;
  readonly name: string;
}
/** A page of a list; `next` is the cursor of the next one, null after the last. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}
export interface TicketPage {
  readonly tickets: readonly DeskTicket[];
  /** The cursor of the next page; null after the last. */
  readonly next: string | null;
  /** Number of tickets, if the source reports it. */
  readonly total: number | null;
}
export interface Thread {
  /** In order of time. */
  readonly messages: readonly DeskMessage[];
  /** There are more than were read. */
  readonly cut: boolean;
  /** How many have no number or no time by which they could be stored. */
  readonly unreadable?: number;
}
/** A canned reply that the whole team has. */
export interface DeskReply {
  readonly id: string;
  readonly title: string;
  /** The word by which it is inserted; "" for none. */
  readonly shortcut: string;
  /** Markdown, with our placeholders. */
  readonly text: string;
  /** It has files, or does more than to insert a text. */
  readonly more: boolean;
}
export interface ReplyPage {
  readonly replies: readonly DeskReply[];
  /** The cursor of the next page; null after the last. */
  readonly next: string | null;
}
export interface DeskReader {
  /** The source's statuses with what they become here by default. */
  readonly statuses: Readonly<Record<string, "open" | "closed" | "skip">>;
  outline(): Promise<DeskOutline>;
  /** Tickets that changed since a time in milliseconds, or all. */
  page(at: string | null, since: number | null): Promise<TicketPage>;
  /** The ticket's customer, where the pages do not have all of them. `fields`: with custom fields and company. Null: deleted there. */
  customer?(ticket: DeskTicket, fields: boolean): Promise<DeskPerson | null>;
  thread(ticket: DeskTicket): Promise<Thread>;
  /** Canned replies; missing where the API does not give them. `texts`: false where only their number is wanted. */
  replies?(at: string | null, texts: boolean): Promise<ReplyPage>;
  /** Companies; missing where the source has no list of them. */
  companies?(at: string | null): Promise<ListPage<DeskCompany>>;
  /** Ratings that were given since a time in milliseconds, or all; missing where they come with their tickets. */
  ratings?(at: string | null, since: number | null): Promise<ListPage<DeskRating>>;
  /** Ratings come with their tickets. */
  readonly hasRatings?: boolean;
}

/** The lines of a text that there are, as one; null for none. */
export const joined = (...parts: readonly unknown[]): string | null =>
  parts
    .map((part) => text(part).trim())
    .filter((part) => part !== "")
    .join("\n\n") || null;
/** Teams of a list of objects with `id` and `name`. `prefix` tells inboxes from teams. */
export const teamsOf = (list: readonly Readonly<Record<string, unknown>>[], prefix = ""): DeskTeam[] =>
  list.flatMap((one) => {
    const id = sourceIdOf(one["id"]);
    return id === null || text(one["name"]) === "" ? [] : [{ id: prefix + id, name: text(one["name"]) }];
  });
/** The list, or none where the token may not read it: what is only offered for the mapping must not stop an import. */
export async function unlessRefused<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof HelpDeskError && (error.reason === "refused" || error.reason === "missing")) return [];
    throw error;
  }
}

/** Custom fields whose values are one line, as texts. */
export function fieldsOf(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry): entry is [string, string | number | boolean] => ["string", "number", "boolean"].includes(typeof entry[1]))
      .map(([key, one]) => [key, String(one).slice(0, 500)] as const)
      .filter(([, one]) => one !== "")
      .slice(0, 100),
  );
}
/** A customer as Intercom and Chatwoot give them; neither says whether an address was confirmed. */
export function personWithAttributes(one: Readonly<Record<string, unknown>>): DeskPerson | null {
  const id = sourceIdOf(one["id"]);
  if (id === null) return null;
  return {
    id,
    name: text(one["name"]) || null,
    email: text(one["email"]) || null,
    verified: false,
    fields: fieldsOf(one["custom_attributes"]),
  };
}
/** Text of a message in HTML, and the images that it shows, as files. Images of one pixel are how mail is tracked, and are left out. */
export function readHtml(html: string, known: readonly DeskFile[] = []): { readonly text: string; readonly files: readonly DeskFile[] } {
  const shown = html.replaceAll(/<img\b[^>]*\b(?:width|height)=["']?1["'\s/>][^>]*>?/gi, "");
  const files = [...known];
  const collect = (url: string): undefined => {
    if (!files.some((file) => file.url === url)) files.push({ id: `image-${files.length - known.length}`, name: nameIn(url), url });
  };
  if (/<img\b/i.test(shown)) markdownOf(shown, { image: collect });
  return { text: markdownOf(shown), files };
}
/** The name of the file that an address ends with; "" if it has none. */
export function nameIn(url: string): string {
  const last = url.split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
/** A full name of its parts; null if both are missing. */
export const fullName = (first: unknown, last: unknown): string | null =>
  [first, last]
    .filter((part) => typeof part === "string" && part.trim() !== "")
    .join(" ")
    .trim() || null;
