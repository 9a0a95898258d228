// Types of `import.meta.env` in tests.
interface ImportMeta {
  readonly env?: { readonly DEV: boolean; readonly PROD: boolean; readonly BUILD_ID?: string };
}
