// Paths of the routes that only the cards of actions call; action-paths.test.ts compares them with the contract.
const of = (id: string) => `/api/widget/action-requests/${encodeURIComponent(id)}/`;
export const actionPaths = {
  list: (conversationId: string) => `/api/widget/conversations/${encodeURIComponent(conversationId)}/action-requests`,
  confirm: (id: string) => `${of(id)}confirm`,
  decline: (id: string) => `${of(id)}decline`,
  code: (id: string) => `${of(id)}code`,
  prove: (id: string) => `${of(id)}prove`,
};
