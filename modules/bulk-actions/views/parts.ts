// One file to load: whoever selects a row needs all of it.
export { BulkProgress } from "./progress.tsx";
export { RowCheckbox } from "./row-checkbox.tsx";
export { SelectButton, SelectionBar } from "./selection-bar.tsx";
