// Builds the sender of a mail, its Message-ID, and the headers that only some providers accept.
import { missingForSending, type EmailConfig } from "../variables.ts";
import { type DeliveryId, isId } from "#kernel/ids/index.ts";
import { providerOf } from "../providers/send-through-provider.ts";
import type { OutboundMail, Provider } from "../providers/provider.ts";
import { automaticHeaders, senderNameOf } from "./compose.ts";
import type { Author, DeliveryRow } from "../delivery.ts";

/** The author of mail that no person wrote: the project itself. */
export const PROJECT_AUTHOR: Author = { role: "assistant", name: null };

interface Sender {
  readonly sender: string | null;
  readonly senderName: string | null;
}
/** The project's own address, else the installation's; empty without either, when no mail can be sent anyway. */
const addressOf = ({ sender }: Sender, { from }: EmailConfig): string => sender ?? from ?? "";
/** The From header of a mail by the author. */
export const fromOf = (author: Author, settings: Sender, projectName: string, email: EmailConfig): OutboundMail["from"] => ({
  name: senderNameOf(author, settings, projectName),
  address: addressOf(settings, email),
});

/** The Message-ID of a new mail, without angle brackets; null when the provider assigns it or mail cannot be sent. */
export function headerIdOf(id: DeliveryId, settings: Sender, email: EmailConfig): string | null {
  if (email.provider === undefined || missingForSending(email).length > 0 || !providerOf(email.provider).ownHeaders) return null;
  const address = addressOf(settings, email);
  return `${id}@${address.slice(address.lastIndexOf("@") + 1)}`;
}
/** The headers of automatic mail and our Message-ID, as far as the provider accepts them. */
export const ownHeaders = (provider: Provider, { headerId }: Pick<DeliveryRow, "headerId">, role: Author["role"]): Record<string, string> =>
  provider.ownHeaders ? { ...automaticHeaders(role), ...(headerId === null ? {} : { "Message-ID": `<${headerId}>` }) } : {};

/** The deliveries behind our own Message-IDs. Mail of a provider that assigns its own ids is recognised by the reply address only. */
export const deliveryIdsIn = (messageIds: readonly string[]): DeliveryId[] =>
  messageIds.flatMap((one) => {
    const id = one.slice(0, one.indexOf("@")).toLowerCase();
    return isId("delivery", id) ? [id] : [];
  });
