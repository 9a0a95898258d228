export { type App, appOrigin, makeApp } from "./app.ts";
export { readFormOrJson, readJson } from "./body.ts";
export { parseFields, type FormState, formStateOf } from "./form.ts";
export { Html, html, htmlResponse, sentence } from "./html.ts";
export { type OwnOrigin, ownOrigin } from "./own-origin.ts";
export { challengeBox, field, pageResponse, problemBox } from "./page.ts";
export { type CallerOf, serve, serveProving, serveReading } from "./serve.ts";
export type { Authenticator, Claims, Credential, RequestCtx, RegisteredRoute } from "#kernel/module/types.ts";
