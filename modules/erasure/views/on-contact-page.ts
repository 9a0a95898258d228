// What is loaded with the first contact's page.
export { EraseAction } from "./erase-action.tsx";
export { ErasurePanel } from "./erasure-panel.tsx";
