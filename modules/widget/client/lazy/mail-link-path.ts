// Path of the route that exchanges a mail's link; api.test.ts compares it with the contract.
export const MAIL_LINK_PATH = "/api/widget/return";
