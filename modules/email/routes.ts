import { actorOf } from "#kernel/auth/index.ts";
import { serve, type Served, serveReading } from "#kernel/http/index.ts";
import { storeFile } from "#modules/files";
import { isMember } from "#modules/projects";
import { approveDomain, mailDomains, withdrawDomain } from "./address-proof/domains.ts";
import { addressProofs, askCode, proveByCode } from "./address-proof/prove.ts";
import { checkAddress } from "./composing/check-address.ts";
import { forwardMessage } from "./composing/forward.ts";
import { startConversation } from "./composing/start-conversation.ts";
import * as contract from "./contract.ts";
import { checkedDns } from "./dns/check.ts";
import { receiveFromGateway, receiveParsed } from "./inbound/doors.ts";
import { readViewable } from "./inbound/queries.ts";
import { listInboundEmails, readInboundEmail, readRawEmail } from "./inbound/read-receipts.ts";
import { viewMail } from "./inbound/view-mail.ts";
import { changeNotifications, notificationsOf } from "./notices/settings.ts";
import { listDeliveries, resendAnswer, retryDelivery, sendTest } from "./outbound/manage-deliveries.ts";
import { eventsOfProvider } from "./outbound/receive-events.ts";
import { mailsOf } from "./read-mails.ts";
import { addAddress, changeEmailSettings, emailSettings, removeAddress } from "./settings.ts";

export const routes: Served[] = [
  serve(contract.readEmailSettings, (ctx) => emailSettings(ctx)),
  serve(contract.saveEmailSettings, (ctx, { body }) => changeEmailSettings(ctx, body)),
  serve(contract.addInboundAddress, (ctx, { body }) => addAddress(ctx, body.address)),
  serve(contract.removeInboundAddress, (ctx, { body }) => removeAddress(ctx, body.address)),
  serve(contract.checkDns, (ctx) => checkedDns(ctx)),
  serve(contract.readAddressProofs, (ctx) => addressProofs(ctx)),
  serve(contract.askAddressCode, (ctx, { body }) => askCode(ctx, body)),
  serve(contract.proveMailAddress, (ctx, { body }) => proveByCode(ctx, body)),
  serve(contract.listMailDomains, (ctx) => mailDomains(ctx)),
  serve(contract.approveMailDomain, (ctx, { body }) => approveDomain(ctx, body)),
  serve(contract.withdrawMailDomain, (ctx, { body }) => withdrawDomain(ctx, body)),
  serve(contract.sendTestMail, (ctx, { body }) => sendTest(ctx, body)),
  serve(contract.listDeliveries, (ctx, { query }) => listDeliveries(ctx, query)),
  serve(contract.retryDelivery, (ctx, { params }) => retryDelivery(ctx, params.deliveryId)),
  serve(contract.startMailConversation, (ctx, { body }) => startConversation(ctx, body)),
  serve(contract.uploadForMail, (ctx, { query }) => {
    const { projectId, accountId } = ctx.caller;
    // Members are never limited: no counters.
    return storeFile(ctx, {
      ...{ projectId, owner: actorOf(ctx.caller), contactId: null, name: query.name, clientId: query.clientId },
      counters: () => [],
      when: isMember(projectId, accountId),
    });
  }),
  serve(contract.checkAddress, (ctx, { query }) => checkAddress(ctx, query)),
  serve(contract.resendAnswer, (ctx, { params }) => resendAnswer(ctx, params.messageId)),
  serve(contract.forwardMessage, (ctx, { params, body }) => forwardMessage(ctx, params.messageId, body)),
  serve(contract.readMails, (ctx, { params }) => mailsOf(ctx, params.conversationId)),
  serve(contract.readNotifications, (ctx) => notificationsOf(ctx)),
  serve(contract.saveNotifications, (ctx, { body }) => changeNotifications(ctx, body)),
  serve(contract.receiveEvents, (ctx) => eventsOfProvider(ctx)),
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
