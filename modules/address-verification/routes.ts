import { serve, type Served } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { approveDomain, mailDomains, withdrawDomain } from "./desk-addresses/approve-domains.ts";
import { addressProofs, askCode, proveByCode } from "./desk-addresses/verify-desk-address.ts";

export const routes: Served[] = [
  serve(contract.readAddressProofs, (ctx) => addressProofs(ctx)),
  serve(contract.askAddressCode, (ctx, { body }) => askCode(ctx, body)),
  serve(contract.proveMailAddress, (ctx, { body }) => proveByCode(ctx, body)),
  serve(contract.listMailDomains, (ctx) => mailDomains(ctx)),
  serve(contract.approveMailDomain, (ctx, { body }) => approveDomain(ctx, body)),
  serve(contract.withdrawMailDomain, (ctx, { body }) => withdrawDomain(ctx, body)),
];
