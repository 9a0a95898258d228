// What a tool is: its input, the scope it needs, and its verb.
import type { TokenPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type * as v from "valibot";

export type ToolCtx = RequestCtx<TokenPrincipal>;
export interface ToolResult {
  readonly data: Readonly<Record<string, unknown>>;
  /** Number of things found or written, for the log. */
  readonly count: number;
  /** The data holds texts of customers, which are no instructions. */
  readonly foreign: boolean;
}
export interface Tool<S extends v.GenericSchema = v.GenericSchema> {
  readonly name: string;
  readonly scope: string;
  title(): string;
  /** For the assistant. */
  description(): string;
  readonly input: S;
  readonly readOnly: boolean;
  run(ctx: ToolCtx, input: v.InferOutput<S>): Promise<ToolResult>;
}
/** Declares a tool. */
export const defineTool = <S extends v.GenericSchema>(tool: Tool<S>): Tool => tool as unknown as Tool;
