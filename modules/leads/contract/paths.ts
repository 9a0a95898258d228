// Where the screens of leads are. Apart from the contract, because the sidebar needs no more of it.

export const leadsPath = (projectId: string): string => `/projects/${projectId}/leads`;
export const leadPath = (projectId: string, leadId: string): string => `${leadsPath(projectId)}/${leadId}`;
