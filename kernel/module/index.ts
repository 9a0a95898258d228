export type { Ctx, Env } from "./ctx.ts";
export { type ExtensionPoint, extensionPoint, provide, type Provided } from "./extension.ts";
export { buildHouse, type House } from "./house.ts";
export { type Log, makeLog } from "./log.ts";
export { defineModule, type MinuteTask, type Module } from "./module.ts";
