// The import screen for owners and admins: start an import, or follow one run and its report.
import { useProject } from "#dashboard/session.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { Forbidden } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { ImportStart } from "./import-start.tsx";
import { importsPath } from "./labels.ts";
import { RunView } from "./run-view.tsx";

export default function DeskImportPage() {
  const { id: projectId, mayI } = useProject();
  const { deskImportId } = useParams({ strict: false }) as { deskImportId?: string };
  return (
    <Page
      title={m.desk_import_title()}
      lead={
        deskImportId === undefined ? (
          m.desk_import_lead()
        ) : (
          <Link to={importsPath(projectId)} className="inline-flex items-center gap-1 hover:text-text pointer-coarse:min-h-11">
            <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
            {m.desk_import_all()}
          </Link>
        )
      }
    >
      {!mayI("admin") ? (
        <Forbidden message={m.desk_import_forbidden()} />
      ) : deskImportId === undefined ? (
        <ImportStart key={projectId} projectId={projectId} />
      ) : (
        <RunView key={deskImportId} projectId={projectId} deskImportId={deskImportId} />
      )}
    </Page>
  );
}
