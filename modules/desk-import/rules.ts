// Decisions of an import. Pure.
import type { ImportedMessage, ImportedState } from "#modules/conversations";
import { sha256 } from "#kernel/auth/index.ts";
import type { AccountId, TeamId } from "#kernel/ids/index.ts";
import { saidOf } from "#modules/help-import";
import type { DeskImportOptions } from "./contract.ts";
import type { DeskAgent, DeskMessage, DeskReader, DeskTeam, DeskTicket } from "#modules/help-desks";

/** What the ticket becomes here. One of an unknown status is open, so that nobody overlooks it. */
export const stateOf = (ticket: Pick<DeskTicket, "status">, options: DeskImportOptions, reader: Pick<DeskReader, "statuses">) =>
  saidOf(options.statuses, ticket.status) ?? saidOf(reader.statuses, ticket.status) ?? "open";

/** The name of a tag as ours may be written. */
export const tagName = (written: string): string =>
  written
    .replaceAll(/\p{Cc}|\s+/gu, " ")
    .trim()
    .slice(0, 50);
/** Our tags for those of the source, each once. */
export function tagsOf(tags: readonly string[], options: DeskImportOptions): string[] {
  const found = tags.map((tag) => tagName(saidOf(options.tags, tag) ?? tag)).filter((name) => name !== "");
  return found.filter((name, i) => found.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === i);
}

/**
 * The members here for the source's team: as the mapping says, else by the same address. Whoever has none keeps the name on the messages.
 */
export function membersFor(
  agents: readonly DeskAgent[],
  members: readonly { readonly accountId: AccountId; readonly email: string }[],
  { people }: Pick<DeskImportOptions, "people">,
): ReadonlyMap<string, AccountId> {
  const byAddress = new Map(members.map(({ accountId, email }) => [email.toLowerCase(), accountId]));
  return new Map(
    agents.flatMap(({ id, email }) => {
      const member = byAddress.get((saidOf(people, id) ?? email ?? "").toLowerCase());
      return member === undefined ? [] : [[id, member] as const];
    }),
  );
}

/** The teams here for the source's: as the mapping says, else by the same name. Those that are archived take nothing. */
export function teamsFor(
  theirs: readonly DeskTeam[],
  ours: readonly { readonly id: TeamId; readonly name: string; readonly state: string }[],
  { teams = {} }: { readonly teams?: DeskImportOptions["teams"] | undefined },
): ReadonlyMap<string, TeamId> {
  const active = ours.filter(({ state }) => state === "active");
  return new Map(
    theirs.flatMap(({ id, name }) => {
      const chosen = saidOf(teams, id);
      const team =
        chosen === undefined
          ? active.find((one) => one.name.trim().toLowerCase() === name.trim().toLowerCase())
          : active.find((one) => one.id === chosen);
      return team === undefined ? [] : [[id, team.id] as const];
    }),
  );
}

/** Since when the customer waits: their first message after the last answer that they could see; null if the conversation is not open. */
export function waitingSince(
  messages: readonly Pick<DeskMessage, "by" | "internal" | "at">[],
  status: ImportedState["status"],
): number | null {
  if (status !== "open") return null;
  let since: number | null = null;
  for (const { by, internal, at } of messages) {
    if (internal) continue;
    if (by === "customer") since ??= at;
    else if (by === "team") since = null;
  }
  return since;
}

/** Who wrote a message, as the thread shows it. */
export function authorOf(
  message: Pick<DeskMessage, "by" | "authorId" | "authorName" | "internal">,
  customer: { readonly sourceId: string; readonly contactId: string },
  members: ReadonlyMap<string, AccountId>,
): Pick<ImportedMessage, "role" | "authorId"> & { readonly by: string | undefined } {
  if (message.by === "customer" && !message.internal) {
    const own = message.authorId === null || message.authorId === customer.sourceId;
    // Somebody in copy has no contact here: the message keeps their name.
    return { role: "visitor", authorId: customer.contactId, by: own ? undefined : (message.authorName ?? undefined) };
  }
  if (message.by === "system") return { role: "system", authorId: null, by: undefined };
  const member = message.authorId === null ? undefined : members.get(message.authorId);
  return { role: "operator", authorId: member ?? null, by: member === undefined ? (message.authorName ?? undefined) : undefined };
}

/** Text as a message may be stored, and whether it was cut. */
export function contentOf(text: string, max: number): { readonly content: string; readonly cut: boolean } {
  const clean = text.replaceAll("\u0000", "").trim();
  return clean.length <= max ? { content: clean, cut: false } : { content: `${clean.slice(0, max - 1)}…`, cut: true };
}

/** Every command has a UUID of its client: this one is always the same for what it is made of. */
export function uuidOf(text: string): string {
  const hex = sha256(`desk import ${text}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** What a run reads, in this order. */
const STAGES = ["replies", "companies", "tickets", "ratings"] as const;
export type Stage = (typeof STAGES)[number];
type Chosen = Partial<Pick<DeskImportOptions, "replies" | "companies" | "ratings">>;
const isChosen = (stage: Stage, options: Chosen): boolean => stage === "tickets" || options[stage] === true;
/** Where a run is that reads. `at`: the cursor there. A run that began before there were stages has the bare cursor of its tickets. */
export function placeOf(at: string | null, options: Chosen): { readonly stage: Stage; readonly at: string | null } {
  if (at === null) return { stage: STAGES.find((one) => isChosen(one, options)) ?? "tickets", at: null };
  const [, named, rest = ""] = /^([a-z]+)\|(.*)$/s.exec(at) ?? [];
  const stage = STAGES.find((one) => one === named);
  if (stage === undefined) return { stage: "tickets", at };
  return { stage, at: rest === "" ? null : rest };
}
/** Where a run goes on. `next`: the cursor of the stage; null after its last page. Null: nothing is left. */
export function placeAfter(stage: Stage, next: string | null, options: Chosen): string | null {
  if (next !== null) return `${stage}|${next}`;
  const later = STAGES.slice(STAGES.indexOf(stage) + 1).find((one) => isChosen(one, options));
  return later === undefined ? null : `${later}|`;
}
