// Components of the contact's page, loaded with the first one.
export { DeleteNote } from "./delete-note.tsx";
export { EraseAction } from "./erase-action.tsx";
export { ErasurePanel } from "./erasure-panel.tsx";
