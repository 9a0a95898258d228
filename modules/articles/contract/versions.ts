// Wire contract of earlier versions.
import { route } from "#kernel/wire/route.ts";
import { page, RevisionParam } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { ofText } from "./params.ts";
import { VersionSummary } from "./shapes.ts";

/** The kept versions, newest first, at most 100. */
export const listVersions = route({
  name: "listVersions",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/articles/:articleId/texts/:locale/versions",
  who: "member",
  params: ofText,
  reply: page(VersionSummary),
});
export const readVersion = route({
  name: "readVersion",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/articles/:articleId/texts/:locale/versions/:version",
  who: "member",
  params: { ...ofText, version: RevisionParam },
  reply: v.object({ ...VersionSummary.entries, summary: v.string(), content: v.string() }),
});
