// The personal-data inventory: each module lists all its text columns, object prefixes and coordinator columns. A test compares the lists
// with the migrated database and the sources, so that nothing is stored that no erasure reaches.

export type Entry =
  | {
      /** The erasure step that clears it. */
      readonly clearedBy: string;
    }
  | {
      /** Why it cannot hold personal data of a contact. */
      readonly notPersonal: string;
    };
export interface PersonalData {
  /** By table and column. */
  readonly tables?: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
  /** By search table (FTS or another virtual table) and column. They may hold only text of columns listed above. */
  readonly indexes?: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
  /** Objects in the bucket, by key prefix. */
  readonly objects?: Readonly<Record<`${string}/`, Entry>>;
  /** By table and column of the coordinator's own storage. */
  readonly coordinator?: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
}

export const clearedBy = (step: string): Entry => ({ clearedBy: step });
export const notPersonal = (reason: string): Entry => ({ notPersonal: reason });

export const ID = notPersonal("a random id, which reveals nothing about the person");
export const CLIENT_ID = notPersonal("a random UUID that a client made for one request");
export const CHOICE = notPersonal("one of a fixed list of words");
/** The same entry for several columns. */
export const all = <C extends string>(entry: Entry, ...columns: C[]): Record<C, Entry> =>
  Object.fromEntries(columns.map((column) => [column, entry])) as Record<C, Entry>;
