export { type ExtensionPoint, extensionPoint, type Extensions, provide, type Provided } from "./extension.ts";
export { buildRegistry } from "./registry.ts";
export { type Log, makeLog } from "./log.ts";
export { defineModule } from "./module.ts";
export type { Ctx, Env, AppRegistry, CronTask, Module } from "./types.ts";
