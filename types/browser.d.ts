// Types that Vite provides in browser code.
interface ImportMeta {
  readonly env: { readonly DEV: boolean; readonly PROD: boolean };
}

declare module "*.css";
declare module "@fontsource-variable/*";
declare module "*.css?inline" {
  const text: string;
  export default text;
}
declare module "*.json?url" {
  const url: string;
  export default url;
}
declare module "*.svg" {
  const url: string;
  export default url;
}
