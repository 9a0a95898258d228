// Hooks for the signed-in person and the current project: read once, shared by every screen.
import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { queryClient, type Reading } from "./api.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
export type Role = "owner" | "admin" | "operator";
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}
export interface Member {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}
export interface ProjectView {
  readonly project: Project;
  readonly members: readonly Member[];
}
export interface ProjectList {
  readonly items: readonly Project[];
  readonly mayCreate: boolean;
  readonly lastProjectId: string | null;
}

/** How the shell reads people and projects; `edition/browser.tsx` implements it with the modules' routes. */
export interface SessionSource {
  me(): Reading<{ person: Person; isFirstOwner: boolean }>;
  projects(): Reading<ProjectList>;
  project(projectId: string): Reading<ProjectView>;
  /** The project of a conversation, for links that name only the conversation. */
  locate(conversationId: string): Promise<string>;
  conversationPath(projectId: string, conversationId: string): string;
}

let source: SessionSource | undefined;
export const setSession = (given: SessionSource): void => void (source = given);
/** The session source; throws before `startDashboard`. */
export function session(): SessionSource {
  if (!source) throw new Error("startDashboard has not run");
  return source;
}

/** The signed-in person. Never suspends on a screen: the root route has loaded it before. */
export const useMe = (): Person => useSuspenseQuery(session().me()).data.person;

/** Whether the signed-in person is the installation's first owner. */
export const useIsFirstOwner = (): boolean => useSuspenseQuery(session().me()).data.isFirstOwner;

/** My projects. */
export const useProjects = (): ProjectList => useSuspenseQuery(session().projects()).data;

/** The id of the project in this address, if there is one. */
export const useProjectId = (): string | undefined => useParams({ strict: false, select: idOf });
// Without it, everything that asks for the project is drawn again with each conversation that is opened.
const idOf = (params: { readonly projectId?: string }): string | undefined => params.projectId;

export interface CurrentProject extends Project {
  readonly project: Project;
  readonly members: readonly Member[];
  /** Whether my role is this one or a higher one. */
  mayI(role: Role): boolean;
}

/** The project of this address with my role and its members. Only for screens of the project scope. */
export function useProject(): CurrentProject {
  const projectId = useProjectId();
  if (projectId === undefined) throw new Error("useProject outside a project");
  const { project, members } = useSuspenseQuery(session().project(projectId)).data;
  return { ...project, project, members, mayI: (role) => holds(project.role, role) };
}

const RANK: Record<Role, number> = { owner: 3, admin: 2, operator: 1 };
/** Whether a role has at least the rights of another. */
export const holds = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed];

/** Whether I have at least this role in the project of this address. */
export const useMayI = (role: Role): boolean => useProject().mayI(role);

/** The project of an address, if it is in the query cache; for use without a hook. */
export function projectNow(pathname: string): ProjectView | undefined {
  const id = /^\/projects\/([^/]+)/.exec(pathname)?.[1];
  return id === undefined ? undefined : queryClient.getQueryData(session().project(id).queryKey);
}
