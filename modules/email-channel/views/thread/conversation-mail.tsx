// The parts of a conversation with mail: copies in the header, subject and copies above a message, details below it, recipients above the
// composer.
import type { MailChoice } from "#dashboard/screen.ts";
import { AnswerRecipients } from "./answer-recipients.tsx";
import { HeaderCopies } from "./header-copies.tsx";
import { MailHeading } from "./mail-heading.tsx";
import { MessageMail } from "./message-mail.tsx";

const ignore = (): void => {};

interface ConversationMailProps {
  readonly projectId: string;
  readonly conversationId: string;
  readonly at: "header" | "above" | "below" | "composer";
  readonly message?: {
    readonly id: string;
    readonly content: string;
    readonly origin: { readonly differentSender?: boolean | undefined } | null;
  };
  readonly revision?: number;
  readonly choice?: MailChoice | undefined;
  onChoice?(choice: MailChoice | undefined): void;
}

export default function ConversationMail({ at, message, revision = 0, choice, onChoice, ...of }: ConversationMailProps) {
  if (at === "header") return <HeaderCopies {...of} />;
  if (at === "composer") return <AnswerRecipients {...of} revision={revision} choice={choice} onChoice={onChoice ?? ignore} />;
  if (!message) return null;
  if (at === "above") return <MailHeading {...of} messageId={message.id} />;
  return <MessageMail {...of} messageId={message.id} content={message.content} different={message.origin?.differentSender === true} />;
}
