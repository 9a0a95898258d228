// Short facts in a line: names, times, sources.

/** Names and times of either direction, each kept apart from its neighbours. */
export const Facts = ({ all }: { all: readonly string[] }) =>
  all.map((fact, i) => (
    <span key={fact}>
      {i > 0 && " · "}
      <bdi>{fact}</bdi>
    </span>
  ));
