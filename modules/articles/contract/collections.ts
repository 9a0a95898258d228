// Wire contract of collections.
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Empty, line, prose } from "#kernel/wire/values.ts";
import { Locale } from "#modules/retrieval/contract";
import * as v from "valibot";
import { inProject, ofCollection } from "./params.ts";
import { MAX_TITLE, MAX_SUMMARY, MAX_LIST, CollectionIdField, Collection, CollectionList } from "./shapes.ts";

const CollectionName = line(MAX_TITLE);
const Description = prose(MAX_SUMMARY, 0);

/** All collections of the project, at most 500, with the number of their articles. */
export const listCollections = route({
  name: "listCollections",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/collections",
  who: "member",
  params: inProject,
  reply: CollectionList,
});
export const createCollection = route({
  name: "createCollection",
  method: "POST",
  path: "/api/management/projects/:projectId/help/collections",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, locale: Locale, name: CollectionName, description: v.optional(Description, "") }),
  status: 201,
  reply: v.object({ collection: Collection }),
  errors: ["conflict"],
});
/** Saves name and description in one language. The slug stays. */
export const saveCollectionText = route({
  name: "saveCollectionText",
  method: "PUT",
  path: "/api/management/projects/:projectId/help/collections/:collectionId/texts/:locale",
  who: "admin",
  params: { ...ofCollection, locale: Locale },
  body: v.strictObject({ name: CollectionName, description: Description }),
  reply: v.object({ collection: Collection }),
});
/** Removes the collection. Its articles stay, without a collection, until the removal is undone. */
export const removeCollection = route({
  name: "removeCollection",
  method: "DELETE",
  path: "/api/management/projects/:projectId/help/collections/:collectionId",
  who: "admin",
  params: ofCollection,
  reply: Done,
});
/** Undo of a removal, including the articles that nobody has moved since. */
export const restoreCollection = route({
  name: "restoreCollection",
  method: "POST",
  path: "/api/management/projects/:projectId/help/collections/:collectionId/restore",
  who: "admin",
  params: ofCollection,
  body: Empty,
  reply: v.object({ collection: Collection }),
  errors: ["conflict"],
});
/** Puts all collections in order. `seen` is the order that the caller saw. */
export const orderCollections = route({
  name: "orderCollections",
  method: "PUT",
  path: "/api/management/projects/:projectId/help/collections-order",
  who: "admin",
  params: inProject,
  body: v.strictObject({
    seen: v.pipe(v.array(CollectionIdField), v.maxLength(MAX_LIST)),
    order: v.pipe(v.array(CollectionIdField), v.maxLength(MAX_LIST)),
  }),
  reply: v.object({ order: v.array(CollectionIdField) }),
  errors: ["stale_frontier"],
});
