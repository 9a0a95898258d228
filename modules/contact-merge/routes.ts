import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { asKept } from "#modules/contacts";
import * as contract from "./contract.ts";
import { mergeContact } from "./merge-contact.ts";
import { dismissOffer, previewMerge, readContactMerges } from "./read-merges.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.previewMerge, (ctx, { params, query }) => asKept(ctx, params.contactId, (id) => previewMerge(ctx, id, query.from))),
  serve(contract.mergeContact, (ctx, { params, body }) => asKept(ctx, params.contactId, (id) => mergeContact(ctx, id, body.from))),
  serve(contract.readMerges, (ctx, { params }) => asKept(ctx, params.contactId, (id) => readContactMerges(ctx, id))),
  serve(contract.dismissOffer, (ctx, { params, body }) =>
    asKept(ctx, params.contactId, (id) => dismissOffer(ctx, id, body.other, body.dismissed)),
  ),
];
