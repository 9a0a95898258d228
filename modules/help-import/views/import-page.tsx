// The import screen for owners and admins: start an import, or follow one run and its report.
import { useProject } from "#dashboard/session.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { Forbidden } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { articlesPath, importsPath } from "#modules/articles/contract";
import { ImportStart } from "./import-start.tsx";
import { RunView } from "./run-view.tsx";

export default function ImportPage() {
  const { id: projectId, mayI } = useProject();
  const { importId } = useParams({ strict: false }) as { importId?: string };
  const [to, words] = importId === undefined ? [articlesPath(projectId), m.help_articles()] : [importsPath(projectId), m.help_import_all()];
  return (
    <Page
      title={m.help_import()}
      width="wide"
      lead={
        <Link to={to} className="inline-flex items-center gap-1 hover:text-text pointer-coarse:min-h-11">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {words}
        </Link>
      }
    >
      {!mayI("admin") ? (
        <Forbidden message={m.help_import_forbidden()} />
      ) : importId === undefined ? (
        <ImportStart key={projectId} projectId={projectId} />
      ) : (
        <RunView key={importId} projectId={projectId} importId={importId} />
      )}
    </Page>
  );
}
