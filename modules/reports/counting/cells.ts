// Where facts are counted: the rows of the rollups that they add to. Pure.
import { isKnownZone, shownAt } from "#kernel/clock/local-time.ts";
import { bucketOf, type Dimension, totalOf } from "../contract.ts";
import type { Fact } from "./fold.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Every zone's offset changes at a multiple of it. */
const QUARTER = 900_000;

/** What a conversation's facts are grouped by beside their own team and operator. */
export interface Groups {
  readonly channel: string;
  readonly tags: readonly string[];
  readonly excluded: boolean;
}
/** Day since 1970 and hour of a moment, in a zone. */
export type LocalTime = (at: number) => { readonly day: number; readonly hour: number };
/** A zone that the runtime has lost counts as UTC. */
export function localTime(zone: string): LocalTime {
  const known = isKnownZone(zone) ? zone : "UTC";
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER);
    let offset = offsets.get(quarter);
    if (offset === undefined) offsets.set(quarter, (offset = shownAt(known, quarter * QUARTER) - quarter * QUARTER));
    const shown = at + offset;
    const day = Math.floor(shown / DAY);
    return { day, hour: Math.floor((shown - day * DAY) / HOUR) };
  };
}

/** A row of the rollups, or what is added to it. */
export interface Cell {
  readonly dimension: Dimension | "all" | "hour";
  readonly day: number;
  readonly key: string;
  readonly measure: Fact["measure"];
  readonly bucket: number;
  readonly count: number;
  readonly total: number;
}
/** Sums of cells by what identifies their row. */
export class Cells {
  readonly #sums = new Map<string, Cell>();
  readonly #local: LocalTime;
  constructor(local: LocalTime) {
    this.#local = local;
  }
  /** Counts a fact, or takes it out again (`sign` −1). What is excluded counts nowhere. */
  add(fact: Fact, groups: Groups, sign: 1 | -1 = 1): void {
    if (groups.excluded) return;
    const { measure, value } = fact;
    const { day, hour } = this.#local(fact.at);
    const put = (dimension: Cell["dimension"], key: string): void =>
      this.sum({ dimension, day, key, measure, bucket: bucketOf(measure, value), count: sign, total: sign * totalOf(measure, value) });
    put("all", "");
    put("team", fact.teamId ?? "");
    put("channel", groups.channel);
    for (const tag of groups.tags.length === 0 ? [""] : groups.tags) put("tag", tag);
    if (fact.operatorId !== null) put("operator", fact.operatorId);
    if (measure === "customer_message") put("hour", String(hour));
  }
  sum(cell: Cell): void {
    const id = JSON.stringify([cell.dimension, cell.day, cell.key, cell.measure, cell.bucket]);
    const before = this.#sums.get(id);
    this.#sums.set(id, before ? { ...cell, count: before.count + cell.count, total: before.total + cell.total } : cell);
  }
  /** Those that change anything. */
  all(): readonly Cell[] {
    return [...this.#sums.values()].filter(({ count, total }) => count !== 0 || total !== 0);
  }
}
