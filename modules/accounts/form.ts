// Answers forms that work without scripts, and the same fields sent as JSON, and pages that carry the installation's name.
import { readInstallation } from "#kernel/auth/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import {
  type Html,
  html,
  pageResponse,
  parseFields,
  readFormOrJson,
  type RequestCtx,
  type FormState,
  formStateOf,
} from "#kernel/http/index.ts";
import type * as v from "valibot";

export const redirect = (to: string, cookie?: string): Response =>
  new Response(null, { status: 303, headers: { location: to, ...(cookie === undefined ? {} : { "set-cookie": cookie }) } });

/** The outcome of a form: a browser is redirected `to` a page or shown one, a program gets the JSON. */
export interface Submitted {
  readonly to: string | Response;
  readonly json: unknown;
  readonly status: number;
  readonly cookie?: string;
}

/** Answers a form: JSON callers get JSON, browsers a redirect or a page, or the form again with what was wrong. */
export async function submit<S extends v.GenericSchema>(
  ctx: RequestCtx,
  schema: S,
  run: (input: v.InferOutput<S>) => Promise<Submitted>,
  again: (shown: FormState, status: number) => Response | Promise<Response>,
): Promise<Response> {
  const { fields, wantsHtml } = await readFormOrJson(ctx.request);
  try {
    const { to, json, status, cookie } = await run(parseFields(schema, fields));
    if (wantsHtml) return typeof to === "string" ? redirect(to, cookie) : to;
    return Response.json(json, { status, headers: cookie === undefined ? {} : { "set-cookie": cookie } });
  } catch (error) {
    if (!wantsHtml || !(error instanceof Refusal)) throw error;
    const response = await again(formStateOf(error, fields), error.status);
    for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
    return response;
  }
}

/** A page that carries the name that the first owner gave the installation, for people who have not signed in. */
export async function namedPage(ctx: RequestCtx, page: Omit<Parameters<typeof pageResponse>[0], "brand">): Promise<Response> {
  const [installation] = await ctx.db.read(readInstallation());
  return pageResponse({ ...page, brand: installation?.name });
}

/** A page with a message and nothing else. */
export const explain = (ctx: RequestCtx, title: string, body: Html, status = 200): Promise<Response> =>
  namedPage(ctx, {
    title,
    status,
    body: html`<h1>${title}</h1>
      ${body}`,
  });
