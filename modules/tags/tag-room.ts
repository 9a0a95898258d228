// How many tags there is room for.
export interface TagsTaken {
  readonly names: readonly string[];
  readonly left: readonly string[];
}
/**
 * Which of a ticket's tags there is room for: those that the project has, and new ones up to its maximum and up to a conversation's. `had`:
 * the names that the project has; what is taken counts from then on.
 */
export function tagRoomFor(had: readonly string[], most: { readonly inProject: number; readonly ofOne: number }) {
  const known = new Set(had.map((name) => name.toLowerCase()));
  return (names: readonly string[]): TagsTaken => {
    const [taken, left]: [string[], string[]] = [[], []];
    for (const name of names) {
      const key = name.toLowerCase();
      if (taken.length >= most.ofOne || (!known.has(key) && known.size >= most.inProject)) left.push(name);
      else {
        known.add(key);
        taken.push(name);
      }
    }
    return { names: taken, left };
  };
}
