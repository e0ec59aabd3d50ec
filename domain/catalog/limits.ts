/** Business constants (spec §9). Milliseconds and counts. */
export const callTimeoutMs = 30_000
export const callRetries = 3
export const statusBatchMs = 5_000
export const deviceGuardMs = 5_000
export const socketReconnectMs = 3_000
export const refreshPageSize = 500
export const listPageSize = 10
export const extensionCycles = 5
export const passwordLength = 8
/** A command nobody took by then is expired, so that a device that wakes up late does not act on it. */
export const commandLifeMs = 120_000
