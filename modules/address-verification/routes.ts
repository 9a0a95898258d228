import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { approveDomain, mailDomains, withdrawDomain } from "./desk-addresses/approve-domains.ts";
import { listAddressProofs, requestOwnershipCode, verifyDeskAddress } from "./desk-addresses/verify-desk-address.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readAddressProofs, (ctx) => listAddressProofs(ctx)),
  serve(contract.askAddressCode, (ctx, { body }) => requestOwnershipCode(ctx, body)),
  serve(contract.proveMailAddress, (ctx, { body }) => verifyDeskAddress(ctx, body)),
  serve(contract.listMailDomains, (ctx) => mailDomains(ctx)),
  serve(contract.approveMailDomain, (ctx, { body }) => approveDomain(ctx, body)),
  serve(contract.withdrawMailDomain, (ctx, { body }) => withdrawDomain(ctx, body)),
];
