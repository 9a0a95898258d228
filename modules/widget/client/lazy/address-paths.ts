// Paths of the routes that only the address card calls; api.test.ts compares them with the contract.
export const addressPaths = { own: "/api/widget/address", prove: "/api/widget/address/prove" };
