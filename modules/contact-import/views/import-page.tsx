// The import screen for owners and admins: a new import and the earlier ones, or one import.
import { useProject } from "#dashboard/session.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { Forbidden } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { contactsPath } from "#modules/contacts/contract";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { contactImportsPath } from "../contract.ts";
import { ImportList } from "./import-list.tsx";
import { ImportStart } from "./import-start.tsx";
import { RunView } from "./run-view.tsx";

export default function ContactImportPage() {
  const { id: projectId, mayI } = useProject();
  const { contactImportId } = useParams({ strict: false }) as { contactImportId?: string };
  const isOne = contactImportId !== undefined;
  return (
    <Page
      title={m.contact_import_title()}
      lead={
        <Link
          to={isOne ? contactImportsPath(projectId) : contactsPath(projectId)}
          className="inline-flex items-center gap-1 hover:text-text pointer-coarse:min-h-11"
        >
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {isOne ? m.contact_import_all() : m.contact_import_contacts()}
        </Link>
      }
      width="wide"
    >
      {!mayI("admin") ? (
        <Forbidden message={m.contact_import_forbidden()} />
      ) : isOne ? (
        <RunView key={contactImportId} projectId={projectId} contactImportId={contactImportId} />
      ) : (
        <>
          <ImportStart key={projectId} projectId={projectId} />
          <ImportList projectId={projectId} />
        </>
      )}
    </Page>
  );
}
