import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import { asKept } from "#modules/contacts";
import { clearContactCompany, readContactCompany, setContactCompany } from "./contact-company.ts";
import * as contract from "./contract.ts";
import { listCompanies, listCompanyContacts, listCompanyConversations } from "./list-companies.ts";
import { changeCompany, createCompany, deleteCompany, readCompany } from "./manage-companies.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listCompanies, (ctx, { query }) => listCompanies(ctx, query)),
  serve(contract.createCompany, (ctx, { body }) => createCompany(ctx, body)),
  serve(contract.readCompany, (ctx, { params }) => readCompany(ctx, params.companyId)),
  serve(contract.changeCompany, (ctx, { params, body }) => changeCompany(ctx, params.companyId, body)),
  serve(contract.deleteCompany, (ctx, { params }) => deleteCompany(ctx, params.companyId)),
  serve(contract.listCompanyContacts, (ctx, { params, query }) => listCompanyContacts(ctx, params.companyId, query.cursor)),
  serve(contract.listCompanyConversations, (ctx, { params }) => listCompanyConversations(ctx, params.companyId)),
  serve(contract.readContactCompany, (ctx, { params }) => asKept(ctx, params.contactId, (id) => readContactCompany(ctx, id))),
  serve(contract.setContactCompany, (ctx, { params, body }) =>
    asKept(ctx, params.contactId, (id) => setContactCompany(ctx, id, body.companyId)),
  ),
  serve(contract.clearContactCompany, (ctx, { params }) => asKept(ctx, params.contactId, (id) => clearContactCompany(ctx, id))),
];
