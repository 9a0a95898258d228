import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { searchAsMember } from "./search-knowledge.ts";

export const routes: RegisteredRoute[] = [serve(contract.searchKnowledge, (ctx, { query }) => searchAsMember(ctx, query))];
