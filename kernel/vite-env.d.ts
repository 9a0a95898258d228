// Set by the build, absent elsewhere. DEV: false in every production bundle, true under `pnpm dev`.
interface ImportMeta {
  readonly env?: { readonly DEV?: boolean; readonly BUILD_ID?: string };
}
