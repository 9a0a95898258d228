// Dialog to invite somebody: role, note and the address for the mail. Without an address it shows the link once.
import { type FormEvent, useState } from "react";
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { createInvitation, type Invitation, listInvitations, type Role, ROLES } from "../../contract.ts";
import { roleMeans, roleName } from "../role-name.ts";

interface InviteDialogProps {
  readonly projectId: string;
  readonly missing: readonly string[];
  /** Unused invitations. */
  readonly open: readonly Invitation[];
  onClose(): void;
}

/** The link is shown only here, because the server stores just its hash. */
export function InviteDialog({ projectId, missing, open, onClose }: InviteDialogProps) {
  const { mayI, members } = useProject();
  const [role, setRole] = useState<Role>("operator");
  const [note, setNote] = useState("");
  const [email, setEmail] = useState("");
  const [clientId] = useState(() => crypto.randomUUID());
  const address = email.trim().toLowerCase();
  const byMail = address !== "";
  const [asked, setAsked] = useState("");
  const has = (one: { readonly email: string | null }): boolean => one.email === address;
  const known = members.some(has)
    ? m.projects_invite_member({ email: address })
    : open.some(has)
      ? m.projects_invite_open({ email: address })
      : undefined;
  const invite = useRouteMutation(createInvitation, {
    suppressToast: true,
    invalidates: [listInvitations],
    done: ({ invitation }) => {
      if (invitation.email === null) return;
      toast({ tone: "ok", title: m.projects_invitation_mailed({ email: invitation.email }) });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(address);
    if (known !== undefined) return;
    invite.mutate({ params: { projectId }, body: { clientId, role, note, ...(byMail ? { email } : {}) } });
  };
  const made = invite.data;
  if (made && made.invitation.email === null)
    return (
      <Dialog
        open
        stays
        onClose={onClose}
        title={m.projects_invite_ready()}
        body={made.link ? m.projects_invite_once() : m.projects_invite_shown_before()}
        footer={<Button onClick={onClose}>{m.projects_done()}</Button>}
      >
        {made.link && (
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs wrap-anywhere select-all">
              {made.link}
            </code>
            <CopyButton text={made.link} label={m.dashboard_copy()} variant="primary" />
          </div>
        )}
      </Dialog>
    );
  return (
    <Dialog open onClose={onClose} title={m.projects_invite_title()} body={m.projects_invite_body()}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label={m.projects_invite_email()}
          hint={missing.length > 0 ? m.projects_invite_email_missing({ names: missing.join(", ") }) : m.projects_invite_email_hint()}
          error={asked === address ? (known ?? issueOf(invite.error, "email")) : undefined}
        >
          <TextInput
            type="email"
            value={email}
            disabled={missing.length > 0}
            autoComplete="off"
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label={m.projects_role()} hint={roleMeans(role)}>
          <Select
            value={role}
            onChange={(value) => setRole(value as Role)}
            options={ROLES.toReversed().map((each) => ({
              value: each,
              label: roleName(each),
              disabled: each === "owner" && !mayI("owner"),
            }))}
          />
        </Field>
        <Field label={m.projects_invite_note()} hint={m.projects_invite_note_hint()} error={issueOf(invite.error, "note")}>
          <TextInput dir="auto" value={note} limit={120} onChange={(event) => setNote(event.target.value)} autoComplete="off" />
        </Field>
        {refusalOf(invite.error) && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refusalOf(invite.error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={invite.isPending}>
            {byMail ? m.projects_invite_send() : m.projects_invite_make()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
