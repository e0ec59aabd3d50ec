/** Longest time of a connection before its sign-in. */
export const SIGN_IN_MS = 5000

/** A silent device is asked after this time, and is gone when it does not answer within the same time. */
export const WATCH_MS = 30_000

/** Longest time that a device may take to sign in again before it counts as gone. */
export const GRACE_MS = 3000
