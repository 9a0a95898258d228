// The server face of the widget.
export { type UsedPart, widgetParts } from "./extension.ts";
export { widgetConfigOf } from "./widget-config.ts";
