export { type ExtensionPoint, extensionPoint, provide, type Provided } from "./extension.ts";
export { buildHouse } from "./house.ts";
export { type Log, makeLog } from "./log.ts";
export { defineModule } from "./module.ts";
export type { Ctx, Env, House, MinuteTask, Module } from "./vocabulary.ts";
