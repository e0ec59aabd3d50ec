/** How long a connection may take to sign in. */
export const SIGN_IN_MS = 5000

/** A silent device is asked after this time, and is gone when it does not answer within the same time. */
export const WATCH_MS = 30_000

/** How long a device that was asked to sign in again may take before it counts as gone. */
export const GRACE_MS = 3000
