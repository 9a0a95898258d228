// The dashboard face of MCP: how to connect an assistant, and the button of a proposed reply.
export { slotRegistrations } from "./slots.ts";
