import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { acceptProposal, listProposals, readProposal, rejectProposal } from "./decide-proposal.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listProposals, (ctx, { query }) => listProposals(ctx, query)),
  serve(contract.readProposal, (ctx, { params }) => readProposal(ctx, params.proposalId)),
  serve(contract.acceptProposal, (ctx, { params, body }) => acceptProposal(ctx, params.proposalId, body)),
  serve(contract.rejectProposal, (ctx, { params, body }) => rejectProposal(ctx, params.proposalId, body.state)),
];
