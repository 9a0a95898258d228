import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { deleteSavedSearch, listSavedSearches, saveSearch } from "./saved-searches.ts";
import { searchConversations } from "./search-conversations.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.searchConversations, (ctx, { query }) => searchConversations(ctx, query)),
  serve(contract.listSavedSearches, (ctx) => listSavedSearches(ctx)),
  serve(contract.saveSearch, (ctx, { body }) => saveSearch(ctx, body)),
  serve(contract.deleteSavedSearch, (ctx, { params }) => deleteSavedSearch(ctx, params.searchId)),
];
