// Counts what a help desk holds and lists what can be mapped, without storing anything.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { isoOrNull, seconds } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { readAttributes } from "#modules/contact-attributes";
import { HelpDeskError, saidOf } from "#modules/help-import";
import { readMembers } from "#modules/projects";
import { readTeams } from "#modules/teams";
import type { From } from "./contract.ts";
import { type DeskReader, type ListPage, readerOf, type ReplyPage } from "#modules/help-desks";
import { exportOf, requireExport } from "./uploaded-export.ts";
import { deskRefusal, notAllowed } from "./errors.ts";
import { readAccess, readItems, readSeenUntil } from "./queries.ts";
import { teamsFor } from "./rules.ts";

/** Time limit: a member is waiting for the answer. */
const LONG = seconds(20);
const MAX_PAGES = 10;
const MAX_LISTED = 200;

export async function previewDeskImport(ctx: RequestCtx<MemberPrincipal>, from: From) {
  const { platform, place } = from;
  const { projectId } = ctx.caller;
  const source = { projectId, platform, site: place };
  const [access, members, attributes, since, ours] = await ctx.db.read(
    readAccess(projectId),
    readMembers(projectId),
    readAttributes(projectId),
    readSeenUntil(source),
    readTeams(projectId),
  );
  if (!access) throw notFound();
  const exportId = exportOf(from);
  if (exportId !== null) await requireExport(ctx, from);
  const reader = await readerOf(ctx, { projectId, platform, site: place, exportId });
  if (exportId === null && !access.own && !access.opened) throw notAllowed();
  const began = ctx.clock.now();
  const [statuses, tags] = [new Map<string, number>(), new Map<string, number>()];
  const add = (to: Map<string, number>, key: string): void => void to.set(key, (to.get(key) ?? 0) + 1);
  // Pages of some help desks overlap.
  const seen = new Set<string>();
  let [tickets, known, pages, rated] = [0, 0, 0, 0];
  let total: number | null = null;
  try {
    const { agents, fields, teams } = await reader.outline();
    let at: string | null = null;
    for (;;) {
      const page = await reader.page(at, null);
      pages += 1;
      total = page.total ?? total;
      const fresh = page.tickets.filter(({ id }, i) => !seen.has(id) && page.tickets.findIndex((one) => one.id === id) === i);
      const ids = fresh.map(({ id }) => id);
      const [items] = await ctx.db.read(readItems(source, ids));
      known += items.length;
      for (const ticket of fresh) {
        seen.add(ticket.id);
        if (ticket.deleted) continue;
        tickets += 1;
        if (ticket.rating) rated += 1;
        add(statuses, ticket.status);
        for (const tag of ticket.tags) add(tags, tag);
      }
      at = page.next;
      if (at === null || pages >= MAX_PAGES || ctx.clock.now() - began > LONG) break;
    }
    const replies = await countReplies(reader);
    const companies = await countOf(reader.companies);
    const ratings = reader.hasRatings === true ? rated : await countRatings(reader);
    const matching = teamsFor(teams, ours, {});
    const byCount = (counts: Map<string, number>): [string, number][] => [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, MAX_LISTED);
    return {
      ...{ tickets, known, total },
      statuses: byCount(statuses).map(([status, count]) => ({
        status,
        tickets: count,
        becomes: saidOf(reader.statuses, status) ?? ("open" as const),
      })),
      people: agents.slice(0, MAX_LISTED).map(({ id, name, email }) => ({
        ...{ id, name, email },
        member: members.find((one) => one.email.toLowerCase() === email?.toLowerCase())?.name ?? null,
      })),
      tags: byCount(tags).map(([tag, count]) => ({ tag, tickets: count })),
      fields: fields.slice(0, MAX_LISTED).map(({ key, label }) => ({ key, label })),
      members: members.map(({ name, email }) => ({ name, email })),
      attributes: attributes.filter(({ archived }) => !archived).map(({ key, label }) => ({ key, label })),
      ...{ replies, companies, ratings },
      teams: teams.slice(0, MAX_LISTED).map(({ id, name }) => ({ id, name, team: matching.get(id) ?? null })),
      ourTeams: ours.filter(({ state }) => state === "active").map(({ id, name }) => ({ id, name })),
      complete: at === null,
      since: exportId === null ? isoOrNull(since) : null,
    };
  } catch (error) {
    if (error instanceof HelpDeskError) throw deskRefusal(error);
    throw error;
  }
}

/** How many a list has, as far as its first pages say. Null if there is no way to read it. */
const countOf = async <T>(read: ((at: string | null) => Promise<ListPage<T>>) | undefined): Promise<number | null> =>
  read === undefined ? null : await countPages(read);
const countRatings = async ({ ratings }: DeskReader): Promise<number | null> =>
  ratings === undefined ? null : await countPages((at) => ratings(at, null));
const countReplies = async ({ replies }: DeskReader): Promise<number | null> =>
  replies === undefined
    ? null
    : await countPages(async (at) => {
        const page: ReplyPage = await replies(at, false);
        return { items: page.replies, next: page.next };
      });
async function countPages<T>(read: (at: string | null) => Promise<ListPage<T>>): Promise<number | null> {
  let count = 0;
  let at: string | null = null;
  try {
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const { items, next }: ListPage<T> = await read(at);
      count += items.length;
      at = next;
      if (at === null) break;
    }
    return count;
  } catch (error) {
    if (error instanceof HelpDeskError && (error.reason === "refused" || error.reason === "missing")) return null;
    throw error;
  }
}
