/** A refusal that a person can act on: its message is shown as it stands, without a stack. */
export class Refused extends Error {}
