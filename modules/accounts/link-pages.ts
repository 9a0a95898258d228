// Serves /register, /recover and the pages that their links open, as forms without scripts and as JSON. Opening a link changes nothing,
// because mail scanners open links too.
import { Refusal } from "#kernel/errors/index.ts";
import { challengeBox, field, type Html, html, pageResponse, problemBox, type RequestCtx, type FormState } from "#kernel/http/index.ts";
import { requestRegistration, requestPasswordReset, recoveryMailer, registrationMailer } from "./request-by-mail.ts";
import type { ChallengeAction } from "./challenge.ts";
import { MailRequestBody, ConfirmBody, FinishRegisterBody, FinishResetBody } from "./contract.ts";
import { explain, submit } from "./form.ts";
import { finishRegistration, finishReset, openLink, followConfirmation } from "./use-link.ts";
import type { TokenKind } from "./token-queries.ts";
import { accountsConfig } from "./variables.ts";

const SENT = "If this address can receive it, an email is on its way. Its link works for one hour.";
/** Repeats the typed address, so that a typing mistake is noticed. The page is the same for every address. */
const checkYourMail = (typed: string, form: RequestForm): Response =>
  explain(
    "Check your email",
    html`<p>If <b>${typed}</b> can receive it, an email is on its way. Its link works for one hour.</p>
      <p>Nothing there? Check your spam folder, or try again in ten minutes.</p>
      <p class="links"><a href="/${form.action}">Use another address</a> <a href="/login">Sign in</a></p>`,
    202,
  );

interface RequestForm {
  readonly action: ChallengeAction;
  readonly title: string;
  readonly lead: string;
  readonly button: string;
  readonly other: Html;
}
const REGISTER: RequestForm = {
  action: "register",
  title: "Create an account",
  lead: "We’ll email you a link to continue.",
  button: "Send link",
  other: html`<a href="/login">I have an account</a>`,
};
const RECOVER: RequestForm = {
  action: "recover",
  title: "Forgot your password?",
  lead: "We’ll email you a link to choose a new one.",
  button: "Send link",
  other: html`<a href="/login">Back to sign in</a>`,
};
function requestForm(ctx: RequestCtx, form: RequestForm, shown: FormState, status = 200): Response {
  const { challenge } = accountsConfig(ctx.config);
  return pageResponse({
    title: form.title,
    status,
    challenge: challenge !== undefined,
    body: html`<h1>${form.title}</h1>
      <p>${form.lead}</p>
      ${problemBox(shown.problem)}
      <form method="post" action="/${form.action}">
        ${field({ name: "email", label: "Email", type: "email", autocomplete: "username", value: shown.values?.["email"], problem: shown.problems?.["email"] })}
        ${challenge ? challengeBox(challenge.siteKey, form.action) : undefined}
        <button>${form.button}</button>
      </form>
      <p class="links">${form.other}</p>`,
  });
}
const submitRequest = (
  ctx: RequestCtx,
  form: RequestForm,
  request: (ctx: RequestCtx, input: { email: string; challenge: string }) => Promise<void>,
): Promise<Response> =>
  submit(
    ctx,
    MailRequestBody,
    async (input) => {
      await request(ctx, { email: input.email, challenge: input["cf-turnstile-response"] });
      return { to: checkYourMail(input.email, form), json: { ok: true, message: SENT }, status: 202 };
    },
    (shown, status) => requestForm(ctx, form, shown, status),
  );

/** Refuses when registration is closed. */
export async function showRegister(ctx: RequestCtx): Promise<Response> {
  registrationMailer(ctx);
  return requestForm(ctx, REGISTER, {});
}
export const submitRegister = (ctx: RequestCtx): Promise<Response> => submitRequest(ctx, REGISTER, requestRegistration);
export async function showRecover(ctx: RequestCtx): Promise<Response> {
  recoveryMailer(ctx);
  return requestForm(ctx, RECOVER, {});
}
export const submitRecover = (ctx: RequestCtx): Promise<Response> => submitRequest(ctx, RECOVER, requestPasswordReset);

const gone = (again: Html): Response =>
  explain(
    "This link no longer works",
    html`<p>It was already used, is more than an hour old, or was replaced by a newer email.</p>
      ${again}`,
    404,
  );
/** Shows the form of a link, or that the link does not work. */
async function showLink(
  ctx: RequestCtx,
  token: string,
  kinds: readonly TokenKind[],
  again: Html,
  show: (address: string, kind: TokenKind) => Response,
): Promise<Response> {
  try {
    const { address, kind } = await openLink(ctx, token, ...kinds);
    return show(address, kind);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return gone(again);
    throw error;
  }
}

const NEW_PASSWORD = { name: "password", label: "Password", type: "password", autocomplete: "new-password" } as const;
const HINT = "At least 12 characters. A few words work well.";
const REGISTER_AGAIN = html`<a class="button" href="/register">Get a new link</a>`;
const RECOVER_AGAIN = html`<a class="button" href="/recover">Get a new link</a>`;
const CONFIRM_AGAIN = html`<a class="button" href="/account/profile">Open your profile</a>`;

// The address is part of the form only for password managers; the account is that of the link.
const hiddenAddress = (address: string): Html => html`<input type="hidden" name="username" autocomplete="username" value="${address}" />`;
function finishRegisterForm(token: string, address: string, shown: FormState, status = 200): Response {
  return pageResponse({
    title: "Create an account",
    status,
    body: html`<h1>Create an account</h1>
      <p>You’ll sign in as <b>${address}</b>.</p>
      ${problemBox(shown.problem)}
      <form method="post" action="/register/${token}">
        ${hiddenAddress(address)}
        ${field({ name: "name", label: "Your name", type: "text", autocomplete: "name", value: shown.values?.["name"], problem: shown.problems?.["name"] })}
        ${field({ ...NEW_PASSWORD, hint: HINT, problem: shown.problems?.["password"] })}
        <button>Create account</button>
      </form>`,
  });
}
export const showRegisterLink = (ctx: RequestCtx, token: string): Promise<Response> =>
  showLink(ctx, token, ["register"], REGISTER_AGAIN, (address) => finishRegisterForm(token, address, {}));
export const submitRegisterLink = (ctx: RequestCtx, token: string): Promise<Response> =>
  submit(
    ctx,
    FinishRegisterBody,
    async (input) => {
      const { accountId, email, cookie } = await finishRegistration(ctx, token, input);
      return { to: "/projects", cookie, json: { person: { id: accountId, email, name: input.name } }, status: 201 };
    },
    (shown, status) =>
      status === 404
        ? gone(REGISTER_AGAIN)
        : status === 409
          ? explain(
              "You already have an account",
              html`<p>${shown.problem ?? ""}</p>
                <a class="button" href="/login">Sign in</a>`,
              409,
            )
          : finishRegisterForm(token, shown.values?.["username"] ?? "", shown, status),
  );

function finishResetForm(token: string, address: string, shown: FormState, status = 200): Response {
  return pageResponse({
    title: "New password",
    status,
    body: html`<h1>Choose a new password</h1>
      <p>For <b>${address}</b>. You’ll be signed out everywhere else.</p>
      ${problemBox(shown.problem)}
      <form method="post" action="/recover/${token}">
        ${hiddenAddress(address)} ${field({ ...NEW_PASSWORD, label: "New password", hint: HINT, problem: shown.problems?.["password"] })}
        <button>Save and sign in</button>
      </form>`,
  });
}
export const showRecoverLink = (ctx: RequestCtx, token: string): Promise<Response> =>
  showLink(ctx, token, ["reset"], RECOVER_AGAIN, (address) => finishResetForm(token, address, {}));
export const submitRecoverLink = (ctx: RequestCtx, token: string): Promise<Response> =>
  submit(
    ctx,
    FinishResetBody,
    async (input) => {
      const { accountId, email, cookie } = await finishReset(ctx, token, input);
      return { to: "/projects", cookie, json: { person: { id: accountId, email } }, status: 200 };
    },
    (shown, status) => (status === 404 ? gone(RECOVER_AGAIN) : finishResetForm(token, shown.values?.["username"] ?? "", shown, status)),
  );

export const showConfirm = (ctx: RequestCtx, token: string): Promise<Response> =>
  showLink(ctx, token, ["confirm", "change"], CONFIRM_AGAIN, (address, kind) =>
    explain(
      kind === "confirm" ? "Confirm your address" : "Your new address",
      html`<p>
          ${kind === "confirm" ? html`Confirm <b>${address}</b> as your account’s address.` : html`You’ll sign in as <b>${address}</b> from now on, and be signed out everywhere else.`}
        </p>
        <form method="post" action="/confirm/${token}"><button>${kind === "confirm" ? "Confirm" : "Use this address"}</button></form>`,
    ),
  );
export const submitConfirm = (ctx: RequestCtx, token: string): Promise<Response> =>
  submit(
    ctx,
    ConfirmBody,
    async () => {
      const { email, changed } = await followConfirmation(ctx, token);
      const to = explain(
        changed ? "Address changed" : "Address confirmed",
        html`<p>${changed ? html`You now sign in as <b>${email}</b>.` : html`<b>${email}</b> is confirmed.`}</p>
          <a class="button" href="/account/profile">Open your profile</a>`,
      );
      return { to, json: { email }, status: 200 };
    },
    (shown, status) =>
      status === 404
        ? gone(CONFIRM_AGAIN)
        : explain(
            "Something went wrong",
            html`<p>${shown.problem ?? ""}</p>
              ${CONFIRM_AGAIN}`,
            status,
          ),
  );
