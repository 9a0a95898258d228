// Addresses of the screens of actions. Browser-safe.
export const actionsPath = (projectId: string): string => `/projects/${projectId}/settings/actions`;
export const actionPath = (projectId: string, actionId: string): string => `${actionsPath(projectId)}/${actionId}`;
/** In the place of an action's id. */
export const NEW = "new";
export const actionRunsPath = (projectId: string): string => `/projects/${projectId}/settings/action-runs`;
