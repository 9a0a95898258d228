// Row of one member, with role and removal as far as the viewer's role allows.
import { Ellipsis, UserMinus } from "lucide-react";
import { Suspense, useState } from "react";
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { memberMark, Slot } from "#dashboard/screen.ts";
import { type Member, useMe, useProject } from "#dashboard/session.tsx";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changeRole, listProjects, readProject, removeMember, type Role, ROLES } from "../../contract.ts";
import { roleMeans, roleName } from "../role-name.ts";

interface MemberRowProps {
  readonly projectId: string;
  readonly member: Member;
  readonly lastOwner: boolean;
}

/** Only owners change owners; the last owner stays one. */
export function MemberRow({ projectId, member, lastOwner }: MemberRowProps) {
  const me = useMe();
  const { mayI } = useProject();
  const [removing, setRemoving] = useState(false);
  const mine = member.accountId === me.id;
  const params = { projectId, accountId: member.accountId };
  const role = useRouteMutation(changeRole, {
    invalidates: [readProject, listProjects],
    done: ({ member: changed }) =>
      toast({ tone: "ok", title: m.projects_role_changed({ name: member.name, role: roleName(changed.role) }) }),
  });
  const remove = useRouteMutation(removeMember, {
    suppressToast: true,
    invalidates: [readProject],
    done: () => {
      setRemoving(false);
      toast({ tone: "ok", title: m.projects_member_removed({ name: member.name }) });
    },
  });
  const touchable = mayI("admin") && (member.role !== "owner" || mayI("owner"));
  const choices = ROLES.filter((each) => each !== "owner" || mayI("owner")).map((each: Role) => ({
    label: roleName(each),
    hint: roleMeans(each),
    checked: member.role === each,
    disabled: lastOwner && each !== "owner",
    onSelect: () => each !== member.role && role.mutate({ params, body: { role: each } }),
  }));
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-2 last:border-b-0">
      <Avatar id={member.accountId} name={member.name} size={32} />
      <span className="grid min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-1.5">
          <span dir="auto" className="truncate font-medium">
            {member.name}
          </span>
          {mine && <Chip tone="accent">{m.projects_you()}</Chip>}
          <Suspense>
            <Slot of={memberMark} projectId={projectId} accountId={member.accountId} />
          </Suspense>
        </span>
        <span className="truncate text-xs text-muted">{member.email}</span>
      </span>
      <Chip>{roleName(member.role)}</Chip>
      {touchable ? (
        <Menu
          trigger={<IconButton label={m.projects_member_actions({ name: member.name })} icon={Ellipsis} />}
          items={[
            { heading: lastOwner ? m.projects_last_owner() : m.projects_role() },
            ...choices,
            ...(mine
              ? []
              : ([
                  "separator",
                  { label: m.projects_member_remove(), icon: UserMinus, tone: "danger", onSelect: () => setRemoving(true) },
                ] as const)),
          ]}
        />
      ) : (
        <span className="w-7" />
      )}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate({ params })}
        title={m.projects_member_remove_title({ name: member.name })}
        body={m.projects_member_remove_body()}
        action={m.projects_member_remove()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
    </li>
  );
}
