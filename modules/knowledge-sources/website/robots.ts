// Parses robots.txt (RFC 9309): which paths a site excludes, and how slowly it wants to be crawled.

export interface Robots {
  readonly allows: (address: string) => boolean;
  /** Seconds between two pages; undefined if not specified. */
  readonly delay: number | undefined;
}
interface Rule {
  readonly path: string;
  readonly allow: boolean;
}
interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  delay: number | undefined;
}

const MAX_RULES = 2000;
/** Characters compared per address, over all rules. A site whose rules need more is not fetched. */
const MAX_STEPS = 3_000_000;

/** Whether the path matches the pattern: `*` is anything, `$` at the end is the end. Backtracks only to the last star. */
function fits(pattern: string, path: string, steps: { left: number }): boolean {
  const ends = pattern.endsWith("$");
  const body = ends ? pattern.slice(0, -1) : `${pattern}*`;
  let [p, s, star, mark] = [0, 0, -1, 0];
  while (s < path.length) {
    if ((steps.left -= 1) < 0) return false;
    if (body[p] === "*") {
      star = p;
      mark = s;
      p += 1;
    } else if (p < body.length && body[p] === path[s]) {
      p += 1;
      s += 1;
    } else if (star >= 0) {
      p = star + 1;
      mark += 1;
      s = mark;
    } else return false;
  }
  while (body[p] === "*") p += 1;
  return p === body.length;
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let current: Group | undefined;
  let naming = false;
  let count = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [said = ""] = line.split("#");
    const colon = said.indexOf(":");
    const field = colon === -1 ? "" : said.slice(0, colon).trim().toLowerCase();
    const value = said.slice(colon + 1).trim();
    if (field === "user-agent") {
      if (!naming || !current) groups.push((current = { agents: [], rules: [], delay: undefined }));
      current.agents.push(value.toLowerCase());
      naming = true;
      continue;
    }
    if (!/^[a-z-]+$/.test(field)) continue;
    naming = false;
    if (!current || count > MAX_RULES) continue;
    if ((field === "allow" || field === "disallow") && value !== "") {
      current.rules.push({ path: value.slice(0, 500), allow: field === "allow" });
      count += 1;
    }
    if (field === "crawl-delay" && /^\d{1,4}(\.\d+)?$/.test(value)) current.delay = Number(value);
  }
  return groups;
}

/** The rules for a user agent: its own groups, else those for everybody. The longest matching rule decides. */
export function robotsOf(text: string, agent: string): Robots {
  const groups = groupsOf(text.slice(0, 500_000));
  const own = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes("*"));
  const rules = chosen.flatMap((group) => group.rules);
  return {
    delay: chosen.find((group) => group.delay !== undefined)?.delay,
    allows(address) {
      const { pathname, search } = new URL(address);
      const path = pathname + search;
      const steps = { left: MAX_STEPS };
      let best: Rule | undefined;
      for (const rule of rules)
        if (
          fits(rule.path, path, steps) &&
          (best === undefined || rule.path.length > best.path.length || (rule.path.length === best.path.length && rule.allow))
        )
          best = rule;
      return steps.left >= 0 && (best?.allow ?? true);
    },
  };
}
