/** Longest time of a connection before its sign-in. */
export const signInMs = 5000

/** Absence of a device before the company's store records it as gone. Shorter ones write nothing. */
export const usualGraceMs = 10_000

/** The same after the hub or the NATS server has lost all its sockets: longer than the return of a whole fleet. */
export const returnMs = 150_000

/** A silent device is asked after this time, and is gone when it does not answer within the same time. */
export const watchMs = 30_000
