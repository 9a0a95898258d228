// A module is a value that the edition composes: routes, jobs, minute work, authenticators and what it gives to extension points.
import type { Served, Authenticator } from "#kernel/http/served.ts";
import type { JobHandler } from "#kernel/jobs/job.ts";
import type { Listener } from "#kernel/events/index.ts";
import type { Ctx } from "./ctx.ts";
import type { Provided } from "./extension.ts";

export interface MinuteTask {
  readonly name: string;
  /** Bounded work; called about once a minute, maybe twice, maybe late. */
  readonly run: (ctx: Ctx) => Promise<void>;
}

export interface Module {
  readonly name: string;
  /** The modules whose face or contract this one imports; a test compares it with the real imports. */
  readonly needs: readonly string[];
  readonly routes: readonly Served[];
  readonly authenticators: readonly Authenticator[];
  readonly jobs: readonly JobHandler[];
  readonly listens: readonly Listener[];
  readonly everyMinute: readonly MinuteTask[];
  readonly provides: readonly Provided[];
}

/** Declares a module; what it does not have may be left out. */
export function defineModule(parts: { name: string } & Partial<Omit<Module, "name">>): Module {
  return { needs: [], routes: [], authenticators: [], jobs: [], listens: [], everyMinute: [], provides: [], ...parts };
}
