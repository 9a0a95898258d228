// Validates a request's params, query and body against its route's schemas.
import { invalidRequest, type Issue, notFound, Refusal } from "#kernel/errors/index.ts";
import type { Route } from "#kernel/wire/route.ts";
import type { Context } from "hono";
import * as v from "valibot";
import { readJson } from "./body.ts";
import { issuesFrom } from "./issues.ts";

export interface Parsed {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The JSON before validation: a credential in it counts even if the rest is invalid. */
  given: unknown;
  issues?: Issue[];
  /** Thrown only after the caller is proved, so that a stranger learns nothing from a malformed body. */
  problem?: Refusal;
}

/** Never throws a refusal but returns it in `problem`. */
export async function parseInput(route: Route, c: Context): Promise<Parsed> {
  const issues: Issue[] = [];
  const parse = (schema: unknown, value: unknown, where: string): unknown => {
    if (schema === undefined || schema === "raw") return undefined;
    const result = v.safeParse(schema as v.GenericSchema, value);
    if (result.success) return result.output;
    issues.push(...issuesFrom(result.issues, where));
    return undefined;
  };
  const params: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(route.params as Record<string, v.GenericSchema>)) {
    const result = v.safeParse(schema, c.req.param(name));
    // An id of the wrong shape names nothing, so it gets the response of a missing one.
    if (!result.success) return { params: undefined, query: undefined, body: undefined, given: undefined, issues, problem: notFound() };
    params[name] = result.output;
  }
  const query = route.query === undefined ? undefined : parse(route.query, c.req.query(), "query");
  let given: unknown;
  let body: unknown;
  try {
    if (route.body !== undefined && route.body !== "raw") {
      given = await readJson(c.req.raw);
      body = parse(route.body, given, "body");
    }
  } catch (error) {
    if (error instanceof Refusal) return { params, query, body: undefined, given, issues, problem: error };
    throw error;
  }
  const parsed: Parsed = { params, query, body, given };
  return issues.length === 0 ? parsed : { ...parsed, issues, problem: invalidRequest(issues) };
}
