import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'
import { clockCheckMs, clockGapMs } from '../domain/catalog/limits.ts'
import type { NetworkConfig } from '../domain/desktop-bridge.ts'
import type { Tell } from './device-registry.ts'

export interface MachineWatch {
  network(): NetworkConfig
  stop(): void
}

/** Parts of the machine that are watched; tests give their own. */
export interface MachineLook {
  now(): number
  interfaces(): NodeJS.Dict<NetworkInterfaceInfo[]>
  every(ms: number, act: () => void): () => void
}

export const realLook: MachineLook = {
  now: Date.now,
  interfaces: networkInterfaces,
  every(ms, act) {
    const timer = setInterval(act, ms)
    return () => clearInterval(timer)
  },
}

/**
 * Check this machine's clock every five seconds (spec §9), and its network with it. After a gap of more than thirty
 * seconds tell the pages, which refresh their account: the machine slept, and much may have changed meanwhile. Check it
 * here, because browsers slow down the timers of hidden pages.
 */
export function watchMachine(tell: Tell, look: MachineLook = realLook): MachineWatch {
  let before = look.now()
  let network = describeNetwork(look.interfaces())
  const stop = look.every(clockCheckMs, () => {
    const away_ms = look.now() - before
    before += away_ms
    if (away_ms > clockGapMs) tell('clock', { away_ms })
    const now = describeNetwork(look.interfaces())
    if (JSON.stringify(now) === JSON.stringify(network)) return
    network = now
    tell('networkConfig', network)
  })
  return { network: () => network, stop }
}

/**
 * List the addresses by which devices can be reached: those of this machine's physical interfaces, in IPv4, by which
 * they are found.
 */
function describeNetwork(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): NetworkConfig {
  const found = Object.entries(interfaces).flatMap(([name, infos]) =>
    (infos ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => ({ name, address })),
  )
  return { interfaces: found }
}
