import { serve, type Served } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { searchAsMember } from "./search-knowledge.ts";

export const routes: Served[] = [serve(contract.searchKnowledge, (ctx, { query }) => searchAsMember(ctx, query))];
