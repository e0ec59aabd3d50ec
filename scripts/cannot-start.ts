/** A reason the person at the terminal can do something about: printed without a stack trace. */
export class CannotStart extends Error {}
