export { addressOf } from "./address.ts";
export { type App, appOrigin, makeApp } from "./app.ts";
export { readFormOrJson, readText } from "./body.ts";
export { Html, html, htmlResponse } from "./html.ts";
export { field, pageResponse, problemBox } from "./page.ts";
export { type Authenticator, type CallerOf, type Claims, type Credential, type RequestCtx, serve, type Served, serveReading } from "./served.ts";
