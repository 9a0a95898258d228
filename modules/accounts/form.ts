// How forms without scripts are answered, and the same fields as JSON.
import { invalidRequest, Refusal } from "#kernel/errors/index.ts";
import { type Html, html, pageResponse, readFormOrJson, type RequestCtx } from "#kernel/http/index.ts";
import * as v from "valibot";

export const redirect = (to: string, cookie?: string): Response =>
  new Response(null, { status: 303, headers: { location: to, ...(cookie === undefined ? {} : { "set-cookie": cookie }) } });

/** What a form shows again after a refusal. */
export interface Shown {
  values?: Record<string, string>;
  problem?: string | undefined;
  problems?: Record<string, string>;
}
/** What a form has done: a browser goes `to` a page or is shown one, a program gets the JSON. */
export interface Submitted {
  readonly to: string | Response;
  readonly json: unknown;
  readonly status: number;
  readonly cookie?: string;
}

/** Parses the fields; throws `invalid_request`. */
function parse<S extends v.GenericSchema>(schema: S, fields: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, fields);
  if (result.success) return result.output;
  throw invalidRequest(result.issues.map((i) => ({ path: i.path?.map((p) => String(p.key)).join(".") ?? "", message: i.message })));
}

/** Answers a form: JSON callers get JSON, browsers a redirect or a page, or the form again with what was wrong. */
export async function submit<S extends v.GenericSchema>(
  ctx: RequestCtx,
  schema: S,
  run: (input: v.InferOutput<S>) => Promise<Submitted>,
  again: (shown: Shown, status: number) => Response,
): Promise<Response> {
  const { fields, wantsHtml } = await readFormOrJson(ctx.request);
  try {
    const { to, json, status, cookie } = await run(parse(schema, fields));
    if (wantsHtml) return typeof to === "string" ? redirect(to, cookie) : to;
    return Response.json(json, { status, headers: cookie === undefined ? {} : { "set-cookie": cookie } });
  } catch (error) {
    if (!wantsHtml || !(error instanceof Refusal)) throw error;
    const { password: _, ...values } = fields as Record<string, string>;
    const issues = (error.more["issues"] ?? []) as { path: string; message: string }[];
    const response = again(
      {
        values,
        problem: issues.length > 0 ? "Please look at the marked fields." : error.message,
        problems: Object.fromEntries(issues.map((i) => [i.path, i.message])),
      },
      error.status,
    );
    for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
    return response;
  }
}

/** A page that only says something. */
export const explain = (title: string, body: Html, status = 200): Response =>
  pageResponse({
    title,
    status,
    body: html`<h1>${title}</h1>
      ${body}`,
  });
