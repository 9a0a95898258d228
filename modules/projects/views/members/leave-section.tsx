// Section in which a member leaves the project.
import { useState } from "react";
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { leaveProject } from "../../contract.ts";

/** Afterwards the page is loaded anew, so that nothing of the project stays in memory. */
export function LeaveSection({ projectId }: { projectId: string }) {
  const { name, role, members } = useProject();
  const [asking, setAsking] = useState(false);
  const leave = useRouteMutation(leaveProject, { suppressToast: true, done: () => location.assign("/projects") });
  const lastOwner = role === "owner" && members.filter((member) => member.role === "owner").length === 1;
  return (
    <>
      <Section
        title={m.projects_leave()}
        lead={lastOwner ? m.projects_leave_last_owner() : m.projects_leave_lead()}
        actions={
          <Button disabled={lastOwner} onClick={() => setAsking(true)}>
            {m.projects_leave_action()}
          </Button>
        }
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => leave.mutate({ params: { projectId }, body: {} })}
        title={m.projects_leave_title({ name })}
        body={m.projects_leave_body()}
        action={m.projects_leave_action()}
        busy={leave.isPending}
        error={refusalOf(leave.error)}
      />
    </>
  );
}
