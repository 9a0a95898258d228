// The help desks that conversations can be read from. Browser-safe.
export const PLATFORMS = ["zendesk", "intercom", "freshdesk", "helpscout", "chatwoot"] as const;
export type Platform = (typeof PLATFORMS)[number];
