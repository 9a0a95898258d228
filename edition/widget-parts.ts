// The parts of the widget's panel that modules other than the widget bring, in the order in which they are drawn. Each is
// `modules/<name>/client/<name>.tsx` and becomes a chunk of its own; which of them a project's visitors download, modules decide with
// `widgetParts`.
export const WIDGET_PARTS = ["assistant-actions", "satisfaction"] as const;
/** The module that brings the help center, `modules/<name>/client/<name>.ts`: the panel loads it where the project's is open. */
export const WIDGET_HELP = "widget-help-center";
