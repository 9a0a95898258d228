// Components of the contact's page, loaded with the first one.
export { EraseAction } from "./erase-action.tsx";
export { ErasurePanel } from "./erasure-panel.tsx";
