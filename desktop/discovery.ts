import type { DeviceRegistry, Tell } from './device-registry.ts'
import { type Find, type Finder, findByMdns } from './find-devices.ts'

/** Looks for devices while somebody is signed in (spec §7 "Desktop shell"). */
export interface Discovery {
  /** Begins; what goes on already goes on. */
  start(): void
  /** Ends, and forgets what was found. */
  stop(): Promise<void>
  readonly isOn: boolean
}

const askEveryMs = 10_000

export function createDiscovery(options: {
  registry: DeviceRegistry
  tell: Tell
  find?: Find
}): Discovery {
  const { registry, tell, find = findByMdns } = options
  let running: { finder: Finder; timer: NodeJS.Timeout } | null = null
  return {
    get isOn() {
      return running !== null
    },
    start() {
      if (running) return
      const finder = find({
        heard: (service) => running?.finder === finder && registry.hear(service),
        left: (hostname) => running?.finder === finder && registry.leave(hostname),
        failed: () => tell('notification', { kind: 'no_discovery', device: null }),
      })
      const timer = setInterval(() => {
        finder.ask()
        registry.expire()
      }, askEveryMs)
      running = { finder, timer }
    },
    async stop() {
      if (!running) return
      const { finder, timer } = running
      running = null
      clearInterval(timer)
      registry.clear()
      await finder.stop()
    },
  }
}
