// Types of `import.meta.env`: set by the build, absent elsewhere. DEV is false in production bundles and true under `pnpm dev`.
interface ImportMeta {
  readonly env?: { readonly DEV?: boolean; readonly BUILD_ID?: string };
}
