// Types of the Node modules that worker code uses (nodejs_compat). @types/node together with workers-types would make `URL` and `fetch`
// ambiguous.

declare module "node:crypto" {
  export interface ScryptOptions {
    readonly N?: number;
    readonly r?: number;
    readonly p?: number;
    readonly maxmem?: number;
  }
  type Bytes = ArrayBufferView | ArrayBuffer;
  type Encoding = "hex" | "base64" | "base64url";
  export interface Hash {
    update(data: string | Bytes): this;
    digest(): Uint8Array<ArrayBuffer>;
    digest(encoding: Encoding): string;
  }
  export function scrypt(
    password: string | Bytes,
    salt: string | Bytes,
    keyLength: number,
    options: ScryptOptions,
    callback: (error: Error | null, key: Uint8Array<ArrayBuffer>) => void,
  ): void;
  export function scryptSync(
    password: string | Bytes,
    salt: string | Bytes,
    keyLength: number,
    options?: ScryptOptions,
  ): Uint8Array<ArrayBuffer>;
  export function timingSafeEqual(a: Bytes, b: Bytes): boolean;
  export function createHash(algorithm: "sha256" | "sha1" | "sha512"): Hash;
  export function createHmac(algorithm: "sha256" | "sha1" | "sha512", key: string | Bytes): Hash;
  export function hkdfSync(
    digest: "sha256",
    key: string | Bytes,
    salt: string | Bytes,
    info: string | Bytes,
    keyLength: number,
  ): ArrayBuffer;
  export function randomBytes(size: number): Uint8Array<ArrayBuffer>;
}

interface ImportMeta {
  /** Filled in by Vite; absent in a plain Node run. */
  readonly env?: { readonly DEV: boolean; readonly PROD: boolean };
}
