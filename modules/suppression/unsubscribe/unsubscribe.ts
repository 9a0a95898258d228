// Opting out by the link of a mail: the page, its button with an undo, and a mail program's one click.
import { customCounter, belowLimits, writeCounters } from "#kernel/limits/index.ts";
import { days, hours } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { readText } from "#kernel/http/body.ts";
import { html, type Html, type RequestCtx } from "#kernel/http/index.ts";
import { isId, type SuppressionId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { namedPage } from "#modules/accounts";
import { readWidget } from "#modules/projects";
import { m } from "#messages";
import { sentMessages } from "../extension.ts";
import { readIdentity, readIsStored, readOptedOut, writeUndone } from "../queries.ts";
import { suppressKeys } from "../suppress.ts";
import { claimsOf, type LinkClaims } from "./link.ts";

/** How long the page that opted out can take it back, in milliseconds. */
const UNDO = hours(1);
/** Undone opt-outs of an address in a day. Opting out itself has no limit: it is never refused. */
const UNDONE = 5;
/** The largest form that is read, in bytes. */
const MAX_BODY = 16 * 1024;

/** Shows the button. Changes nothing. */
export async function showUnsubscribe(ctx: RequestCtx, token: string): Promise<Response> {
  const claims = await claimsOf(ctx, token);
  if (!claims) return await invalidLink(ctx);
  const [company, [isOut]] = await Promise.all([companyOf(ctx, claims), ctx.db.read(readOptedOut(claims.projectId, claims.key))]);
  if (isOut) return await show(ctx, m.suppression_out_title(), html`<p role="status">${outSentence(company)}</p>`);
  return await show(
    ctx,
    company === null ? m.suppression_page_title() : m.suppression_page_title_of({ company }),
    html`<p>${company === null ? m.suppression_page_lead() : m.suppression_page_lead_of({ company })}</p>
      <form method="post">
        <button type="submit" name="action" value="opt-out">${m.suppression_page_button()}</button>
      </form>`,
  );
}

/** Opts out, or takes back an opt-out of this page. Repeating is safe. */
export async function unsubscribeByLink(ctx: RequestCtx, token: string): Promise<Response> {
  const claims = await claimsOf(ctx, token);
  const form = await readForm(ctx.request);
  // Mail programs look at the status alone. Whoever shows pages says so.
  const isPage = form.get("List-Unsubscribe") === null && (ctx.request.headers.get("accept") ?? "").includes("text/html");
  if (!claims) return isPage ? await invalidLink(ctx) : plain(m.suppression_link_invalid(), 404);
  const undo = form.get("undo");
  if (undo !== null) return await undoOptOut(ctx, token, claims, undo);
  const { id, isNew } = await optOut(ctx, claims);
  if (!isPage) return plain(m.suppression_out_title(), 200);
  const company = await companyOf(ctx, claims);
  return await show(
    ctx,
    m.suppression_out_title(),
    html`<p role="status">${outSentence(company)}</p>
      ${
        isNew
          ? html`<form method="post">
              <input type="hidden" name="undo" value="${id}" />
              <button type="submit" class="secondary">${m.suppression_undo()}</button>
            </form>`
          : undefined
      }`,
  );
}

async function optOut(ctx: RequestCtx, { projectId, key, messageKey }: LinkClaims): Promise<{ id: string; isNew: boolean }> {
  const found = ctx.registry.extensions.of(sentMessages).map(({ addressOf }) => addressOf(projectId, messageKey));
  const addressFrom = found.reduce<SQL | undefined>((all, one) => (all ? sql`coalesce(${all}, ${one})` : one), undefined);
  const { statements, jobIds, ids } = suppressKeys(ctx, { projectId, reason: "opted_out", keys: [{ key }], addressFrom }, sql`1`);
  const [id] = ids as [SuppressionId];
  const [isNew] = await ctx.db.commitAndRead(statements, readIsStored(id));
  if (isNew) wakeJobs(ctx, jobIds);
  return { id, isNew };
}

async function undoOptOut(ctx: RequestCtx, token: string, { projectId, key }: LinkClaims, undo: string): Promise<Response> {
  const now = ctx.clock.now();
  const counter = customCounter("unsubscribeUndo", key, now, days(1), UNDONE);
  const id = (isId("suppression", undo) ? undo : "") as SuppressionId;
  const [isOut] = await ctx.db.commitAndRead(
    [writeUndone(projectId, key, id, now - UNDO, belowLimits([counter])), writeCounters([counter], sql`changes() > 0`)],
    readOptedOut(projectId, key),
  );
  if (isOut) return await show(ctx, m.suppression_undo_late(), html`<p role="status">${m.suppression_undo_late_lead()}</p>`, 409);
  const company = await companyOf(ctx, { projectId });
  return await show(
    ctx,
    m.suppression_undone(),
    html`<p role="status">${company === null ? m.suppression_undone_lead() : m.suppression_undone_lead_of({ company })}</p>
      <a class="button secondary" href="/unsubscribe/${token}">${m.suppression_page_button()}</a>`,
  );
}

/** The company, as the project names itself; null once the project is deleted. */
async function companyOf(ctx: RequestCtx, { projectId }: Pick<LinkClaims, "projectId">): Promise<string | null> {
  const [{ identity }, project] = await ctx.db.read(readIdentity(projectId), readWidget(projectId));
  return project === undefined ? null : (identity?.legalName ?? project.projectName);
}
const outSentence = (company: string | null): string =>
  company === null ? m.suppression_out_lead() : m.suppression_out_lead_of({ company });

const show = (ctx: RequestCtx, title: string, body: Html, status = 200): Promise<Response> =>
  namedPage(ctx, {
    title,
    status,
    body: html`<h1 dir="auto">${title}</h1>
      ${body}`,
  });
const invalidLink = (ctx: RequestCtx): Promise<Response> =>
  show(ctx, m.suppression_link_invalid(), html`<p role="status">${m.suppression_link_invalid_lead()}</p>`, 404);
const plain = (text: string, status: number): Response =>
  new Response(`${text}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" } });

/** RFC 8058 lets mail programs send either kind of form. A body that is none is an empty form: the link alone decides. */
async function readForm(request: Request): Promise<FormFields> {
  const type = request.headers.get("content-type") ?? "";
  const text = await readText(request, MAX_BODY);
  try {
    const form = await new Response(text, { headers: { "content-type": type } }).formData();
    return { get: (name) => textOf(form.get(name)) };
  } catch {
    return { get: () => null };
  }
}
interface FormFields {
  readonly get: (name: string) => string | null;
}
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
