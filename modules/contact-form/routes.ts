import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { receiveRequest, confirmFromLink, showForm, showConfirmation } from "./serve-form.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readContactForm, (ctx, { params }) => showForm(ctx, params.projectSlug, params.locale)),
  serve(contract.sendContactRequest, (ctx, { params }) => receiveRequest(ctx, params.projectSlug, params.locale)),
  serve(contract.readContactRequest, (ctx, { params }) => showConfirmation(ctx, params.projectSlug, params.locale, params.requestToken)),
  serve(contract.confirmContactRequest, (ctx, { params }) => confirmFromLink(ctx, params.projectSlug, params.locale, params.requestToken)),
];
