// The sender of a mail, its Message-ID, and the headers that only some providers accept.
import { missingForSending, type EmailConfig } from "../variables.ts";
import { type DeliveryId, isId } from "#kernel/ids/index.ts";
import { providerOf } from "../providers/send-through-provider.ts";
import type { OutboundMail, Provider } from "../providers/provider.ts";
import { automaticHeaders, senderNameOf } from "./compose.ts";
import type { Author, DeliveryRow } from "../delivery.ts";

/** The project itself, where no person stands behind a mail. */
export const PROJECT_AUTHOR: Author = { role: "assistant", name: null };

interface Sender {
  readonly sender: string | null;
  readonly senderName: string | null;
}
/** The project's own address, else the installation's; empty without either, and then nothing is sent. */
const addressOf = ({ sender }: Sender, { from }: EmailConfig): string => sender ?? from ?? "";
/** Whom a mail of the author is from. */
export const fromOf = (author: Author, settings: Sender, projectName: string, email: EmailConfig): OutboundMail["from"] => ({
  name: senderNameOf(author, settings, projectName),
  address: addressOf(settings, email),
});

/** The Message-ID that a new mail brings, without angle brackets; null with a provider that makes it, and while none can send. */
export function headerIdOf(id: DeliveryId, settings: Sender, email: EmailConfig): string | null {
  if (email.provider === undefined || missingForSending(email).length > 0 || !providerOf(email.provider).ownHeaders) return null;
  const address = addressOf(settings, email);
  return `${id}@${address.slice(address.lastIndexOf("@") + 1)}`;
}
/** That a program sent the mail, and its own Message-ID, as far as the provider takes headers. */
export const ownHeaders = (provider: Provider, { headerId }: Pick<DeliveryRow, "headerId">, role: Author["role"]): Record<string, string> =>
  provider.ownHeaders ? { ...automaticHeaders(role), ...(headerId === null ? {} : { "Message-ID": `<${headerId}>` }) } : {};

/** The ids of our mails among Message-IDs. Providers that make their own are recognised by the address only. */
export const deliveryIdsIn = (messageIds: readonly string[]): DeliveryId[] =>
  messageIds.flatMap((one) => {
    const id = one.slice(0, one.indexOf("@")).toLowerCase();
    return isId("delivery", id) ? [id] : [];
  });
