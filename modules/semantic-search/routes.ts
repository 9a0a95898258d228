import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { searchState } from "./read-search-state.ts";

export const routes: RegisteredRoute[] = [serve(contract.readSearchState, (ctx) => searchState(ctx))];
