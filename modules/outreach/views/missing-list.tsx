// What is missing before the first mail, with the way to the identity, which an owner or admin enters in the settings.
import { useProject } from "#dashboard/session.tsx";
import { m } from "#messages";
import { outreachIdentityPath } from "#modules/suppression/contract";
import { Link } from "@tanstack/react-router";
import type { Missing } from "../contract.ts";
import { MISSING } from "./labels.ts";

export function MissingList({ missing }: { missing: readonly Missing[] }) {
  const { project, mayI } = useProject();
  if (missing.length === 0) return null;
  const isOfIdentity = missing.includes("identity") || missing.includes("reply_address");
  return (
    <div className="mb-5 grid gap-1 rounded-md bg-warn-soft px-3 py-2 text-warn-text last:mb-0">
      <ul className="grid gap-1">
        {missing.map((gap) => (
          <li key={gap}>{MISSING[gap]()}</li>
        ))}
      </ul>
      {isOfIdentity && mayI("admin") && (
        <Link to={outreachIdentityPath(project.id)} className="justify-self-start underline">
          {m.outreach_to_identity()}
        </Link>
      )}
    </div>
  );
}
