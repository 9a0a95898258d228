// Dialog that confirms resending a reply by mail.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { resendAnswer } from "#modules/email/contract";
import { type Mail, readMails } from "../../contract.ts";

interface ResendProps {
  readonly projectId: string;
  readonly mail: Mail;
  onClose(): void;
}

export function ResendDialog({ projectId, mail, onClose }: ResendProps) {
  const toast = useToast();
  const send = useRouteMutation(resendAnswer, {
    suppressToast: true,
    invalidates: [readMails],
    done: () => {
      onClose();
      toast({ tone: "ok", title: m.email_retry_done() });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => send.mutate({ params: { projectId, messageId: mail.messageId }, body: {} })}
      title={m.email_retry_title()}
      body={m.email_retry_body({ to: mail.to.map(({ address }) => address).join(", ") })}
      action={m.email_retry()}
      tone="primary"
      busy={send.isPending}
      error={refusalOf(send.error)}
    >
      {mail.delivery?.state === "needs_review" && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{m.email_retry_review()}</p>
      )}
    </ConfirmDialog>
  );
}
