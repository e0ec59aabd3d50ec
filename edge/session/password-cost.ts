/**
 * scrypt with N=2^13, r=8, ten times one after another: as much work as p=10, an OWASP equivalent of 2^17/8/1, in
 * 8 MiB.
 */
export const scryptCost = { N: 2 ** 13, r: 8, p: 1 }
export const scryptTurns = 10
