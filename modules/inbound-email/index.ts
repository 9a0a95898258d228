// Exports of inbound email: extension points and helpers for modules that handle received mail.
export { inboundInterceptor, type InboundInterceptor, type IncomingMail, type Interception } from "./extension.ts";
