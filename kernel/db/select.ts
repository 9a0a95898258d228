// Select lists that are SQL and a row type at once: a column that its table does not have does not compile, and neither does reading a
// column that the statement does not select. At run time a list is only a constant piece of SQL.
import { type SQL, sql as untyped, StringChunk } from "drizzle-orm";
import type { Row } from "./database.ts";
import type { TableName, Tables } from "./tables.ts";

declare const selected: unique symbol;
/** A select list or a part of one, with the type of its row. */
export interface Columns<R> extends SQL {
  readonly [selected]: R;
}
/** The row type of a list. */
export type RowIn<C extends Columns<unknown>> = C extends Columns<infer R> ? R : never;

/** The name of a table; with `?` for a table of an outer join, whose columns may all be null: `messages?`. */
type Source = TableName | `${TableName}?`;
/** The table of a list, or its tables by their aliases in the statement. */
export type Sources = Source | Readonly<Record<string, Source>>;

type Trim<S extends string> = S extends ` ${infer T}` | `\n${infer T}` ? Trim<T> : S extends `${infer T} ` | `${infer T}\n` ? Trim<T> : S;
type Items<L extends string, Found extends string = never> = L extends `${infer A},${infer Rest}`
  ? Items<Rest, Found | Trim<A>>
  : Found | Trim<L>;
type Flat<T> = { readonly [K in keyof T]: T[K] };

type TableRow<S> = S extends `${infer T extends TableName}?`
  ? { [C in keyof Tables[T]]: Tables[T][C] | null }
  : S extends TableName
    ? Tables[S]
    : never;
type RowAt<S, Alias extends string> = S extends string
  ? Alias extends S
    ? TableRow<S>
    : never
  : Alias extends keyof S
    ? TableRow<S[Alias]>
    : never;
type Cell<R, C extends string> = [R] extends [never] ? never : C extends keyof R ? R[C] : never;
/** The type of `column` or `alias.column`; never when there is none. */
type At<S, Path extends string> = Path extends `${infer Alias}.${infer C}`
  ? Cell<RowAt<S, Alias>, C>
  : S extends Source
    ? Cell<TableRow<S>, Path>
    : never;
type Head<I extends string> = I extends `${infer P} AS ${string}` ? P : I;
type Name<I extends string> = I extends `${string} AS ${infer N}` ? N : I extends `${string}.${infer C}` ? C : I;
type Missing<S, I extends string> = I extends string ? ([At<S, Head<I>>] extends [never] ? I : never) : never;
/** The row type of a list: `Selected<"accounts", "id, email">`, `Selected<{ m: "mails"; a: "accounts?" }, "m.id, a.name AS who">`. */
export type Selected<S extends Sources, L extends string> = L extends "*"
  ? TableRow<S>
  : Flat<{ [I in Items<L> as Name<I>]: At<S, Head<I>> }>;
type Checked<S, L extends string> = L extends "*"
  ? unknown
  : [Missing<S, Items<L>>] extends [never]
    ? unknown
    : { readonly "no such column": Missing<S, Items<L>> };

/** Caches of constant pieces of SQL by their text. */
const [lists, names] = [new Map<string, unknown>(), new Map<string, unknown>()];
function piece(of: Map<string, unknown>, key: string, before: string): unknown {
  let found = of.get(key);
  if (found === undefined) of.set(key, (found = new StringChunk(before + key)));
  return found;
}

/** Columns of tables, with or without `AS`: `columns("accounts", "id, email")`, `columns({ a: "accounts" }, "a.id")`. */
export const columns = <const S extends Sources, const L extends string>(_of: S, list: L & Checked<S, L>): Columns<Selected<S, L>> =>
  piece(lists, list, "") as Columns<Selected<S, L>>;

const named =
  <T>() =>
  <const N extends string>(name: N): Columns<{ readonly [K in N]: T }> =>
    piece(names, name, "AS ") as Columns<{ readonly [K in N]: T }>;
/** Names a computed column and declares its type, which SQLite does not have: `count(*) ${as.number("n")}`. */
export const as = {
  text: named<string>(),
  textOrNull: named<string | null>(),
  number: named<number>(),
  numberOrNull: named<number | null>(),
  /** Any other type: `CASE … END ${as.of<{ state: "waiting" | "open" }>("state")}`. */
  of: <R extends object>(name: keyof R & string): Columns<Readonly<R>> => piece(names, name, "AS ") as Columns<Readonly<R>>,
};

type Outer<R> = { readonly [K in keyof R]: R[K] | null };
/** Marks a list as one of an outer join: all its columns are null if there is no row. */
export const outer = <R>(list: Columns<R>): Columns<Outer<R>> => list as unknown as Columns<Outer<R>>;
/** Whether the outer join found a row, by a column of its list that is never null in the table. */
export const isJoined = <R>(row: Outer<R>, _list: Columns<R>, column: keyof R & string): row is R => row[column] !== null;

type All<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;
type Parts<V> = V extends Columns<infer R> ? R : never;
type RowOf<V extends readonly unknown[]> = [Parts<V[number]>] extends [never] ? Row : Flat<All<Parts<V[number]>>>;

/**
 * A statement or a part of one. Its row type comes from the select lists directly within it, not from nested statements. Without a
 * list the row type is unknown.
 */
interface Sql {
  <V extends readonly unknown[]>(strings: TemplateStringsArray, ...values: V): SQL<RowOf<V>>;
  readonly raw: typeof untyped.raw;
  join<R>(parts: readonly SQL<R>[], separator: SQL): SQL<R>;
}
export const sql: Sql = untyped as unknown as Sql;
/** Combines lists and computed columns into one list that several statements can use. */
export const columnList = untyped as unknown as <V extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...values: V
) => Columns<RowOf<V>>;
export type { SQL };
