// Paths of the routes that only the open panel calls; api.test.ts compares them with the contract.

const W = "/api/widget/";
const part = encodeURIComponent;

export const panelPaths = {
  ticket: `${W}socket-ticket`,
  socket: (after: number) => `${W}socket?after=${after}`,
  messages: (id: string) => `${W}conversations/${part(id)}/messages`,
  thread: (id: string, range?: "before" | "after", revision?: number) =>
    `${W}conversations/${part(id)}/events${range ? `?${range}=${revision}` : ""}`,
  upload: (name: string, clientId: string) => `${W}files?name=${part(name)}&clientId=${clientId}`,
  file: (id: string) => `/files/${part(id)}`,
};
