const least = -1074
const greatest = 1023

/** 2^-1074 .. 2^1023 by doubling, which is exact: no engine can differ, whatever its byte order. */
const powers = new Float64Array(greatest - least + 1)
for (let i = 0, value = Number.MIN_VALUE; i < powers.length; i++, value *= 2) powers[i] = value

/** Return 2 to the power of an integer from -1074 to 1023. */
export function powerOfTwo(exponent: number): number {
  return powers[exponent - least]!
}

/** Return `x` times 2^exponent for -2140 < exponent < 2046, rounded once more where the product is subnormal. */
export function scale(x: number, exponent: number): number {
  if (exponent > greatest) return x * powerOfTwo(greatest) * powerOfTwo(exponent - greatest)
  if (exponent < -1022) return x * powerOfTwo(-1022) * powerOfTwo(exponent + 1022)
  return x * powerOfTwo(exponent)
}
