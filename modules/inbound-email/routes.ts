import { serve, type RegisteredRoute, serveReading } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { readViewable } from "./queries.ts";
import { listInboundEmails, readInboundEmail, readRawEmail } from "./read-receipts.ts";
import { receiveFromGateway, receiveParsed } from "./receiving/receive-mail.ts";
import { viewMail } from "./view-mail.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.receiveFromGateway, (ctx) => receiveFromGateway(ctx)),
  serve(contract.receiveParsed, (ctx) => receiveParsed(ctx)),
  serve(contract.listInboundEmails, (ctx, { query }) => listInboundEmails(ctx, query)),
  serve(contract.readInboundEmail, (ctx, { params }) => readInboundEmail(ctx, params.messageId)),
  serve(contract.readRawEmail, (ctx, { params }) => readRawEmail(ctx, params.receiptId)),
  serveReading(
    contract.viewMail,
    (_, { params }) => [readViewable(params.messageId)],
    (ctx, { params, query }, [mail]) => viewMail(ctx, params.messageId, query.images === "1", mail),
  ),
];
