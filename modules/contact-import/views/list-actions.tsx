// Import and export, above the list of contacts, for owners and admins.
import { useMayI } from "#dashboard/session.tsx";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { contactExportPath, contactImportsPath } from "../contract.ts";

export default function ListActions({ projectId }: { projectId: string }) {
  if (!useMayI("admin")) return null;
  return (
    <>
      <Link to={contactImportsPath(projectId)} className={buttonLink}>
        {m.contact_import_import()}
      </Link>
      <Link to={contactExportPath(projectId)} className={buttonLink}>
        {m.contact_import_export()}
      </Link>
    </>
  );
}
