// Paths of the routes of the question; paths.test.ts compares them with the contract.
const of = (id: string) => `/api/widget/conversations/${encodeURIComponent(id)}/rating`;
export const ratingPaths = { own: of, shown: (id: string) => `${of(id)}/shown` };
