// Parses frames of clients: text of at most 1 kB with a known shape; anything else is undefined.
import * as v from "valibot";
import { ClientFrame } from "./contract.ts";

export function readFrame(raw: string | ArrayBuffer): ClientFrame | undefined {
  if (typeof raw !== "string" || raw.length > 1024) return undefined;
  try {
    const result = v.safeParse(ClientFrame, JSON.parse(raw));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
