// Open invitations, and the dialog for a new one.
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useRead, useWrite } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type Invitation, listInvitations, revokeInvitation } from "../../contract.ts";
import { roleName } from "../role-name.ts";
import { InviteDialog } from "./invite-dialog.tsx";

/** For admins and owners only. */
export function Invitations({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRead(listInvitations, { params: { projectId } });
  const [inviting, setInviting] = useState(false);
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
      {inviting && <InviteDialog projectId={projectId} onClose={() => setInviting(false)} />}
    </Section>
  );
}

function InvitationRow({ projectId, invitation }: { projectId: string; invitation: Invitation }) {
  const revoke = useWrite(revokeInvitation, {
    changes: [listInvitations],
    done: () => toast({ tone: "ok", title: m.projects_invitation_revoked() }),
  });
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line py-2 last:border-b-0">
      <span className="grid min-w-0 flex-1">
        <span dir="auto" className="truncate font-medium">
          {invitation.note || m.projects_invitation_no_note()}
        </span>
        <span className="text-xs text-muted">{m.projects_invitation_times({ expires: formatTime(invitation.expiresAt) })}</span>
      </span>
      <Chip>{roleName(invitation.role)}</Chip>
      <Button
        size="sm"
        busy={revoke.isPending}
        aria-label={m.projects_invitation_revoke_of({ note: invitation.note || roleName(invitation.role) })}
        onClick={() => revoke.mutate({ params: { projectId, invitationId: invitation.id } })}
      >
        {m.projects_invitation_revoke()}
      </Button>
    </li>
  );
}
