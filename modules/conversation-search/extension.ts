// Extension point of the search over conversations: filters of other modules.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/** A filter `name:value`, such as a module with tags has: `tag:refund`. */
export interface SearchFilter {
  /** Small letters; none of the search's own names. */
  readonly name: string;
  /**
   * The condition on the conversation `c` for a typed value: one look-up along an index, since it is checked for each of some hundred
   * messages. A text is why the value cannot be read, as a sentence.
   */
  readonly condition: (ctx: RequestCtx<MemberPrincipal>, value: string) => Promise<SQL | string>;
}
export const searchFilters = extensionPoint<SearchFilter>("searchFilters");
