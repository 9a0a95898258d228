// Set by the build: false in every production bundle, true under `pnpm dev`, absent elsewhere.
interface ImportMeta {
  readonly env?: { readonly DEV?: boolean };
}
