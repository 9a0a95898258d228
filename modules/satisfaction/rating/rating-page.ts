// The page behind a link of the mail. Opening it changes nothing; its form answers.
import { readText } from "#kernel/http/body.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { Html, html, problemBox, type RequestCtx, sentence } from "#kernel/http/index.ts";
import { isId, newId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { namedPage } from "#modules/accounts";
import { readContact } from "#modules/contacts";
import { readWidget } from "#modules/projects";
import * as v from "valibot";
import { MAX_COMMENT, RatingForm, type Score, SCORES } from "../contract.ts";
import { readRequest, type StoredRequest } from "../queries.ts";
import { CHANGEABLE_FOR } from "../rules.ts";
import { readWording } from "../settings-queries.ts";
import { SCORE_WORDS } from "../words.ts";
import { claimsOf } from "./link.ts";
import { storeRating } from "./store-rating.ts";

/** The largest form that is read, in bytes. */
const MAX_BODY = 16 * 1024;

interface Open {
  readonly request: StoredRequest;
  readonly company: string;
  readonly question: string;
}
/** What the token's page is about; undefined for a token that is none, `ended` when there is nothing to answer any more. */
async function openOf(ctx: RequestCtx, token: string): Promise<Open | "ended" | undefined> {
  const claims = await claimsOf(ctx, token);
  if (!claims) return undefined;
  const [request, project, wording] = await ctx.db.read(
    readRequest(claims.projectId, claims.id),
    readWidget(claims.projectId),
    readWording(claims.projectId),
  );
  const now = ctx.clock.now();
  if (!request || !project || request.askedIn !== "mail") return "ended";
  const isOpen =
    (request.state === "asked" && Math.min(claims.expiresAt, request.expiresAt) > now) ||
    (request.state === "answered" && (request.ratedAt ?? 0) > now - CHANGEABLE_FOR);
  const [contact] = isOpen ? await ctx.db.read(readContact(request.projectId, request.contactId)) : [undefined];
  if (contact?.state !== "active") return "ended";
  return { request, company: project.projectName, question: wording.question || m.satisfaction_question_default() };
}

/** Shows the form. `score` preselects an answer. Changes nothing. */
export async function showRatingPage(ctx: RequestCtx, token: string, score: string | undefined): Promise<Response> {
  const open = await openOf(ctx, token);
  if (open === undefined || open === "ended") return await closedPage(ctx, open);
  const { request } = open;
  const chosen = SCORES.find((one) => String(one) === score) ?? request.score;
  return await formPage(ctx, open, {
    score: chosen,
    comment: request.comment,
    note: request.state === "answered" ? m.satisfaction_page_rated() : undefined,
  });
}

/** Answers, or changes the answer of the last day. The same form again changes nothing. */
export async function rateByLink(ctx: RequestCtx, token: string): Promise<Response> {
  const open = await openOf(ctx, token);
  const form = await readForm(ctx.request);
  if (open === undefined || open === "ended") return await closedPage(ctx, open);
  const parsed = v.safeParse(RatingForm, { score: form.get("score"), comment: form.get("comment") ?? "" });
  if (!parsed.success) {
    const chosen = SCORES.find((one) => String(one) === form.get("score")) ?? null;
    const problem = chosen === null ? m.satisfaction_page_choose() : m.satisfaction_page_too_long({ max: MAX_COMMENT });
    return await formPage(ctx, open, { score: chosen, comment: form.get("comment") ?? "", problem }, 400);
  }
  const given = form.get("clientId") ?? "";
  try {
    await storeRating(ctx, open.request, { ...parsed.output, clientId: isId("event", given) ? given : newId("event", ctx.clock.now()) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "rate_limited") return await formPage(ctx, open, { ...parsed.output, problem: error.message }, 429);
    return await closedPage(ctx, "ended");
  }
  return await page(
    ctx,
    m.satisfaction_page_thanks(),
    html`<p role="status">
        ${sentence(m.satisfaction_page_thanks_lead, {
          company: html`<bdi>${open.company}</bdi>`,
          answer: html`${SCORE_WORDS[parsed.output.score]()}`,
        })}
      </p>
      <a class="button secondary" href="/rate/${token}">${m.satisfaction_page_change()}</a>`,
  );
}

const formPage = (
  ctx: RequestCtx,
  { company, question }: Open,
  shown: { readonly score: Score | null; readonly comment: string; readonly note?: string | undefined; readonly problem?: string },
  status = 200,
): Promise<Response> =>
  page(
    ctx,
    m.satisfaction_page_title({ company }),
    html`${problemBox(shown.problem)} ${shown.note === undefined ? undefined : html`<p class="notice" role="status">${shown.note}</p>`}
      <form method="post">
        <input type="hidden" name="clientId" value="${newId("event", ctx.clock.now())}" />
        <fieldset>
          <legend dir="auto">${question}</legend>
          ${SCORES.toReversed().map(
            (score) =>
              html`<label class="choice"
                ><input type="radio" name="score" value="${score}" required${new Html(score === shown.score ? " checked" : "")} />
                <span>${SCORE_WORDS[score]()}</span></label
              >`,
          )}
        </fieldset>
        <label for="comment">${m.satisfaction_page_comment()}</label>
        <textarea id="comment" name="comment" rows="4" maxlength="${MAX_COMMENT}" dir="auto">${shown.comment}</textarea>
        <button type="submit">${m.satisfaction_page_send()}</button>
      </form>`,
    status,
  );
const closedPage = (ctx: RequestCtx, open: "ended" | undefined): Promise<Response> =>
  open === undefined
    ? page(ctx, m.satisfaction_page_invalid(), html`<p role="status">${m.satisfaction_page_invalid_lead()}</p>`, 404)
    : page(ctx, m.satisfaction_page_ended(), html`<p role="status">${m.satisfaction_page_ended_lead()}</p>`, 410);
async function page(ctx: RequestCtx, title: string, body: Html, status = 200): Promise<Response> {
  const response = await namedPage(ctx, {
    title,
    status,
    body: html`<h1 dir="auto">${title}</h1>
      ${body}`,
  });
  response.headers.set("cache-control", "no-store");
  response.headers.set("referrer-policy", "no-referrer");
  return response;
}

interface FormFields {
  readonly get: (name: string) => string | null;
}
/** A body that is no form is an empty form. */
async function readForm(request: Request): Promise<FormFields> {
  const text = await readText(request, MAX_BODY);
  try {
    const form = await new Response(text, { headers: { "content-type": request.headers.get("content-type") ?? "" } }).formData();
    return {
      get: (name) => {
        const value = form.get(name);
        return typeof value === "string" ? value.replaceAll("\r\n", "\n") : null;
      },
    };
  } catch {
    return { get: () => null };
  }
}
