// The addresses of the routes that only the card calls; api.test.ts compares them with the contract as well.
export const addressPaths = { own: "/api/widget/address", prove: "/api/widget/address/prove" };
