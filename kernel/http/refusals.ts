// Turns refusals and failures into responses: JSON for programs, a page for people who followed a link.
import { notFound, Refusal, unavailable } from "#kernel/errors/index.ts";
import type { Log } from "#kernel/module/log.ts";
import type { RegisteredRoute } from "#kernel/module/types.ts";
import type { Route } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { html } from "./html.ts";
import { pageResponse } from "./page.ts";

/** Whether a person in a browser made the request, rather than a program. */
const wantsPage = (request: Request): boolean =>
  !new URL(request.url).pathname.startsWith("/api/") && (request.headers.get("accept") ?? "").includes("text/html");
const notFoundPage = (): Response =>
  pageResponse({
    title: m.kernel_page_not_found(),
    status: 404,
    body: html`<h1>${m.kernel_page_not_found()}</h1>
      <p>${m.kernel_page_not_found_body()}</p>
      <a class="button" href="/">${m.kernel_home()}</a>`,
  });

/** A refusal as a page, for a person who followed a link or sent a form. */
function asPage(response: Response, error: unknown): Response {
  if (response.status === 404) return notFoundPage();
  if (!(error instanceof Refusal)) return response;
  const page = pageResponse({
    title: m.kernel_page_failed(),
    status: response.status,
    body: html`<h1>${m.kernel_page_failed()}</h1>
      <p>${error.message}</p>
      <a class="button" href="/">${m.kernel_home()}</a>`,
  });
  for (const [name, value] of Object.entries(error.headers)) page.headers.set(name, value);
  return page;
}

/** The response for a path that no route serves. */
export const notFoundResponse = (request: Request): Response => (wantsPage(request) ? notFoundPage() : refuse(notFound(), undefined));

/** The response for anything that the verb of `served` threw, or that kept the request from it. */
export function refusalResponse(
  error: unknown,
  { served, ...context }: { request: Request; requestId: string; served: RegisteredRoute; log: Log },
): Response {
  const { route, signedOut } = served;
  const response = asJson(error, { ...context, route });
  if (route.reply !== "raw" || !wantsPage(context.request)) return response;
  return response.status === 401 && signedOut ? signedOut() : asPage(response, error);
}

function asJson(error: unknown, { requestId, route, log }: { requestId: string; route: Route; log: Log }): Response {
  if (error instanceof Refusal) {
    if (error.status === 503) log.warn("refused", { route: route.name, code: error.code });
    // Visitors cannot fix the configuration; the names of its variables stay in the body for the website's operator.
    if (error.code === "misconfigured" && route.path.startsWith("/api/widget/")) error.message = m.kernel_misconfigured_chat();
    return refuse(error, error.status === 503 ? requestId : undefined);
  }
  if (isTransient(error)) {
    log.error("a store did not answer", error, { route: route.name });
    return refuse(unavailable(), requestId);
  }
  log.error("failed", error, { route: route.name });
  return Response.json(
    {
      error: m.kernel_failed({ requestId }),
      code: "internal",
      requestId,
    },
    { status: 500 },
  );
}
function refuse(error: Refusal, requestId: string | undefined): Response {
  return Response.json(
    { error: error.message, code: error.code, ...error.details, ...(requestId === undefined ? {} : { requestId }) },
    { status: error.status, headers: error.headers },
  );
}
/** Whether a failure of D1 or R2 may pass; they tell only by their messages. A wrong statement is not transient. */
function isTransient(error: unknown): boolean {
  return (
    error instanceof Error &&
    /network connection lost|storage (operation )?(caused|timeout)|overloaded|internal error|reset because|timed? ?out|D1_ERROR: (?!.*(constraint|syntax|no such|ambiguous|too many|RAISE))/i.test(
      error.message,
    )
  );
}
