// Explains why a control cannot be used with the viewer's role.
import { Lock } from "lucide-react";
import { m } from "#messages";

/** Notice above a form whose controls are disabled for operators. */
export const ReadOnly = () => (
  <p className="mb-5 flex items-start gap-2 rounded-md bg-subtle px-3.5 py-2.5 text-muted">
    <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
    {m.projects_read_only()}
  </p>
);
