import { serve, type Served } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { checkedDns } from "./dns/check.ts";
import { addAddress, changeEmailSettings, emailSettings, removeAddress } from "./save-settings.ts";

export const routes: Served[] = [
  serve(contract.readEmailSettings, (ctx) => emailSettings(ctx)),
  serve(contract.saveEmailSettings, (ctx, { body }) => changeEmailSettings(ctx, body)),
  serve(contract.addInboundAddress, (ctx, { body }) => addAddress(ctx, body.address)),
  serve(contract.removeInboundAddress, (ctx, { body }) => removeAddress(ctx, body.address)),
  serve(contract.checkDns, (ctx) => checkedDns(ctx)),
];
