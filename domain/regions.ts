export type Region = 'eu' | 'na'

export const regionNames = ['eu', 'na'] as const

/** Cloudflare's jurisdiction of each region's stores; Canada has none of its own, so it lives in `us` by contract. */
export const jurisdictions: Readonly<Record<Region, 'eu' | 'us'>> = { eu: 'eu', na: 'us' }

export interface RegionEntry {
  region: Region
  /** Origin of that region's deployment, without a trailing slash. */
  baseUrl: string
}

/**
 * The region list by page host (spec §7 "Transport", decisions R13 and D45). A deployment names its own
 * list in configuration; without one it knows only itself, so nothing is ever sent to a guessed host.
 */
export function regionList(
  configured: string | undefined,
  own: Region,
  origin: string,
): RegionEntry[] {
  const list: RegionEntry[] = []
  for (const pair of (configured ?? '').split(',')) {
    const [region, baseUrl] = pair.trim().split('=')
    if ((region === 'eu' || region === 'na') && baseUrl) list.push({ region, baseUrl })
  }
  return list.some((entry) => entry.region === own)
    ? list
    : [{ region: own, baseUrl: origin }, ...list]
}
