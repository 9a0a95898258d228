// Finds canned replies by what was typed after the slash.
import type { CannedReply } from "../../contract.ts";

const MOST = 30;

/** How well a reply fits: 0 is best, undefined not at all. `query` in lower case. */
function rank({ title, shortcut, text }: CannedReply, query: string): number | undefined {
  if (query === "") return 0;
  const name = title.toLowerCase();
  if (shortcut === query) return 0;
  if (shortcut.startsWith(query)) return 1;
  if (name.startsWith(query)) return 2;
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(query))) return 3;
  if (name.includes(query) || shortcut.includes(query)) return 4;
  return text.toLowerCase().includes(query) ? 5 : undefined;
}

/** The replies that fit, best first; of two that fit as well, the member's own, then the one that is used more. At most 30. */
export function findReplies(replies: readonly CannedReply[], typed: string): CannedReply[] {
  const query = typed.toLowerCase();
  return replies
    .flatMap((reply) => {
      const found = rank(reply, query);
      return found === undefined ? [] : [{ reply, found }];
    })
    .toSorted((a, b) => a.found - b.found || Number(a.reply.shared) - Number(b.reply.shared) || b.reply.uses - a.reply.uses)
    .slice(0, MOST)
    .map(({ reply }) => reply);
}
