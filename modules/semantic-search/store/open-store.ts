// A session with the vector store: the current place of vectors, whether the collection exists with the right size, and the last error.
import { minutes, seconds } from "#kernel/clock/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { readStore, type StoreState, writeStore } from "../queries.ts";
import { ServiceError } from "../call-service.ts";
import type { Setup } from "../setup.ts";
import { collectionName, type Place, placeText, storeName } from "./points.ts";
import { makeCollection, readSize, type Store } from "./qdrant.ts";

/** How long the store may take for one request. */
export const STORE_DEADLINE = seconds(15);
/** How often the collection is checked to exist. */
export const CHECK_EVERY = minutes(5);

export class OpenStore {
  readonly #ctx: Ctx;
  readonly setup: Setup;
  readonly store: Store;
  /** Identifies this store. */
  readonly hash: string;
  state: StoreState;
  private constructor(ctx: Ctx, setup: Setup, hash: string, state: StoreState) {
    this.#ctx = ctx;
    this.setup = setup;
    this.hash = hash;
    this.state = state;
    this.store = storeOf(ctx, setup);
  }

  static async of(ctx: Ctx, setup: Setup): Promise<OpenStore> {
    const hash = storeName(setup.storeUrl);
    const [state] = await ctx.db.read(readStore(rowName(hash, setup)));
    return new OpenStore(ctx, setup, hash, state);
  }

  get place(): Place | undefined {
    const { dimension, generation } = this.state;
    if (dimension === null) return undefined;
    return { store: this.hash, collection: collectionName(this.setup.model.id, dimension), generation };
  }
  /** '' while the length of the model's vectors is unknown: everything has to be embedded then. */
  get placeText(): string {
    return this.place === undefined ? "" : placeText(this.place);
  }
  signal(): AbortSignal {
    return AbortSignal.timeout(STORE_DEADLINE);
  }

  /** Checks that the known collection exists. If it is gone, it is forgotten, and everything is embedded again. */
  async check(): Promise<void> {
    const { place, state } = this;
    const now = this.#ctx.clock.now();
    // Also without a collection, to report whether the store responds at all.
    const size = await readSize(this.store, place?.collection ?? collectionName(this.setup.model.id, 0), this.signal());
    if (place !== undefined && size === undefined) {
      await this.#save({ ...state, dimension: null, generation: state.generation + 1, checkedAt: now, retryAt: 0, error: null });
      return;
    }
    if (place !== undefined && size !== state.dimension) throw this.#foreign(place.collection, size ?? 0, state.dimension ?? 0);
    await this.#save({ ...state, checkedAt: now, retryAt: 0, error: null });
  }

  /** Prepares the collection for vectors of this length, which the first ones determine. */
  async ensureCollection(dimension: number): Promise<Place> {
    const { place, state } = this;
    const collection = collectionName(this.setup.model.id, dimension);
    if (place !== undefined) {
      if (state.dimension === dimension) return place;
      throw new ServiceError(
        "settings",
        m.semantic_search_collection_differs({
          model: this.setup.model.id,
          found: dimension,
          collection: place.collection,
          expected: state.dimension ?? 0,
        }),
      );
    }
    const size = await readSize(this.store, collection, this.signal());
    if (size !== undefined && size !== dimension) throw this.#foreign(collection, size, dimension);
    // Even if it exists: a run may have died before it created the indexes.
    await makeCollection(this.store, collection, dimension, this.signal());
    await this.#save({ ...state, dimension, checkedAt: this.#ctx.clock.now() });
    return { store: this.hash, collection, generation: state.generation };
  }
  #foreign(collection: string, size: number, dimension: number): ServiceError {
    return new ServiceError(
      "settings",
      m.semantic_search_store_differs({ collection, found: size, model: this.setup.model.id, expected: dimension }),
    );
  }

  /** Notes an error; nothing is requested before it may have passed. */
  async fail(trouble: ServiceError): Promise<void> {
    const now = this.#ctx.clock.now();
    const wait = trouble.after === undefined ? (trouble.kind === "later" ? seconds(50) : seconds(110)) : seconds(trouble.after);
    // If the collection disappears during the work, it is checked at once the next time.
    const checkedAt = trouble.kind === "missing" ? 0 : this.state.checkedAt;
    await this.#save({ ...this.state, checkedAt, retryAt: now + Math.min(wait, minutes(60 * 24)), error: trouble.message });
  }
  async #save(state: StoreState): Promise<void> {
    this.state = state;
    await this.#ctx.db.commit([writeStore(rowName(this.hash, this.setup), state)]);
  }
}

/** The row of the store and the model. */
export const rowName = (hash: string, setup: Setup): string => `${hash} ${setup.model.id}`;
export const storeOf = (ctx: Store["ctx"], setup: Setup): Store => ({ ctx, url: setup.storeUrl, key: setup.storeKey });
