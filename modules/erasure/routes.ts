import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { asKept } from "#modules/contacts";
import * as contract from "./contract.ts";
import { eraseContact, erasureOf } from "./erase-contact.ts";
import { previewOf } from "./preview.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.eraseContact, (ctx, { params }) => eraseContact(ctx, params.contactId)),
  serve(contract.previewErasure, (ctx, { params }) => asKept(ctx, params.contactId, (id) => previewOf(ctx, id))),
  serve(contract.readErasure, (ctx, { params }) => erasureOf(ctx, params.contactId)),
];
