// Extension points: a lower module declares one, higher modules provide values to it, and the edition joins them.
export interface ExtensionPoint<T> {
  readonly name: string;
  /** Only for inference. */
  readonly __type?: T;
}
export interface Provided {
  readonly point: string;
  readonly value: unknown;
}
/** Declares an extension point. Its name is unique across the product. */
export const extensionPoint = <T>(name: string): ExtensionPoint<T> => ({ name });
/** Provides a value to an extension point. */
export const provide = <T>(point: ExtensionPoint<T>, value: T): Provided => ({ point: point.name, value });

export class Extensions {
  readonly #values = new Map<string, unknown[]>();
  constructor(provided: readonly Provided[]) {
    for (const { point, value } of provided) this.#values.set(point, [...(this.#values.get(point) ?? []), value]);
  }
  /** All values provided to the point, in the order of the manifest. */
  of<T>(point: ExtensionPoint<T>): readonly T[] {
    return (this.#values.get(point.name) ?? []) as T[];
  }
}
