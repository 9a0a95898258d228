import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { saveIdentity, showIdentity } from "./identity/identity.ts";
import { addSuppressions, removeSuppression } from "./list/change-suppressions.ts";
import { findSuppression, listSuppressions } from "./list/list-suppressions.ts";
import { showUnsubscribe, unsubscribeByLink } from "./unsubscribe/unsubscribe.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listSuppressions, (ctx, { query }) => listSuppressions(ctx, query.cursor)),
  serve(contract.findSuppression, (ctx, { query }) => findSuppression(ctx, query.address)),
  serve(contract.addSuppressions, (ctx, { body }) => addSuppressions(ctx, body)),
  serve(contract.removeSuppression, (ctx, { params }) => removeSuppression(ctx, params.suppressionId)),
  serve(contract.readOutreachIdentity, showIdentity),
  serve(contract.saveOutreachIdentity, (ctx, { body }) => saveIdentity(ctx, body)),
  serve(contract.unsubscribePage, (ctx, { params }) => showUnsubscribe(ctx, params.unsubscribeToken)),
  serve(contract.unsubscribe, (ctx, { params }) => unsubscribeByLink(ctx, params.unsubscribeToken)),
];
