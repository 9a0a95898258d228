// Keeps the rows of a list that have not changed the same objects, so that they are not drawn again. The query cache would compare row by
// row, by position: with the first one that leaves the list, all that follow would be copied. Pure.
import { replaceEqualDeep } from "@tanstack/react-query";

interface Page {
  readonly items: readonly { readonly id: string }[];
}
interface Pages<P extends Page> {
  readonly pages: readonly P[];
  readonly pageParams: readonly unknown[];
}

/** The list that came, made of the rows and pages of the one before where they are equal; the one before, if all of it is. */
export function shareRows<P extends Page, L extends Pages<P>>(before: L | undefined, come: L): L {
  if (before === undefined || before === come) return come;
  const held = new Map(before.pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  const pages = come.pages.map((page, at) => sharePage(before.pages[at], page, held));
  const pageParams = replaceEqualDeep(before.pageParams, come.pageParams);
  return pageParams === before.pageParams && isSame(before.pages, pages) ? before : { ...come, pages, pageParams };
}

function sharePage<P extends Page>(before: P | undefined, come: P, held: ReadonlyMap<string, P["items"][number]>): P {
  if (before === come) return come;
  const items = come.items.map((item) => replaceEqualDeep(held.get(item.id), item));
  if (!before || !isSame(before.items, items)) return { ...come, items };
  const [{ items: _, ...was }, { items: __, ...now }] = [before, come];
  return replaceEqualDeep(was, now) === was ? before : { ...come, items: before.items };
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((one, at) => one === b[at]);
