import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { asKept } from "./as-kept.ts";
import { changeContact } from "./change-contact.ts";
import { hideContact } from "./hide-contact.ts";
import { listContacts } from "./list-contacts.ts";
import { readContact } from "./read-contact.ts";
import { restoreContact } from "./restore-contact.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listContacts, (ctx, { query }) => listContacts(ctx, query)),
  serve(contract.readContact, (ctx, { params }) => readContact(ctx, params.contactId)),
  serve(contract.changeContact, (ctx, { params, body }) => asKept(ctx, params.contactId, (id) => changeContact(ctx, id, body))),
  serve(contract.hideContact, (ctx, { params }) => asKept(ctx, params.contactId, (id) => hideContact(ctx, id))),
  serve(contract.restoreContact, (ctx, { params }) => asKept(ctx, params.contactId, (id) => restoreContact(ctx, id))),
];
