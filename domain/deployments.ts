import { jurisdictions, type Region, type RegionEntry } from './regions.ts'

/** Stages that deployments serve (spec §7 "Transport"). */
export type Environment = 'production' | 'validation' | 'staging' | 'qa' | 'develop'

/** The live bus knows these places; North America's is called Canadian (spec §7 "Live socket", decisions D46). */
export type LivePlace = 'production' | 'canadian' | 'staging' | 'qa' | 'development'

export interface Deployment {
  /** Name of the environment in wrangler.toml, and what `npm run deploy` is given. */
  readonly name: string
  readonly environment: Environment
  readonly region: Region
  /** Host of app, API and live bus: one origin for all, so that nothing is ever sent across. */
  readonly host: string
  readonly livePlace: LivePlace
}

/** Domain of all hosts below. An operator enters theirs here and in wrangler.toml. */
const domain = 'bapp.example'

function at(
  name: string,
  environment: Environment,
  region: Region,
  livePlace: LivePlace,
  label = name,
): Deployment {
  return { name, environment, region, livePlace, host: `${label}.${domain}` }
}

/**
 * Every deployment of the service. wrangler.toml says the same to Cloudflare, and a test compares the two
 * (spec §7 "Transport", decisions D45 and D46).
 */
export const deployments: readonly Deployment[] = [
  at('production-eu', 'production', 'eu', 'production', 'eu'),
  at('production-na', 'production', 'na', 'canadian', 'na'),
  // Let validation speak live at its own region's address.
  at('validation-eu', 'validation', 'eu', 'production'),
  at('validation-na', 'validation', 'na', 'canadian'),
  at('staging', 'staging', 'eu', 'staging'),
  at('qa', 'qa', 'eu', 'qa'),
  at('develop', 'develop', 'eu', 'development'),
]

/** All deployments speak this version of the API. */
const apiVersion = 'v3'

/** Return the address of a deployment's API, without a trailing slash. */
export function apiUrl({ host }: Deployment): string {
  return `https://${host}/${apiVersion}`
}

/** Return the address of a deployment's live bus; the path continues with the company. */
export function liveUrl({ host }: Deployment): string {
  return `wss://${host}/${apiVersion}/live`
}

/**
 * Return the address of the live bus for a page or device that reached the service at `origin`: that of the origin's
 * deployment, and on a developer's machine the same host (spec §7 "Live socket", decisions D45). `path` is the one its
 * token came with.
 */
export function liveAddress(origin: string, path: string): string {
  const [protocol = '', host = ''] = origin.split('://')
  const deployment = deploymentAt(host)
  const own = `${protocol.replace('http', 'ws')}://${host}/${apiVersion}/live`
  return (deployment ? liveUrl(deployment) : own) + path.replace(`/${apiVersion}/live`, '')
}

/** Return the jurisdiction of a deployment's D1, R2 and Durable Objects. */
export function jurisdictionOf({ region }: Deployment): 'eu' | 'us' {
  return jurisdictions[region]
}

export function deploymentAt(host: string): Deployment | undefined {
  return deployments.find((one) => one.host === host)
}

/**
 * List the deployments that a page of this host may choose from: those of its environment, one for each region. A page
 * of an unknown host gets those of the given environment, else staging.
 */
export function deploymentsFor(host: string, environment?: string): readonly Deployment[] {
  const wanted = deploymentAt(host)?.environment ?? environment
  const found = deployments.filter((one) => one.environment === wanted)
  return found.length > 0 ? found : deployments.filter((one) => one.environment === 'staging')
}

/** Facts that a deployment has about itself and the requesting page. */
export interface Asked {
  /** Origin the page was loaded from. */
  origin: string
  region: Region
  /** `local` or an environment of the list. */
  environment: string
  /** `eu=https://…,na=https://…`: addresses that come before the list, as two regions on one machine need. */
  configured?: string | undefined
}

/**
 * Make the region list for a page (spec §7 "Transport", decisions R13 and D45). A developer's machine knows only itself
 * unless more are configured, so that nothing is ever sent to a guessed host.
 */
export function regionList({ origin, region, environment, configured }: Asked): RegionEntry[] {
  const own = { region, baseUrl: origin }
  if (configured) {
    const list = readConfigured(configured)
    return list.some((entry) => entry.region === region) ? list : [own, ...list]
  }
  if (environment === 'local') return [own]
  return deploymentsFor(origin.replace(/^.*\/\//, ''), environment).map((one) => ({
    region: one.region,
    baseUrl: `https://${one.host}`,
  }))
}

function readConfigured(text: string): RegionEntry[] {
  const list: RegionEntry[] = []
  for (const pair of text.split(',')) {
    const [region, baseUrl] = pair.trim().split('=')
    if ((region === 'eu' || region === 'na') && baseUrl) list.push({ region, baseUrl })
  }
  return list
}
