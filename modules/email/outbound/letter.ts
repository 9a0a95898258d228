// Makes the mail of a row of the outbox, by its kind.
import type { Ctx } from "#kernel/module/index.ts";
import type { OutboundMail, Provider } from "../providers/provider.ts";
import { codeLetter } from "./letters/code.ts";
import { confirmLetter } from "./letters/confirm.ts";
import type { LetterOf } from "./letters/letter-of.ts";
import { noticeLetter } from "./letters/notice.ts";
import { forwardLetter } from "./letters/forward.ts";
import { replyLetter } from "./letters/reply.ts";
import { testLetter } from "./letters/test.ts";
import { unseenLetter } from "./letters/unseen.ts";
import type { DeliveryKind, DeliveryRow } from "./vocabulary.ts";
import type { EmailConfig } from "../variables.ts";

const LETTERS: Partial<Readonly<Record<DeliveryKind, LetterOf>>> = {
  reply: replyLetter,
  forward: forwardLetter,
  test: testLetter,
  code: codeLetter,
  confirm: confirmLetter,
  unseen: unseenLetter,
  notice: noticeLetter,
};

/** `key` is what the provider knows the mail by. Undefined when there is nothing to send any more. */
export async function letterOf(
  ctx: Ctx,
  row: DeliveryRow,
  email: EmailConfig,
  provider: Provider,
  key: string,
): Promise<OutboundMail | undefined> {
  if (row.to === null || row.subject === null) return undefined;
  const head = { key, deliveryId: row.id, to: row.to, cc: [], bcc: [], subject: row.subject };
  return await LETTERS[row.kind]?.(ctx, row, { email, provider, head });
}
