import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { askPlayground } from "./playground/ask-playground.ts";

export const routes: RegisteredRoute[] = [serve(contract.askPlayground, (ctx, { body }) => askPlayground(ctx, body))];
