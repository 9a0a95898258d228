// Text with the words that were searched marked in it.
type Marks = readonly (readonly [number, number])[];

export function Highlighted({ text, marks }: { text: string; marks: Marks }) {
  const parts = marks.map(([from, to], i) => ({
    key: from,
    before: text.slice(marks[i - 1]?.[1] ?? 0, from),
    found: text.slice(from, to),
  }));
  return (
    <>
      {parts.map(({ key, before, found }) => (
        <span key={key}>
          {before}
          <mark className="rounded-xs bg-warn-soft text-text forced-colors:bg-[Mark] forced-colors:text-[MarkText]">{found}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
