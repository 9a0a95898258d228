// Turns typed filters into conditions on a message `m`, its entry `e` and its conversation `c`. Each is a sentence if it cannot be read.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { invalidRequest, type Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, ContactId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { contactsNamed } from "#modules/contacts";
import { readMembers } from "#modules/projects";
import { fold, wordsOf } from "#modules/retrieval";
import { dayOf, FILTERS, type FilterName, type TypedFilter } from "../contract.ts";
import { searchFilters } from "../extension.ts";

export type MemberCtx = RequestCtx<MemberPrincipal>;
const DAY = 86_400_000;
/** Contacts that a name stands for at most. */
const MOST_CONTACTS = 20;

export interface Filters {
  readonly where: SQL;
  readonly after: number | undefined;
  /** Exclusive. */
  readonly until: number | undefined;
  /** Who wrote what is looked for, and whose conversations: the messages can be taken from there. */
  readonly authors: readonly string[] | undefined;
  readonly contacts: readonly ContactId[] | undefined;
}

const refused = (message: string): Refusal => invalidRequest([{ path: "q", message }]);
/** The names that a colon makes a filter. */
export const filterNames = ({ registry }: Pick<MemberCtx, "registry">): readonly string[] => [
  ...FILTERS,
  ...registry.extensions.of(searchFilters).map(({ name }) => name),
];

const STATES: Readonly<Record<string, SQL>> = {
  open: sql`c.status = 'open'`,
  closed: sql`c.status = 'closed' AND c.silenced = 0`,
  snoozed: sql`c.status = 'snoozed'`,
  unassigned: sql`c.assignee_id IS NULL`,
  waiting: sql`c.waiting_since IS NOT NULL`,
  spam: sql`c.silenced = 1`,
  note: sql`m.kind = 'note'`,
  message: sql`m.kind = 'message'`,
};
const PLACES: Readonly<Record<string, SQL>> = {
  mail: sql`c.door = 'email'`,
  email: sql`c.door = 'email'`,
  chat: sql`c.door = 'widget'`,
  widget: sql`c.door = 'widget'`,
  notes: sql`m.kind = 'note'`,
};
const HAS: Readonly<Record<string, SQL>> = {
  file: sql`EXISTS (SELECT 1 FROM files f WHERE f.message_id = m.id AND f.state = 'attached')`,
};

interface People {
  readonly members: readonly AccountId[];
  readonly contacts: readonly ContactId[];
}
/** Members and contacts with the name or address. `me` is the caller. */
async function peopleOf(ctx: MemberCtx, value: string, who: "members" | "both" | "contacts"): Promise<People> {
  const { projectId, accountId } = ctx.caller;
  if (who !== "contacts" && value.toLowerCase() === "me") return { members: [accountId], contacts: [] };
  const [members, contacts] = await ctx.db.read(readMembers(projectId), contactsNamed(projectId, value, MOST_CONTACTS));
  const asked = wordsOf(value).map(({ word }) => word);
  const isNamed = (name: string, email: string): boolean => {
    const own = wordsOf(`${name} ${email}`).map(({ word }) => word);
    return asked.length > 0 && asked.every((word) => own.some((one) => one.startsWith(word)));
  };
  return {
    members: who === "contacts" ? [] : members.filter(({ name, email }) => isNamed(name, email)).map((member) => member.accountId),
    contacts: who === "members" ? [] : contacts,
  };
}
const among = (column: SQL, ids: readonly string[]): SQL => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Throws `invalid_request` with a sentence for the first filter that cannot be read. `offset`: minutes east of UTC. */
export async function filtersOf(ctx: MemberCtx, typed: readonly TypedFilter[], offset: number): Promise<Filters> {
  const conditions: SQL[] = [];
  let [after, until]: (number | undefined)[] = [];
  let authors: readonly string[] | undefined;
  let contacts: readonly ContactId[] | undefined;
  // Spam is found by asking for it.
  if (!typed.some(({ name, value, isNegated }) => name === "is" && fold(value) === "spam" && !isNegated))
    conditions.push(sql`c.silenced = 0`);
  for (const { name, value, isNegated } of typed) {
    const add = (condition: SQL): void => void conditions.push(isNegated ? sql`NOT coalesce(${condition}, 0)` : condition);
    const one = (of: Readonly<Record<string, SQL>>): void => {
      const known = of[fold(value)];
      if (known === undefined) throw refused(m.conversation_search_needs_one_of({ name, values: Object.keys(of).join(", ") }));
      add(known);
    };
    const said = (): string => {
      if (value === "") throw refused(m.conversation_search_needs_value({ name }));
      return value;
    };
    const people = async (who: "members" | "both" | "contacts"): Promise<People> => {
      const found = await peopleOf(ctx, said(), who);
      if (found.members.length + found.contacts.length === 0) throw refused(m.conversation_search_nobody({ name, value }));
      return found;
    };
    const day = (): number => {
      const at = dayOf(value, offset);
      if (at === undefined) throw refused(m.conversation_search_needs_date({ name }));
      return at;
    };
    switch (name as FilterName) {
      case "from": {
        const found = await people("both");
        const ids = [...found.members, ...found.contacts];
        if (!isNegated) authors ??= ids;
        add(among(sql`e.author_id`, ids));
        break;
      }
      case "to": {
        const found = await people("contacts");
        if (!isNegated) contacts ??= found.contacts;
        add(sql`(${among(sql`e.contact_id`, found.contacts)} AND m.author_role <> 'visitor' AND m.kind = 'message')`);
        break;
      }
      case "assignee": {
        if (fold(said()) === "none") add(sql`c.assignee_id IS NULL`);
        else add(among(sql`c.assignee_id`, (await people("members")).members));
        break;
      }
      case "before":
        if (isNegated) after = Math.max(after ?? 0, day());
        else until = Math.min(until ?? Infinity, day());
        break;
      case "after":
        if (isNegated) until = Math.min(until ?? Infinity, day() + DAY);
        else after = Math.max(after ?? 0, day() + DAY);
        break;
      case "has":
        one(HAS);
        break;
      case "is":
        one(STATES);
        break;
      case "in":
        one(PLACES);
        break;
      default: {
        const filter = ctx.registry.extensions.of(searchFilters).find((each) => each.name === name);
        const condition = await filter?.condition(ctx, said());
        if (typeof condition === "string") throw refused(condition);
        if (condition) add(condition);
      }
    }
  }
  return { where: conditions.length === 0 ? sql`1` : sql.join(conditions, sql` AND `), after, until, authors, contacts };
}
