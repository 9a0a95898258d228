// Lists open invitations and opens the dialog for a new one.
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { MailState, usePollMail } from "#modules/accounts/views";
import { type Invitation, listInvitations, revokeInvitation, sendInvitation } from "../../contract.ts";
import { roleName } from "../role-name.ts";
import { InviteDialog } from "./invite-dialog.tsx";

/** For admins and owners only. */
export function Invitations({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(listInvitations, { params: { projectId } });
  const [inviting, setInviting] = useState(false);
  usePollMail(data?.items.some(({ mail }) => mail?.state === "waiting") ?? false, () => void refetch());
  return (
    <Section
      title={m.projects_invitations_title()}
      lead={m.projects_invitations_lead()}
      actions={
        <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          {m.projects_invite()}
        </Button>
      }
    >
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-10 w-full" />
        )
      ) : data.items.length === 0 ? (
        <p className="text-muted">{m.projects_invitations_empty()}</p>
      ) : (
        <ul className="grid">
          {data.items.map((invitation) => (
            <InvitationRow key={invitation.id} projectId={projectId} invitation={invitation} />
          ))}
        </ul>
      )}
      {inviting && (
        <InviteDialog projectId={projectId} missing={data?.missing ?? []} open={data?.items ?? []} onClose={() => setInviting(false)} />
      )}
    </Section>
  );
}

function InvitationRow({ projectId, invitation }: { projectId: string; invitation: Invitation }) {
  const revoke = useRouteMutation(revokeInvitation, {
    invalidates: [listInvitations],
    done: () => toast({ tone: "ok", title: m.projects_invitation_revoked() }),
  });
  const send = useRouteMutation(sendInvitation, {
    invalidates: [listInvitations],
    done: (answer) => toast({ tone: "ok", title: m.projects_invitation_mailed({ email: answer.invitation.email ?? "" }) }),
  });
  const params = { projectId, invitationId: invitation.id };
  const { email, mail, note } = invitation;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2 last:border-b-0">
      <span className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <span dir="auto" className="truncate font-medium">
          {email ?? (note || m.projects_invitation_no_note())}
        </span>
        {email !== null && note !== "" && (
          <span dir="auto" className="truncate text-xs text-muted">
            {note}
          </span>
        )}
        {mail && (invitation.holds || mail.state !== "sent") && <MailState mail={mail} />}
        {invitation.holds ? (
          <span className="text-xs text-muted">{m.projects_invitation_times({ expires: formatTime(invitation.expiresAt) })}</span>
        ) : (
          <span className="text-xs text-warn-text">
            {email === null ? m.projects_invitation_void() : m.projects_invitation_void_mail()}
          </span>
        )}
      </span>
      <Chip>{roleName(invitation.role)}</Chip>
      <span className="flex gap-2">
        {email !== null && (
          <Button
            size="sm"
            busy={send.isPending}
            disabled={mail?.state === "waiting"}
            aria-label={m.projects_invitation_mail_of({ email })}
            onClick={() => send.mutate({ params, body: {} })}
          >
            {m.projects_invitation_mail()}
          </Button>
        )}
        <Button
          size="sm"
          busy={revoke.isPending}
          aria-label={m.projects_invitation_revoke_of({ note: email ?? (note || roleName(invitation.role)) })}
          onClick={() => revoke.mutate({ params })}
        >
          {m.projects_invitation_revoke()}
        </Button>
      </span>
    </li>
  );
}
