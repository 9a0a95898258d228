// Serves /setup and /login: plain forms that work without scripts, and the same as JSON.
import { cookieName, readCookie, readInstallation, sessionCookie, sha256 } from "#kernel/auth/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { field, html, pageResponse, problemBox, type RequestCtx, type FormState } from "#kernel/http/index.ts";
import { m } from "#messages";
import { missingForMail } from "./system-mailer.ts";
import { LoginBody, SetupBody } from "./contract.ts";
import { setupClosed } from "./errors.ts";
import { sessionsEnded } from "./extension.ts";
import { explain, redirect, submit } from "./form.ts";
import { writeEndByToken } from "./queries.ts";
import { givenSession, sessionQuery } from "./session.ts";
import { makeFirstOwner, refuseSetup } from "./setup-owner.ts";
import { signIn } from "./sign-in.ts";
import { pageAfterSignIn } from "./start-page.ts";
import { accountsConfig } from "./variables.ts";

function setupForm(ctx: RequestCtx, shown: FormState, status = 200): Response {
  const withToken = accountsConfig(ctx.config).setupToken !== undefined;
  const value = (name: string): string | undefined => shown.values?.[name];
  const problem = (name: string): string | undefined => shown.problems?.[name];
  return pageResponse({
    title: m.accounts_set_up(),
    description: m.accounts_set_up_description(),
    status,
    body: html`<h1>${m.accounts_set_up_title()}</h1>
      <p>${m.accounts_set_up_lead()}</p>
      ${problemBox(shown.problem)}
      <form method="post" action="/setup">
        ${field({ name: "name", label: m.accounts_your_name(), type: "text", autocomplete: "name", value: value("name"), problem: problem("name") })}
        ${field({ name: "email", label: m.accounts_email(), type: "email", autocomplete: "username", value: value("email"), problem: problem("email") })}
        ${field({ name: "password", label: m.accounts_your_password(), type: "password", autocomplete: "new-password", hint: m.accounts_new_password_hint(), problem: problem("password") })}
        ${withToken ? field({ name: "setupToken", label: m.accounts_setup_token(), type: "password", autocomplete: "off", hint: m.accounts_setup_token_hint(), problem: problem("setupToken") }) : undefined}
        <button type="submit">${m.accounts_create_owner()}</button>
      </form>`,
  });
}

export async function showSetup(ctx: RequestCtx): Promise<Response> {
  try {
    await refuseSetup(ctx);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const closed = error.code === setupClosed().code;
    return await explain(
      ctx,
      closed ? m.accounts_setup_closed() : m.accounts_setup_not_open(),
      html`<p>${error.message}</p>
        ${closed ? html`<a class="button" href="/login">${m.accounts_sign_in()}</a>` : undefined}`,
      error.status,
    );
  }
  return setupForm(ctx, {});
}
export const submitSetup = (ctx: RequestCtx): Promise<Response> =>
  submit(
    ctx,
    SetupBody,
    async (input) => {
      const { accountId, cookie } = await makeFirstOwner(ctx, input);
      return { cookie, to: "/projects", json: { person: { id: accountId, email: input.email, name: input.name } }, status: 201 };
    },
    (shown, status) =>
      status === 409
        ? explain(
            ctx,
            m.accounts_setup_closed(),
            html`<p>${shown.problem ?? ""}</p>
              <a class="button" href="/login">${m.accounts_sign_in()}</a>`,
            409,
          )
        : setupForm(ctx, shown, status),
  );

function loginForm(ctx: RequestCtx, brand: string | null | undefined, shown: FormState, status = 200): Response {
  return pageResponse({
    brand,
    title: m.accounts_sign_in(),
    description: m.accounts_sign_in_description(),
    status,
    body: html`<h1>${m.accounts_sign_in()}</h1>
      <p>${m.accounts_welcome_back()}</p>
      ${problemBox(shown.problem)}
      <form method="post" action="/login">
        <input type="hidden" name="next" value="${shown.values?.["next"] ?? ctx.url.searchParams.get("next") ?? ""}" />
        ${field({ name: "email", label: m.accounts_email(), type: "email", autocomplete: "username", value: shown.values?.["email"], problem: shown.problems?.["email"] })}
        ${field({ name: "password", label: m.accounts_your_password(), type: "password", autocomplete: "current-password", problem: shown.problems?.["password"] })}
        <button type="submit">${m.accounts_sign_in()}</button>
      </form>
      ${
        missingForMail(ctx).length > 0
          ? undefined
          : html`<p class="links">
              <a href="/recover">${m.accounts_forgot_your_password()}</a>
              ${accountsConfig(ctx.config).registrationEnabled ? html`<a href="/register">${m.accounts_create_account()}</a>` : undefined}
            </p>`
      }`,
  });
}

export async function showLogin(ctx: RequestCtx): Promise<Response> {
  const given = await givenSession(ctx.request, ctx.url, ctx.config);
  const [installed, signed] = given
    ? await ctx.db.read(readInstallation(), sessionQuery(given, ctx.clock.now()))
    : [...(await ctx.db.read(readInstallation())), undefined];
  if (!installed) return redirect("/setup");
  if (signed) return redirect(await pageAfterSignIn(ctx, signed.accountId, ctx.url.searchParams.get("next") ?? ""));
  return loginForm(ctx, installed.name, {});
}

export const submitLogin = (ctx: RequestCtx): Promise<Response> =>
  submit(
    ctx,
    LoginBody,
    async (input) => {
      const { accountId, cookie } = await signIn(ctx, input);
      return {
        cookie,
        to: await pageAfterSignIn(ctx, accountId, input.next),
        json: { person: { id: accountId, email: input.email } },
        status: 200,
      };
    },
    async (shown, status) => {
      const [installed] = await ctx.db.read(readInstallation());
      return loginForm(ctx, installed?.name, shown, status);
    },
  );

/** Ends the session of the cookie, if there still is one, and removes the cookie. */
export async function submitLogout(ctx: RequestCtx): Promise<Response> {
  const given = await givenSession(ctx.request, ctx.url, ctx.config);
  const [, token] = (readCookie(ctx.request.headers.get("cookie"), cookieName(ctx.config, ctx.url)) ?? "").split(".");
  if (given && token !== undefined) {
    const [signed] = await ctx.db.read(sessionQuery(given, ctx.clock.now()));
    await ctx.db.commit([writeEndByToken(sha256(token))]);
    if (signed)
      for (const reply of ctx.registry.extensions.of(sessionsEnded))
        await reply(ctx, { accountId: signed.accountId, only: signed.sessionId });
  }
  const response = redirect("/login", sessionCookie(ctx.config, ctx.url, "", 0));
  // The next person at this computer must not find cached answers of this one.
  response.headers.set("clear-site-data", '"cache"');
  return response;
}
