// The parts of a conversation with mail: details below each message, recipients above the composer.
import type { MailChoice } from "#dashboard/screen.ts";
import { AnswerRecipients } from "./answer-recipients.tsx";
import { MessageMail } from "./message-mail.tsx";

const ignore = (): void => {};

interface ConversationMailProps {
  readonly projectId: string;
  readonly conversationId: string;
  readonly message?: {
    readonly id: string;
    readonly content: string;
    readonly origin: { readonly differentSender?: boolean | undefined } | null;
  };
  readonly revision?: number;
  readonly choice?: MailChoice | undefined;
  onChoice?(choice: MailChoice | undefined): void;
}

export default function ConversationMail({ message, revision = 0, choice, onChoice, ...of }: ConversationMailProps) {
  return message ? (
    <MessageMail {...of} messageId={message.id} content={message.content} different={message.origin?.differentSender === true} />
  ) : (
    <AnswerRecipients {...of} revision={revision} choice={choice} onChoice={onChoice ?? ignore} />
  );
}
