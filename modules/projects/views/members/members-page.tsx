// Settings page of members and invitations.
import { useProject } from "#dashboard/session.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { ReadOnly } from "../read-only.tsx";
import { Invitations } from "./invitations.tsx";
import { LeaveSection } from "./leave-section.tsx";
import { MemberRow } from "./member-row.tsx";

/** The members come with the project; only admins may read the invitations. */
export default function MembersPage() {
  const { id: projectId, members, mayI } = useProject();
  const owners = members.filter((member) => member.role === "owner").length;
  return (
    <Page title={m.projects_members_title()} lead={m.projects_members_lead()}>
      {!mayI("admin") && <ReadOnly />}
      <Section title={m.projects_members_count({ count: members.length })}>
        <ul className="-mt-1 grid">
          {members.map((member) => (
            <MemberRow key={member.accountId} projectId={projectId} member={member} lastOwner={member.role === "owner" && owners === 1} />
          ))}
        </ul>
      </Section>
      {mayI("admin") && <Invitations projectId={projectId} />}
      <LeaveSection projectId={projectId} />
    </Page>
  );
}
