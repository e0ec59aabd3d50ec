/**
 * Random numbers that are a pure function of a name: the reading of one well at one point is the same
 * in whatever order the points are asked for, also after a restart.
 */

/** 32-bit hash of a text (FNV-1a with a final avalanche, so that names one digit apart are far apart). */
function hashName(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Draw uniformly from the open interval (0, 1). */
export function uniform(name: string): number {
  return (hashName(name) + 0.5) / 2 ** 32
}

/** Draw from the normal distribution with mean 0 and deviation 1 (Box and Muller, 1958). */
export function normal(name: string): number {
  const radius = Math.sqrt(-2 * Math.log(uniform(`${name}|radius`)))
  return radius * Math.cos(2 * Math.PI * uniform(`${name}|angle`))
}
