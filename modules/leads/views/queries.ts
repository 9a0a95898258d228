// Leads in the query cache, and changes that show at once.
import { call, queryClient, toastProblem } from "#dashboard/api.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { changeLead, countLeads, deleteLead, type Lead, type LeadStage, listLeads, readLead, restoreLead } from "../contract.ts";
import { STAGE_LABELS } from "./stages.ts";

export interface ListOf {
  readonly stage?: LeadStage | undefined;
  /** An account, or `none`. */
  readonly owner?: string | undefined;
  readonly q?: string | undefined;
}
type Page = AnswerOf<typeof listLeads>;
type Pages = InfiniteData<Page, string | undefined>;

export const leadsKey = (projectId: string): readonly string[] => [listLeads.name, projectId];
export const leadsQuery = (projectId: string, list: ListOf) =>
  infiniteQueryOptions({
    queryKey: [...leadsKey(projectId), list],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listLeads, { params: { projectId } as never, query: { ...list, cursor: pageParam } as never, signal }),
    staleTime: 15_000,
  });
export const countsQuery = (projectId: string, owner: string | undefined) =>
  queryOptions({
    queryKey: [countLeads.name, projectId, owner ?? ""],
    queryFn: ({ signal }) => call(countLeads, { params: { projectId } as never, query: { owner } as never, signal }),
    staleTime: 15_000,
  });
export const leadQuery = (projectId: string, leadId: string) =>
  queryOptions({
    queryKey: [readLead.name, projectId, leadId],
    queryFn: ({ signal }) => call(readLead, { params: { projectId, leadId } as never, signal }),
  });

/** What a lead is called: its name, else its company, domain or address. */
export const leadName = ({ name, company, domain, email }: Pick<Lead, "name" | "company" | "domain" | "email">): string =>
  plain(name ?? company ?? domain ?? email ?? m.leads_unnamed());

export async function rereadLeads(projectId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: leadsKey(projectId) }),
    queryClient.invalidateQueries({ queryKey: [countLeads.name, projectId] }),
  ]);
}
/** Keeps what the server answered where the page of the lead reads it. */
export function putLead(projectId: string, lead: Lead): void {
  queryClient.setQueryData(leadQuery(projectId, lead.id).queryKey, (held) => held && { ...held, lead });
}

/** Shows other leads at once, in every list. Answers what undoes that. */
function show(projectId: string, change: (items: Lead[], list: ListOf) => Lead[]): () => void {
  void queryClient.cancelQueries({ queryKey: leadsKey(projectId) });
  const was = queryClient.getQueriesData<Pages>({ queryKey: leadsKey(projectId) });
  for (const [key, data] of was)
    if (data)
      queryClient.setQueryData<Pages>(key, {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: change(page.items, key[2] as ListOf) })),
      });
  return () => was.forEach(([key, data]) => void (data && queryClient.setQueryData<Pages>(key, data)));
}
/** Moves a lead to another stage at once, and offers to take it back. */
export async function moveTo(projectId: string, lead: Lead, stage: LeadStage): Promise<void> {
  const moved = { ...lead, stage };
  const back = show(projectId, (items, list) => {
    const left = items.filter(({ id }) => id !== lead.id);
    if (list.stage === undefined) return items.map((one) => (one.id === lead.id ? moved : one));
    if (list.stage !== stage || (list.owner !== undefined && list.owner !== (lead.ownerId ?? "none"))) return left;
    return [...left, moved].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  });
  try {
    const { lead: now } = await call(changeLead, {
      params: { projectId, leadId: lead.id } as never,
      body: {
        revision: lead.revision,
        stage,
        ...(lead.lostReason === null ? {} : { lostReason: stage === "lost" ? lead.lostReason : null }),
      },
    });
    putLead(projectId, now);
    toast({
      tone: "ok",
      title: m.leads_moved({ name: leadName(lead), stage: STAGE_LABELS[stage]() }),
      // A reason goes with the stage, so it comes back with it.
      undo: () => void moveTo(projectId, { ...now, lostReason: lead.lostReason }, lead.stage),
    });
  } catch (cause) {
    back();
    toastProblem(cause);
  }
  await rereadLeads(projectId);
}
/** Deletes a lead, and offers to put it back for an hour. */
export async function remove(projectId: string, lead: Lead): Promise<boolean> {
  const params = { projectId, leadId: lead.id } as never;
  const back = show(projectId, (items) => items.filter(({ id }) => id !== lead.id));
  try {
    await call(deleteLead, { params });
    toast({
      tone: "ok",
      title: m.leads_deleted({ name: leadName(lead) }),
      undo: () => {
        back();
        void call(restoreLead, { params, body: {} })
          .catch(toastProblem)
          .then(() => rereadLeads(projectId));
      },
    });
    void rereadLeads(projectId);
    return true;
  } catch (cause) {
    back();
    toastProblem(cause);
    return false;
  }
}
