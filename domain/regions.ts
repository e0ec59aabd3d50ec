export type Region = 'eu' | 'na'

export const regionNames = ['eu', 'na'] as const

/** Cloudflare's jurisdiction of each region's stores; Canada has none of its own, so it lives in `us` by contract. */
export const jurisdictions: Readonly<Record<Region, 'eu' | 'us'>> = { eu: 'eu', na: 'us' }

export interface RegionEntry {
  region: Region
  /** Origin of that region's deployment, without a trailing slash. */
  baseUrl: string
}
