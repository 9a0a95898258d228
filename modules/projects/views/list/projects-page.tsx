// Lists the projects of the signed-in account.
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ChevronRight, FolderKanban, Plus } from "lucide-react";
import { useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { formatDay } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { listProjects, type Project, projectPath } from "../../contract.ts";
import { roleName } from "../role-name.ts";
import { CreateProjectDialog } from "./create-project-dialog.tsx";

/** `/projects`; `?new=1` opens the dialog. */
export default function ProjectsPage() {
  const { data, error, refetch } = useRouteQuery(listProjects, {});
  const creating = (useSearch({ strict: false }) as { new?: string }).new === "1";
  const navigate = useNavigate();
  const setCreating = (on: boolean): void => void navigate({ to: "/projects", search: (on ? { new: "1" } : {}) as never, replace: true });
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      {m.projects_create()}
    </Button>
  );
  return (
    <Page title={m.projects_title()} actions={data?.mayCreate && data.items.length > 0 && create}>
      {!data && error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState
          icon={FolderKanban}
          title={m.projects_empty_title()}
          body={data.mayCreate ? m.projects_empty_body() : m.projects_empty_body_invited()}
          action={data.mayCreate && create}
        />
      ) : (
        <>
          <ul className="overflow-hidden rounded-lg border border-line">
            {data?.items.map((project) => (
              <ProjectRow key={project.id} project={project} />
            ))}
          </ul>
          {data && !data.mayCreate && <p className="mt-3 text-xs text-muted">{m.projects_may_not_create()}</p>}
        </>
      )}
      {creating && data?.mayCreate && <CreateProjectDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const ProjectRow = ({ project }: { project: Project }) => (
  <li className="border-b border-line last:border-b-0">
    <Link to={projectPath(project.id)} className="flex min-h-16 items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-sm bg-accent-soft text-md font-semibold text-accent-text"
      >
        {[...project.name][0]?.toLocaleUpperCase()}
      </span>
      <span className="grid min-w-0 flex-1">
        <span dir="auto" className="truncate text-start text-md font-medium">
          {project.name}
        </span>
        <span className="text-xs text-muted">{m.projects_since({ day: formatDay(project.createdAt) })}</span>
      </span>
      <Chip>{roleName(project.role)}</Chip>
      <ChevronRight className="size-4 shrink-0 text-faint rtl:rotate-180" aria-hidden />
    </Link>
  </li>
);
