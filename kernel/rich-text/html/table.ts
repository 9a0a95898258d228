// Converts an HTML table to a Markdown table, which is a plain grid. Merged cells keep their text once, at their first place.
import type { Content, Element, HtmlNode, Phrasing, State, Table } from "./types.ts";

const MAX_COLUMNS = 30;
const MAX_SPAN = 100;

/** Converts a table; returns only its content if the table was a layout or is nested. */
export function tableOf(state: State, node: Element): Content[] | Table {
  const rows = rowsOf(node);
  const grid = gridOf(rows);
  const width = Math.max(0, ...grid.map((row) => row.length));
  if (width <= 1 || state.inTable) return grid.flatMap((row) => row.flatMap((cell) => (cell ? flow(state, cell) : [])));
  state.inTable = true;
  const [first = [], ...rest] = grid;
  // Markdown tables need a header row. A table without one gets an empty one, so that no row of data becomes the header.
  const headed = first.every((cell) => cell === undefined || cell.tagName === "th") || rows[0]?.inHead === true;
  const table: Table = {
    type: "table",
    align: [],
    children: [...(headed ? [first] : [[], first]), ...rest].map((row) => ({
      type: "tableRow",
      children: Array.from({ length: width }, (_, column) => {
        const cell = row[column];
        return { type: "tableCell", children: cell === undefined ? [] : phrasing(flow(state, cell)) };
      }),
    })),
  };
  state.inTable = false;
  return table;
}

const flow = (state: State, cell: Element): Content[] => state.toFlow(state.all(cell));

interface Row {
  readonly inHead: boolean;
  readonly cells: readonly Element[];
}
function rowsOf(node: Element, inHead = false): Row[] {
  return node.children.flatMap((child): Row[] => {
    if (child.type !== "element") return [];
    if (child.tagName === "tr") return [{ inHead, cells: child.children.filter(isCell) }];
    return child.tagName === "table" ? [] : rowsOf(child, child.tagName === "thead");
  });
}
const isCell = (node: HtmlNode): node is Element => node.type === "element" && (node.tagName === "td" || node.tagName === "th");

function gridOf(rows: readonly Row[]): (Element | undefined)[][] {
  /** Remaining rows of a merged cell above, by column. */
  const taken: number[] = [];
  return rows.map(({ cells }) => {
    const row: (Element | undefined)[] = [];
    const left = [...cells];
    while (row.length < MAX_COLUMNS && (left.length > 0 || (taken[row.length] ?? 0) > 0)) {
      const column = row.length;
      if ((taken[column] ?? 0) > 0) {
        taken[column] = (taken[column] ?? 0) - 1;
        row.push(undefined);
        continue;
      }
      const cell = left.shift();
      if (cell === undefined) break;
      const across = Math.min(span(cell, "colSpan"), MAX_COLUMNS - column);
      for (let i = 0; i < across; i += 1) {
        taken[column + i] = span(cell, "rowSpan") - 1;
        row.push(i === 0 ? cell : undefined);
      }
    }
    return row;
  });
}
const span = (cell: Element, name: "colSpan" | "rowSpan"): number =>
  Math.min(MAX_SPAN, Math.max(1, Math.trunc(Number(cell.properties[name] ?? 1)) || 1));

/** Joins the blocks of a cell on one line, which is all that a Markdown cell can hold. */
function phrasing(blocks: readonly Content[]): Phrasing[] {
  const space: Phrasing = { type: "text", value: " " };
  return blocks.flatMap((block, i) => [...(i > 0 ? [space] : []), ...line(block)]);
}
function line(block: Content): Phrasing[] {
  switch (block.type) {
    case "paragraph":
      return block.children;
    case "heading":
      return [{ type: "strong", children: block.children }];
    case "code":
      return [{ type: "inlineCode", value: block.value.replaceAll(/\s+/g, " ") }];
    case "list":
      return block.children.flatMap((item, i) => [
        { type: "text", value: `${i > 0 ? " " : ""}${block.ordered === true ? `${(block.start ?? 1) + i}.` : "•"} ` },
        ...phrasing(item.children),
      ]);
    case "blockquote":
      return phrasing(block.children);
    case "thematicBreak":
    case "table":
    case "definition":
    case "footnoteDefinition":
    case "yaml":
    case "listItem":
    case "tableRow":
    case "tableCell":
      return [];
    default:
      return [block];
  }
}
