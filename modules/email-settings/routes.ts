import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { checkedDns } from "./dns/check.ts";
import { addInboundAddress, changeEmailSettings, readOverview, removeInboundAddress } from "./save-settings.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readEmailSettings, (ctx) => readOverview(ctx)),
  serve(contract.saveEmailSettings, (ctx, { body }) => changeEmailSettings(ctx, body)),
  serve(contract.addInboundAddress, (ctx, { body }) => addInboundAddress(ctx, body.address)),
  serve(contract.removeInboundAddress, (ctx, { body }) => removeInboundAddress(ctx, body.address)),
  serve(contract.checkDns, (ctx) => checkedDns(ctx)),
];
