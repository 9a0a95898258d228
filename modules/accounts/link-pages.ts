// Serves /register, /recover and the pages that their links open, as forms without scripts and as JSON. Opening a link changes nothing,
// because mail scanners open links too.
import { Refusal } from "#kernel/errors/index.ts";
import { challengeBox, field, type Html, html, problemBox, sentence, type RequestCtx, type FormState } from "#kernel/http/index.ts";
import { m } from "#messages";
import { requestRegistration, requestPasswordReset, recoveryMailer, registrationMailer } from "./request-by-mail.ts";
import type { ChallengeAction } from "./challenge.ts";
import { MailRequestBody, ConfirmBody, FinishRegisterBody, FinishResetBody } from "./contract.ts";
import { explain, namedPage, submit } from "./form.ts";
import { pageAfterSignIn } from "./start-page.ts";
import { finishRegistration, finishReset, openLink, followConfirmation } from "./use-link.ts";
import type { TokenKind } from "./token-queries.ts";
import { accountsConfig } from "./variables.ts";

const bold = (text: string): Html => html`<b>${text}</b>`;

/** Repeats the typed address, so that a typing mistake is noticed. The page is the same for every address. */
const checkYourMail = (ctx: RequestCtx, typed: string, form: RequestForm): Promise<Response> =>
  explain(
    ctx,
    m.accounts_check_your_email(),
    html`<p>${sentence(m.accounts_mail_may_come, { address: bold(typed) })}</p>
      <p>${m.accounts_check_spam()}</p>
      <p class="links"><a href="/${form.action}">${m.accounts_use_another_address()}</a> <a href="/login">${m.accounts_sign_in()}</a></p>`,
    202,
  );

interface RequestForm {
  readonly action: ChallengeAction;
  readonly title: () => string;
  readonly lead: () => string;
  readonly button: () => string;
  readonly other: () => Html;
}
const REGISTER: RequestForm = {
  action: "register",
  title: m.accounts_create_account,
  lead: m.accounts_register_lead,
  button: m.accounts_send_link,
  other: () => html`<a href="/login">${m.accounts_have_account()}</a>`,
};
const RECOVER: RequestForm = {
  action: "recover",
  title: m.accounts_forgot_your_password,
  lead: m.accounts_recover_lead,
  button: m.accounts_send_link,
  other: () => html`<a href="/login">${m.accounts_back_to_sign_in()}</a>`,
};
function requestForm(ctx: RequestCtx, form: RequestForm, shown: FormState, status = 200): Promise<Response> {
  const { challenge } = accountsConfig(ctx.config);
  return namedPage(ctx, {
    title: form.title(),
    status,
    challenge: challenge !== undefined,
    body: html`<h1>${form.title()}</h1>
      <p>${form.lead()}</p>
      ${problemBox(shown.problem)}
      <form method="post" action="/${form.action}">
        ${field({ name: "email", label: m.accounts_email(), type: "email", autocomplete: "username", value: shown.values?.["email"], problem: shown.problems?.["email"] })}
        ${challenge ? challengeBox(challenge.siteKey, form.action) : undefined}
        <button type="submit">${form.button()}</button>
      </form>
      <p class="links">${form.other()}</p>`,
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
      return { to: await checkYourMail(ctx, input.email, form), json: { ok: true, message: m.accounts_mail_on_its_way() }, status: 202 };
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

const gone = (ctx: RequestCtx, again: () => Html): Promise<Response> =>
  explain(
    ctx,
    m.accounts_link_no_longer_works(),
    html`<p>${m.accounts_link_gone()}</p>
      ${again()}`,
    404,
  );
/** Shows the form of a link, or that the link does not work. */
async function showLink(
  ctx: RequestCtx,
  token: string,
  kinds: readonly TokenKind[],
  again: () => Html,
  show: (address: string, kind: TokenKind) => Promise<Response>,
): Promise<Response> {
  try {
    const { address, kind } = await openLink(ctx, token, ...kinds);
    return await show(address, kind);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return await gone(ctx, again);
    throw error;
  }
}

const newPassword = () => ({ name: "password", label: m.accounts_your_password(), type: "password", autocomplete: "new-password" });
const registerAgain = (): Html => html`<a class="button" href="/register">${m.accounts_new_link()}</a>`;
const recoverAgain = (): Html => html`<a class="button" href="/recover">${m.accounts_new_link()}</a>`;
const confirmAgain = (): Html => html`<a class="button" href="/account/profile">${m.accounts_open_profile()}</a>`;

// The address is part of the form only for password managers; the account is that of the link.
const hiddenAddress = (address: string): Html => html`<input type="hidden" name="username" autocomplete="username" value="${address}" />`;
function finishRegisterForm(ctx: RequestCtx, token: string, address: string, shown: FormState, status = 200): Promise<Response> {
  return namedPage(ctx, {
    title: m.accounts_create_account(),
    status,
    body: html`<h1>${m.accounts_create_account()}</h1>
      <p>${sentence(m.accounts_sign_in_as, { address: bold(address) })}</p>
      ${problemBox(shown.problem)}
      <form method="post" action="/register/${token}">
        ${hiddenAddress(address)}
        ${field({ name: "name", label: m.accounts_your_name(), type: "text", autocomplete: "name", value: shown.values?.["name"], problem: shown.problems?.["name"] })}
        ${field({ ...newPassword(), hint: m.accounts_new_password_hint(), problem: shown.problems?.["password"] })}
        <button type="submit">${m.accounts_create()}</button>
      </form>`,
  });
}
export const showRegisterLink = (ctx: RequestCtx, token: string): Promise<Response> =>
  showLink(ctx, token, ["register"], registerAgain, (address) => finishRegisterForm(ctx, token, address, {}));
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
        ? gone(ctx, registerAgain)
        : status === 409
          ? explain(
              ctx,
              m.accounts_have_account_already(),
              html`<p>${shown.problem ?? ""}</p>
                <a class="button" href="/login">${m.accounts_sign_in()}</a>`,
              409,
            )
          : finishRegisterForm(ctx, token, shown.values?.["username"] ?? "", shown, status),
  );

function finishResetForm(ctx: RequestCtx, token: string, address: string, shown: FormState, status = 200): Promise<Response> {
  return namedPage(ctx, {
    title: m.accounts_new_password(),
    status,
    body: html`<h1>${m.accounts_choose_new_password()}</h1>
      <p>${sentence(m.accounts_new_password_for, { address: bold(address) })}</p>
      ${problemBox(shown.problem)}
      <form method="post" action="/recover/${token}">
        ${hiddenAddress(address)}
        ${field({ ...newPassword(), label: m.accounts_new_password(), hint: m.accounts_new_password_hint(), problem: shown.problems?.["password"] })}
        <button type="submit">${m.accounts_save_and_sign_in()}</button>
      </form>`,
  });
}
export const showRecoverLink = (ctx: RequestCtx, token: string): Promise<Response> =>
  showLink(ctx, token, ["reset"], recoverAgain, (address) => finishResetForm(ctx, token, address, {}));
export const submitRecoverLink = (ctx: RequestCtx, token: string): Promise<Response> =>
  submit(
    ctx,
    FinishResetBody,
    async (input) => {
      const { accountId, email, cookie } = await finishReset(ctx, token, input);
      return { to: await pageAfterSignIn(ctx, accountId), cookie, json: { person: { id: accountId, email } }, status: 200 };
    },
    (shown, status) =>
      status === 404 ? gone(ctx, recoverAgain) : finishResetForm(ctx, token, shown.values?.["username"] ?? "", shown, status),
  );

export const showConfirm = (ctx: RequestCtx, token: string): Promise<Response> =>
  showLink(ctx, token, ["confirm", "change"], confirmAgain, (address, kind) =>
    explain(
      ctx,
      kind === "confirm" ? m.accounts_confirm_your_address() : m.accounts_your_new_address(),
      html`<p>${sentence(kind === "confirm" ? m.accounts_confirm_as_yours : m.accounts_sign_in_as_from_now, { address: bold(address) })}</p>
        <form method="post" action="/confirm/${token}">
          <button type="submit">${kind === "confirm" ? m.accounts_confirm() : m.accounts_use_this_address()}</button>
        </form>`,
    ),
  );
export const submitConfirm = (ctx: RequestCtx, token: string): Promise<Response> =>
  submit(
    ctx,
    ConfirmBody,
    async () => {
      const { email, changed } = await followConfirmation(ctx, token);
      const to = await explain(
        ctx,
        changed ? m.accounts_address_changed() : m.accounts_address_is_confirmed(),
        html`<p>${sentence(changed ? m.accounts_now_sign_in_as : m.accounts_is_confirmed, { address: bold(email) })}</p>
          <a class="button" href="/account/profile">${m.accounts_open_profile()}</a>`,
      );
      return { to, json: { email }, status: 200 };
    },
    (shown, status) =>
      status === 404
        ? gone(ctx, confirmAgain)
        : explain(
            ctx,
            m.accounts_something_went_wrong(),
            html`<p>${shown.problem ?? ""}</p>
              ${confirmAgain()}`,
            status,
          ),
  );
