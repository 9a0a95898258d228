// Paths of the routes that only the assistant's part calls; api.test.ts compares them with the contract.
const of = (id: string) => `/api/widget/conversations/${encodeURIComponent(id)}/`;
export const assistantPaths = {
  state: (id: string) => `${of(id)}assistant`,
  stop: (id: string) => `${of(id)}assistant/stop`,
  person: (id: string) => `${of(id)}person`,
  rating: (id: string, messageId: string) => `${of(id)}messages/${encodeURIComponent(messageId)}/rating`,
};
