// A member in a menu: the name, and what marks it.
import { memberMark, Slot } from "./screen.ts";
import { Suspense } from "react";

export const MemberLabel = ({ projectId, accountId, name }: { projectId: string; accountId: string; name: string }) => (
  <span className="flex min-w-0 items-center gap-2">
    <span className="min-w-0 flex-1 truncate">
      <bdi>{name}</bdi>
    </span>
    <Suspense>
      <Slot of={memberMark} projectId={projectId} accountId={accountId} />
    </Suspense>
  </span>
);
