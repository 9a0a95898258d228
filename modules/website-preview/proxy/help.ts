// The help center for the widget of a preview: its public articles, as the widget reads them. Searches are not recorded.
import { Refusal } from "#kernel/errors/index.ts";
import { clientAddressOf } from "#kernel/http/address.ts";
import { isId, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readHelp, readHelpArticle, searchHelp } from "#modules/help-center";

const MAX_QUERY = 200;

/** What the widget asked for below `/help/`, and the status. */
export async function helpAt(
  ctx: Ctx,
  request: Request,
  projectId: ProjectId,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const url = new URL(request.url);
  const [, what, id = ""] = /\/help\/(home|search|articles)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
  const given = url.searchParams.get("locale") ?? "";
  const reader = { projectId, locale: /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(given) ? given : undefined };
  const readerCtx = { ...ctx, address: clientAddressOf(request) };
  const query = (url.searchParams.get("q") ?? "").replaceAll("\0", "").slice(0, MAX_QUERY);
  try {
    if (what === "home") return { status: 200, body: await readHelp(readerCtx, reader) };
    if (what === "search" && query !== "") return { status: 200, body: await searchHelp(readerCtx, { ...reader, query }) };
    if (what === "articles" && isId("article", id))
      return { status: 200, body: await readHelpArticle(readerCtx, { ...reader, articleId: id }, ctx.config.appOrigin ?? url.origin) };
    return { status: 404, body: { code: "not_found" } };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: { code: error.code, error: error.message } };
    throw error;
  }
}
