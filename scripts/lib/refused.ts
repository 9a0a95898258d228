/** An expected error that a person can act on: its message is shown without a stack. */
export class Refused extends Error {}
