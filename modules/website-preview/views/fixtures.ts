// Grants for stories. For the browser suite only.
import { answer, fixtureId, ME } from "#dashboard/dashboard.fixtures.ts";
import type { PreviewGrant } from "../contract.ts";

export const SITE = "https://www.acme.example";
const AT = "2026-11-20T09:00:00.000Z";
export const previewGrant = (number: number, more: Partial<PreviewGrant> = {}): PreviewGrant => ({
  ...{ id: fixtureId("pvg", number) as PreviewGrant["id"], site: SITE, fileOrigins: [], paths: ["/"], opens: "members", members: [] },
  ...{ scripts: false, requestLimit: 2000, used: 128, createdBy: ME.name, createdAt: AT, expiresAt: "2026-12-20T09:00:00.000Z" },
  ...{ revokedAt: null, lastOpenedAt: "2026-11-21T10:30:00.000Z", lastOpenedBy: "Tomás Álvarez", state: "valid", mayOpen: true },
  ...more,
});
export const listed = (items: readonly PreviewGrant[], more: object = {}) =>
  answer({ items, next: null, origin: "https://look.example", site: SITE, ...more });
