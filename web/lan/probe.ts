import { Fault } from '../../domain/fault.ts'
import { inDesktop } from '../host/host.ts'
import { greetDevice } from './call-device.ts'

/**
 * Find out why a page cannot reach the local network, as far as a page can. Browsers do not tell a page why a request failed; each
 * possible cause is tested by itself, and the rest is reported as unknown.
 */
export type LanObstacle =
  /** The person, or their administrator, has said no to this site. */
  | 'denied'
  /** The browser will ask, or is asking now. */
  | 'ask_first'
  /** A page of https may not call a device by http in this browser. */
  | 'mixed_content'
  /** The browser has neither the keys nor the database of a secure page. */
  | 'not_secure'
  /** This machine has no network at all. */
  | 'no_network'
  /** It was allowed, as far as can be seen: no such name here, or the device is off. */
  | 'no_answer'

export interface LanReach {
  /** True when a device has just answered. */
  reached: boolean
  obstacle: LanObstacle | null
  /** Permission of this site; null in browsers that have no such permission. */
  permission: PermissionState | null
  /** Answered devices by hostname. */
  answered: string[]
}

export interface ProbeWorld {
  protocol: string
  /** The page's own host: on this machine itself a page may call whatever it likes. */
  hostname: string
  isSecureContext: boolean
  onLine: boolean
  permission(): Promise<PermissionState | null>
  greet(hostname: string): Promise<unknown>
}

/** Names of the permission, the newest first: it was split in two, and each browser knows some of them. */
const permissionNames = ['local-network', 'local-network-access']

const pageWorld: ProbeWorld = {
  get protocol() {
    return location.protocol
  },
  get hostname() {
    return location.hostname
  },
  get isSecureContext() {
    return isSecureContext
  },
  get onLine() {
    return navigator.onLine
  },
  permission: readPermission,
  greet: (hostname) => greetDevice(hostname),
}

async function readPermission(): Promise<PermissionState | null> {
  // Ask nothing in the desktop shell, whose host needs no permission.
  if (inDesktop()) return null
  for (const name of permissionNames) {
    try {
      const status = await navigator.permissions.query({ name: name as PermissionName })
      return status.state
    } catch {
      // Try the next name: this browser does not know that one (Firefox, Safari and older Chromium know none).
    }
  }
  return null
}

/**
 * Find out whether this page reaches devices of the local network, by asking the ones named (none: by what can be known
 * without asking). One that answers settles it, whatever the browser says of itself.
 */
export async function probeLan(
  hostnames: readonly string[],
  world: ProbeWorld = pageWorld,
): Promise<LanReach> {
  const before = await world.permission()
  const outcomes = await Promise.all(
    hostnames.map(async (hostname) => {
      try {
        await world.greet(hostname)
        return true
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        // Count a device that refuses as one that is there.
        return error.code !== 'network' && error.code !== 'timeout'
      }
    }),
  )
  const answered = hostnames.filter((_, at) => outcomes[at])
  const reached = answered.length > 0
  // Ask again, since the browser may have asked the person meanwhile.
  const permission = hostnames.length > 0 ? await world.permission() : before
  return { reached, answered, permission, obstacle: reached ? null : judge(world, permission) }
}

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

function judge(world: ProbeWorld, permission: PermissionState | null): LanObstacle {
  if (!world.isSecureContext) return 'not_secure'
  if (permission === 'denied') return 'denied'
  if (permission === 'prompt') return 'ask_first'
  // Expect no exception for the local network from a browser without the permission.
  if (permission === null && world.protocol === 'https:' && !isLoopback(world.hostname)) {
    return 'mixed_content'
  }
  return world.onLine ? 'no_answer' : 'no_network'
}
