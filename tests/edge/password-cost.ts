/** In place of edge/session/password-cost.ts: the same hashing, in an eightieth of the work. */
export const scryptCost = { N: 2 ** 9, r: 8, p: 2 }
