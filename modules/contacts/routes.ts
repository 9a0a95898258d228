import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { changeContact, hideContact, listContacts, oneContact, restoreContact } from "./manage-contacts.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listContacts, (ctx, { query }) => listContacts(ctx, query)),
  serve(contract.readContact, (ctx, { params }) => oneContact(ctx, params.contactId)),
  serve(contract.changeContact, (ctx, { params, body }) => changeContact(ctx, params.contactId, body)),
  serve(contract.hideContact, (ctx, { params }) => hideContact(ctx, params.contactId)),
  serve(contract.restoreContact, (ctx, { params }) => restoreContact(ctx, params.contactId)),
];
