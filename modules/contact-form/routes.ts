import { serve, type Served } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { receiveLetter, sendLetter, showForm, showLetter } from "./serve-form.ts";

export const routes: Served[] = [
  serve(contract.readHelpContact, (ctx, { params }) => showForm(ctx, params.projectSlug, params.locale)),
  serve(contract.sendHelpLetter, (ctx, { params }) => receiveLetter(ctx, params.projectSlug, params.locale)),
  serve(contract.readHelpLetter, (ctx, { params }) => showLetter(ctx, params.projectSlug, params.locale, params.letter)),
  serve(contract.confirmHelpLetter, (ctx, { params }) => sendLetter(ctx, params.projectSlug, params.locale, params.letter)),
];
