// The way back to the list.
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { articlesPath } from "../../contract.ts";

export const Back = ({ projectId }: { projectId: string }) => (
  <Link
    to={articlesPath(projectId)}
    className="inline-flex items-center gap-1 hover:text-text pointer-coarse:min-h-11 pointer-coarse:min-w-6"
  >
    <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
    <span className="max-sm:sr-only">{m.help_articles()}</span>
  </Link>
);
