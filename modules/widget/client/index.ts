// What parts of the panel that other modules bring may use of it. Loaded with the panel, so it costs such a part nothing.
export { importPart, OFFLINE, refused } from "./api.ts";
export { uuid } from "./ids.ts";
export { addressPaths } from "./lazy/address-paths.ts";
export { addressCardOf } from "./lazy/address-state.ts";
export { CodeFields, cardStyle } from "./lazy/code-form.tsx";
export { type CodeForm, makeCodeForm } from "./lazy/code-state.ts";
export type { PanelController } from "./panel/controller.ts";
export { clockOf } from "./panel/dates.ts";
export { h } from "./panel/dom.ts";
export type { Files } from "./panel/language.ts";
export { lazyPart } from "./panel/lazy-part.ts";
export type { WidgetPart } from "./lazy/parts.ts";
export { type Say, textsOf } from "./panel/part-texts.ts";
export type { PanelState } from "./panel/state.ts";
export type { Thread } from "./panel/thread-state.ts";
export { storageEntry } from "./storage.ts";
