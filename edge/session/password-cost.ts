/** Cost of a password hash: an OWASP equivalent of N=2^17, r=8, p=1, in 8 MiB of memory. */
export const scryptCost = { N: 2 ** 13, r: 8, p: 10 }
