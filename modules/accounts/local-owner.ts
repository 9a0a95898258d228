// Local owner sign-in (development only): under `pnpm dev` on loopback with SVC_LOCAL_OWNER_LOGIN=1 the single existing owner is signed
// in. All of it is behind import.meta.env.DEV, which a production build sets to false whatever the shell's environment says.
import { columns, query, sql } from "#kernel/db/index.ts";
import { forbidden } from "#kernel/errors/index.ts";
import { html, htmlResponse, type RequestCtx } from "#kernel/http/index.ts";
import type { AccountId } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { accountExists } from "./queries.ts";
import { isLocalRequest } from "./rules.ts";
import { beginSession } from "./session.ts";
import { pageAfterSignIn } from "./start-page.ts";

export const localOwnerLogin = route({
  name: "localOwnerLogin",
  method: "POST",
  path: "/login/local-owner",
  who: "anyone",
  body: "raw",
  reply: "raw",
});

/** Whether local owner sign-in is on for this request. */
export const localOwnerIsOn = (ctx: RequestCtx): boolean =>
  ctx.env["SVC_LOCAL_OWNER_LOGIN"] === "1" && ctx.config.appOrigin === undefined && isLocalRequest(ctx.url, ctx.request.headers);

/** The only active owner; undefined with none or several, where normal setup or sign-in applies. */
export async function singleOwner(ctx: RequestCtx): Promise<AccountId | undefined> {
  const [owners] = await ctx.db.read(
    query(
      sql`SELECT ${columns({ a: "accounts" }, "a.id")} FROM accounts a WHERE a.disabled_at IS NULL AND (EXISTS (SELECT 1 FROM installation i WHERE i.first_owner_id = a.id) OR EXISTS (SELECT 1 FROM memberships m WHERE m.account_id = a.id AND m.role = 'owner')) LIMIT 2`,
      (rows) => rows.map((row) => row.id),
    ),
  );
  return owners.length === 1 ? owners[0] : undefined;
}

/** A page whose form submits itself, because only a same-origin POST may create the session. */
export function selfSubmittingPage(next: string): Response {
  return htmlResponse(
    html`<html lang="en">
      <meta charset="utf-8" />
      <title>Signing in locally</title>
      <form method="post" action="/login/local-owner">
        <input type="hidden" name="next" value="${next}" /><button>Continue as the local owner</button>
      </form>
      <script>
        document.forms[0].submit();
      </script>
    </html>`,
  );
}

/** Signs the owner in with an ordinary session. */
export async function loginLocalOwner(ctx: RequestCtx): Promise<Response> {
  const sameOrigin = ctx.request.headers.get("origin") === ctx.url.origin && ctx.request.headers.get("sec-fetch-site") === "same-origin";
  if (!localOwnerIsOn(ctx) || !sameOrigin) throw forbidden();
  const owner = await singleOwner(ctx);
  if (owner === undefined) return new Response(null, { status: 303, headers: { location: "/login?manual=1" } });
  const session = await beginSession(ctx, owner, accountExists(owner));
  await ctx.db.commit([session.statement]);
  const form = new URLSearchParams(await ctx.request.text());
  const to = await pageAfterSignIn(ctx, owner, form.get("next") ?? "");
  return new Response(null, { status: 303, headers: { location: to, "set-cookie": session.cookie } });
}
