// Path of the route that exchanges a mail's link; api.test.ts compares it with the contract.
export const COME_BACK = "/api/widget/return";
