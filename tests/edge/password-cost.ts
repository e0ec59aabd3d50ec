/**
 * In place of edge/session/password-cost.ts: the same hashing in a sixteen-thousandth of the work, one slice for each of two
 * blocks. What its own cost depends on is looked at by tests that name one.
 */
export const scryptCost = { N: 2 ** 4, r: 1, p: 2 }
