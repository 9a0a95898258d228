// What stands in a conversation with mail: below each message what only its mail has, above the composer where answers go.
import { AnswersGo } from "./answers-go.tsx";
import { MessageMail } from "./message-mail.tsx";

interface ConversationMailProps {
  readonly projectId: string;
  readonly conversationId: string;
  readonly message?: { readonly id: string; readonly origin: { readonly differentSender?: boolean | undefined } | null };
  readonly revision?: number;
}

export default function ConversationMail({ message, revision = 0, ...of }: ConversationMailProps) {
  return message ? (
    <MessageMail {...of} messageId={message.id} different={message.origin?.differentSender === true} />
  ) : (
    <AnswersGo {...of} revision={revision} />
  );
}
