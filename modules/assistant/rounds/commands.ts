// The identity of a request for an answer: what caused it, with the canonical name of who asked. Repeating an outbox any number of times
// makes one answer, because a command is carried out once.

/** The canonical form first, then those in which earlier releases stored the same command. */
export function commandsOf(cause: string, actor: string): readonly [string, ...string[]] {
  const [kind, id = ""] = actor.split(/:(.*)/su);
  return [
    `${cause}|${actor}`,
    // The id alone, and the id with the actor as an object, in either order of its members.
    cause,
    JSON.stringify({ id: cause, actor: { kind, id } }),
    JSON.stringify({ actor: { id, kind }, id: cause }),
  ];
}
