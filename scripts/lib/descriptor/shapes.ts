// Types of the files that the descriptor reads. Every field may be missing; the checks report it.

export interface Binding {
  readonly name: string;
  readonly kind: "d1" | "r2" | "queue" | "durable-object" | "assets";
  readonly purpose: string;
}

/** `edition/operations.json`. */
export interface Operations {
  readonly version: number;
  readonly edition: string;
  /** Package scripts that an operator relies on. */
  readonly scripts: readonly string[];
  readonly bindings: readonly Binding[];
  readonly schedule: string;
}

/** `wrangler.jsonc`. */
export interface WorkerFile {
  readonly main?: string;
  readonly account_id?: string;
  readonly routes?: readonly unknown[];
  readonly route?: unknown;
  readonly compatibility_flags?: readonly string[];
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly assets?: { readonly binding?: string };
  readonly d1_databases?: readonly { readonly binding: string; readonly migrations_dir?: string }[];
  readonly r2_buckets?: readonly { readonly binding: string }[];
  readonly queues?: {
    readonly producers?: readonly { readonly binding: string; readonly queue: string }[];
    readonly consumers?: readonly { readonly queue: string; readonly dead_letter_queue?: string }[];
  };
  readonly durable_objects?: { readonly bindings?: readonly { readonly name: string; readonly class_name: string }[] };
  readonly migrations?: readonly { readonly new_sqlite_classes?: readonly string[] }[];
  readonly triggers?: { readonly crons?: readonly string[] };
}

/** `package.json`. */
export interface Package {
  readonly version: string;
  readonly packageManager?: string;
  readonly scripts: Readonly<Record<string, string>>;
}

/** The bindings that a worker file declares. */
export const bindingsOf = (worker: WorkerFile): Omit<Binding, "purpose">[] => [
  ...(worker.d1_databases ?? []).map((one) => ({ name: one.binding, kind: "d1" as const })),
  ...(worker.r2_buckets ?? []).map((one) => ({ name: one.binding, kind: "r2" as const })),
  ...(worker.queues?.producers ?? []).map((one) => ({ name: one.binding, kind: "queue" as const })),
  ...(worker.durable_objects?.bindings ?? []).map((one) => ({ name: one.name, kind: "durable-object" as const })),
  ...(worker.assets?.binding === undefined ? [] : [{ name: worker.assets.binding, kind: "assets" as const }]),
];
