// Points of the vector store: one for each piece, with the fields that searches filter by. No text: texts stay in our database.
import { sha256 } from "#kernel/auth/index.ts";
import type { KnowledgeDocumentId, ProjectId } from "#kernel/ids/index.ts";
import type { Audience } from "#modules/retrieval/contract";
import type { SourceKind } from "#modules/retrieval/contract";

export interface Payload {
  readonly projectId: ProjectId;
  readonly documentId: KnowledgeDocumentId;
  /** The chunk's place in its document. */
  readonly ordinal: number;
  /** The document's, so that a point of an older text is known. */
  readonly hash: string;
  readonly locale: string;
  readonly audience: Audience;
  readonly assistant: boolean;
  readonly kind: SourceKind;
}
export interface Point {
  readonly id: string;
  readonly vector: readonly number[];
  readonly payload: Payload;
}

/** The fields that a filter names, with how they are indexed: a store in strict mode filters by nothing else. */
export const INDEXES: Readonly<Record<Exclude<keyof Payload, "ordinal">, unknown>> = {
  projectId: { type: "keyword", is_tenant: true },
  documentId: "keyword",
  hash: "keyword",
  locale: "keyword",
  audience: "keyword",
  assistant: "bool",
  kind: "keyword",
};

/** RFC 9562 §5.5: the namespace of our points. */
const NAMESPACE = "6f1c9a52-6f0e-5f8e-9a53-1d7a5c2b0e41";

/** The point of a chunk has one id however often it is written: a repetition replaces it. */
export async function pointId(projectId: string, documentId: string, ordinal: number, model: string): Promise<string> {
  const name = new TextEncoder().encode(JSON.stringify([projectId, documentId, ordinal, model]));
  const space = Uint8Array.from(NAMESPACE.replaceAll("-", "").match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
  const bytes = new Uint8Array(space.length + name.length);
  bytes.set(space);
  bytes.set(name, space.length);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-1", bytes)).slice(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

/** A model of its own, and vectors of another size, have a collection of their own. */
export const collectionName = (model: string, dimension: number): string =>
  `seed-desk_${model.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, "_")}_${dimension}`.slice(0, 200);

/** Where vectors are: the store, the collection in it, and how often it was made. */
export interface Place {
  readonly store: string;
  readonly collection: string;
  readonly generation: number;
}
export const placeText = ({ store, collection, generation }: Place): string => `${store} ${collection} ${generation}`;
/** Undefined for "nowhere". */
export function placeOf(text: string): Place | undefined {
  const [store, collection, generation] = text.split(" ");
  if (store === undefined || collection === undefined || generation === undefined) return undefined;
  return { store, collection, generation: Number(generation) };
}
/** What tells one store from another, without its address. */
export const storeName = (url: string): string => sha256(url).slice(0, 12);
