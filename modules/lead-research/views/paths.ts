// Addresses of the screens of research.
export const criteriaPath = (projectId: string): string => `/projects/${projectId}/settings/lead-criteria`;
