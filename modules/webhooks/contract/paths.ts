// Addresses of the screens of webhooks. Browser-safe.
export const webhooksPath = (projectId: string): string => `/projects/${projectId}/settings/webhooks`;
export const deliveriesPath = (projectId: string, webhookId: string): string => `${webhooksPath(projectId)}/${webhookId}`;
