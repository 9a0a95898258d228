// What members are told when GitHub did not do what was asked.
import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { CodeHostError, type CodeHostFault } from "./client.ts";

const SAYS: Record<Exclude<CodeHostFault, "limited">, () => string> = {
  withdrawn: m.code_hosting_withdrawn,
  unauthorized: m.code_hosting_unauthorized,
  sso: m.code_hosting_sso,
  suspended: m.code_hosting_suspended,
  forbidden: m.code_hosting_forbidden,
  missing: m.code_hosting_missing,
  gone: m.code_hosting_gone,
  invalid: m.code_hosting_invalid,
  unavailable: m.code_hosting_unavailable,
  changed: m.code_hosting_changed,
};
export const codeHostRefusal = ({ fault, wait }: CodeHostError): Refusal =>
  conflict(fault === "limited" ? m.code_hosting_limited({ count: Math.max(1, Math.ceil(wait / 60)) }) : SAYS[fault](), { fault });
export const notConnected = (): Refusal => conflict(m.code_hosting_not_connected(), { connected: false });

/** Runs what asks GitHub; what it refuses is said as a refusal. */
export async function asking<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof CodeHostError ? codeHostRefusal(error) : error;
  }
}
