import { serve, type Served } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { searchAsMember } from "./search-knowledge.ts";
import { searchState } from "./semantic/state.ts";
import { sourceRoutes } from "./sources/routes.ts";

export const routes: Served[] = [
  serve(contract.searchKnowledge, (ctx, { query }) => searchAsMember(ctx, query)),
  serve(contract.readSearchState, (ctx) => searchState(ctx)),
  ...sourceRoutes,
];
