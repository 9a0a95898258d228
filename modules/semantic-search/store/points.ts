// Points of the vector store: one per chunk, with the fields for filters. No text: that stays in our database.
import { sha256 } from "#kernel/auth/index.ts";
import type { KnowledgeDocumentId, ProjectId } from "#kernel/ids/index.ts";
import type { Audience } from "#modules/retrieval/contract";
import type { SourceKind } from "#modules/retrieval/contract";

export interface Payload {
  readonly projectId: ProjectId;
  readonly documentId: KnowledgeDocumentId;
  /** The chunk's position in its document. */
  readonly ordinal: number;
  /** The chunk's hash, by which points of an older text are recognised. */
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

/** The filter fields with their index types: a store in strict mode filters only by indexed fields. */
export const INDEXES: Readonly<Record<Exclude<keyof Payload, "ordinal">, unknown>> = {
  projectId: { type: "keyword", is_tenant: true },
  documentId: "keyword",
  hash: "keyword",
  locale: "keyword",
  audience: "keyword",
  assistant: "bool",
  kind: "keyword",
};

/** The UUID namespace of our points (RFC 9562 §5.5). */
const NAMESPACE = "6f1c9a52-6f0e-5f8e-9a53-1d7a5c2b0e41";

/** The id of a chunk's point, always the same, so that a repetition replaces it. */
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

/** A collection per model and vector length. */
export const collectionName = (model: string, dimension: number): string =>
  `seed-desk_${model.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, "_")}_${dimension}`.slice(0, 200);

/** Where vectors are: store, collection, and how often the collection was created. */
export interface Place {
  readonly store: string;
  readonly collection: string;
  readonly generation: number;
}
export const placeText = ({ store, collection, generation }: Place): string => `${store} ${collection} ${generation}`;
/** Undefined for the empty text. */
export function placeOf(text: string): Place | undefined {
  const [store, collection, generation] = text.split(" ");
  if (store === undefined || collection === undefined || generation === undefined) return undefined;
  return { store, collection, generation: Number(generation) };
}
/** Identifies a store without revealing its address. */
export const storeName = (url: string): string => sha256(url).slice(0, 12);
