import { serve, type Served } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { searchState } from "./read-search-state.ts";

export const routes: Served[] = [serve(contract.readSearchState, (ctx) => searchState(ctx))];
