// The parts of other modules, which the widget's build lists (vite.widget.config.ts).
declare module "virtual:widget-parts" {
  import type { WidgetPart } from "../modules/widget/client/lazy/parts.ts";
  export const parts: readonly { readonly name: string; readonly load: () => Promise<WidgetPart> }[];
}
declare module "virtual:widget-help" {
  import type { HelpPart } from "../modules/widget/client/lazy/help-part.ts";
  export const help: () => Promise<HelpPart>;
}
