// Receiving: what other modules do with mail that comes in.
export { inboundInterceptor, type InboundInterceptor, type Incoming, type Interception } from "./extension.ts";
