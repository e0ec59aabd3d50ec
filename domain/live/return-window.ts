/** Devices that one hub takes back in a second while people work: measured by `npm run bench -- scale` (docs/scale.md). */
const returnsPerSecond = 40
const shortestS = 1
const longestS = 100

/**
 * Return the seconds over which the devices of a company spread their return after the live bus has lost all its connections
 * (a deployment, a restart): a laboratory of three is back at once, a fleet of thousands does not come as one.
 */
export function returnWindowS(devices: number): number {
  return Math.min(longestS, Math.max(shortestS, Math.ceil(devices / returnsPerSecond)))
}

/**
 * Return the share of the window, 0 to below 1, at which a device comes back: by a hash of its uuid (FNV-1a of 32 bits), so
 * that a fleet is spread evenly and each device has its place.
 */
export function placeInWindow(device: string): number {
  let hash = 0x811c9dc5
  for (const letter of device) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  // Mix once more: uuids of a series differ in their last letters only.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
