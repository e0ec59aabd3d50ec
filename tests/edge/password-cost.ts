/** In place of edge/session/password-cost.ts: the same hashing, in a hundredth of the work. */
export const scryptCost = { N: 2 ** 10, r: 8, p: 1 }
export const scryptTurns = 1
