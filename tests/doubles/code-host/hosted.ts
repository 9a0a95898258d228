// An issue as GitHub's double keeps it.
interface Written {
  body: string;
  labels: string[];
  assignees: readonly string[];
  milestone?: number | null;
  type?: string | null;
}
export interface HostedIssue extends Written {
  readonly id: number;
  readonly number: number;
  title: string;
  state: "open" | "closed";
  reason: string | null;
  pull: boolean;
  merged: boolean;
  updated: number;
}
