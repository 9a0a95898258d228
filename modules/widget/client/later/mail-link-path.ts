// Path of the route that a mail's link leads to; api.test.ts compares it with the contract.
export const COME_BACK = "/api/widget/return";
