import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { addressOf, requestAddressChange, requestAddressConfirmation, withdrawChange } from "./change-address.ts";
import { changeLanguage } from "./change-language.ts";
import * as contract from "./contract.ts";
import { installationName, renameInstallation } from "./installation-name.ts";
import {
  showConfirm,
  showRecover,
  showRecoverLink,
  showRegister,
  showRegisterLink,
  submitConfirm,
  submitRecover,
  submitRecoverLink,
  submitRegister,
  submitRegisterLink,
} from "./link-pages.ts";
import { localOwnerLogin, localOwnerIsOn, loginLocalOwner, selfSubmittingPage, singleOwner } from "./local-owner.ts";
import { endOne, endOtherSessions, newPassword, rename, sessionsOf } from "./manage-sessions.ts";
import { showLogin, showSetup, submitLogin, submitLogout, submitSetup } from "./pages.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.setupPage, (ctx) => showSetup(ctx)),
  serve(contract.setupOwner, (ctx) => submitSetup(ctx)),
  serve(contract.loginPage, async (ctx, { query }) => {
    const page = await showLogin(ctx);
    // The page itself has redirected people who are signed in or have to set up first.
    const mayAutoLogin = import.meta.env?.DEV && page.status === 200 && !ctx.url.searchParams.has("manual") && localOwnerIsOn(ctx);
    return mayAutoLogin && (await singleOwner(ctx)) !== undefined ? selfSubmittingPage(query.next ?? "") : page;
  }),
  serve(contract.login, (ctx) => submitLogin(ctx)),
  serve(contract.logout, (ctx) => submitLogout(ctx)),
  serve(contract.registerPage, (ctx) => showRegister(ctx)),
  serve(contract.register, (ctx) => submitRegister(ctx)),
  serve(contract.registerLinkPage, (ctx, { params }) => showRegisterLink(ctx, params.token)),
  serve(contract.finishRegister, (ctx, { params }) => submitRegisterLink(ctx, params.token)),
  serve(contract.recoverPage, (ctx) => showRecover(ctx)),
  serve(contract.recover, (ctx) => submitRecover(ctx)),
  serve(contract.recoverLinkPage, (ctx, { params }) => showRecoverLink(ctx, params.token)),
  serve(contract.finishRecover, (ctx, { params }) => submitRecoverLink(ctx, params.token)),
  serve(contract.confirmPage, (ctx, { params }) => showConfirm(ctx, params.token)),
  serve(contract.confirmAddress, (ctx, { params }) => submitConfirm(ctx, params.token)),
  serve(contract.readAddress, (ctx) => addressOf(ctx)),
  serve(contract.sendConfirmation, (ctx) => requestAddressConfirmation(ctx)),
  serve(contract.changeAddress, (ctx, { body }) => requestAddressChange(ctx, body)),
  serve(contract.withdrawAddressChange, (ctx) => withdrawChange(ctx)),
  serve(contract.readInstallationName, (ctx) => installationName(ctx)),
  serve(contract.changeInstallationName, (ctx, { body }) => renameInstallation(ctx, body.name)),
  serve(contract.readMe, async ({ caller }) => ({
    person: { id: caller.accountId, email: caller.email, name: caller.name },
    isFirstOwner: caller.isFirstOwner,
    language: caller.language,
  })),
  serve(contract.changeName, (ctx, { body }) => rename(ctx, body.name)),
  serve(contract.changeLanguage, (ctx, { body }) => changeLanguage(ctx, body.language)),
  serve(contract.changePassword, (ctx, { body }) => newPassword(ctx, body)),
  serve(contract.listSessions, (ctx) => sessionsOf(ctx)),
  serve(contract.endSession, (ctx, { params }) => endOne(ctx, params.sessionId)),
  serve(contract.endOtherSessions, (ctx) => endOtherSessions(ctx)),
  ...(import.meta.env?.DEV ? [serve(localOwnerLogin, (ctx) => loginLocalOwner(ctx))] : []),
];
