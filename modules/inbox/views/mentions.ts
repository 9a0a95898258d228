// Finds the members whom a note mentions by `@` and their name.

interface Named {
  readonly accountId: string;
  readonly name: string;
}

/** The ids of the members whose names stand behind an `@`. Of two names that begin alike the longer one counts; members of one name all do. */
export function mentionsIn<M extends Named>(text: string, members: readonly M[]): M["accountId"][] {
  if (!text.includes("@")) return [];
  let rest = text;
  const found = new Set<string>();
  for (const { name } of members.toSorted((a, b) => b.name.length - a.name.length)) {
    const escaped = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    const without = name === "" ? rest : rest.replaceAll(new RegExp(`@${escaped}(?![\\p{L}\\p{N}])`, "gu"), " ");
    if (without !== rest) found.add(name);
    rest = without;
  }
  return members.filter(({ name }) => found.has(name)).map(({ accountId }) => accountId);
}
