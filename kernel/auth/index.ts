export * from "./checksum.ts";
export * from "./cookies.ts";
export * from "./crypto.ts";
export * from "./principal.ts";
export * from "./installation.ts";
