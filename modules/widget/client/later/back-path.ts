// The address of the route that only a link of a mail leads to; api.test.ts compares it with the contract as well.
export const COME_BACK = "/api/widget/return";
