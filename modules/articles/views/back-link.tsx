// The link back to the list, with the filters it had.
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { articlesPath } from "../contract.ts";

const searches = new Map<string, object>();
/** Remembers the last filters of a project's list. */
export const rememberFilters = (projectId: string, search: object): void => void searches.set(projectId, search);

export const BackLink = ({ projectId }: { projectId: string }) => (
  <Link
    to={articlesPath(projectId)}
    search={(searches.get(projectId) ?? {}) as never}
    className="inline-flex items-center gap-1 hover:text-text pointer-coarse:min-h-11 pointer-coarse:min-w-6"
  >
    <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
    <span className="max-sm:sr-only">{m.help_articles()}</span>
  </Link>
);
