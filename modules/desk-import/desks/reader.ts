// The interface that the readers of all help desks implement. Nothing is ever written there.

/** Somebody at the source. */
export interface DeskPerson {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** The source says that the address was confirmed. */
  readonly verified: boolean;
  /** Custom fields, by key. */
  readonly fields: Readonly<Record<string, string>>;
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
  /** Null: the person was deleted there. */
  readonly customer: DeskPerson | null;
  readonly assigneeId: string | null;
  readonly tags: readonly string[];
  /** Deleted at the source: it is left out. */
  readonly deleted: boolean;
  /** What has no place here: codes of the report. */
  readonly lost: readonly (readonly [code: string, detail: string])[];
}
export interface DeskFile {
  readonly id: string;
  readonly name: string;
  readonly url: string;
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
}
export interface DeskReader {
  /** The source's statuses with what they become here by default. */
  readonly statuses: Readonly<Record<string, "open" | "closed" | "skip">>;
  outline(): Promise<DeskOutline>;
  /** Tickets that changed since a time in milliseconds, or all. */
  page(at: string | null, since: number | null): Promise<TicketPage>;
  thread(ticket: DeskTicket): Promise<Thread>;
}

/** Milliseconds of a time as help desks write it: ISO 8601, or seconds since 1970. Undefined if it is neither. */
export function timeOf(value: unknown): number | undefined {
  const at = typeof value === "number" ? value * 1000 : typeof value === "string" && value !== "" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) && at > 0 ? Math.floor(at) : undefined;
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
