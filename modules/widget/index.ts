// The server face of the widget.
export { widgetConfigOf } from "./widget-config.ts";
