// Serves the doubles of the help desks on loopback.
import { serveDouble } from "../serve.ts";
import { HELP_DESK_VARS, HelpDesks } from "./index.ts";

export interface HelpDeskDouble {
  readonly url: string;
  readonly desks: HelpDesks;
  stop(): Promise<void>;
}
export async function startHelpDesks(): Promise<HelpDeskDouble> {
  const desks = new HelpDesks();
  const served = await serveDouble({
    answer: (request) => {
      const { pathname, search } = new URL(request.url);
      return desks.answer(new Request(HELP_DESK_VARS.TEST_HELP_DESK_BASE_URL + pathname + search, request));
    },
  });
  return { ...served, desks };
}
