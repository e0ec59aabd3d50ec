import { answerMs, type DeviceRegistry, type Tell } from './device-registry.ts'
import { type Find, type Finder, findByMdns } from './find-devices.ts'

/** Looks for devices while somebody is signed in (spec §7 "Desktop shell"). */
export interface Discovery {
  /** Begin; what goes on already goes on. */
  start(): void
  /** End, and forget what was found. */
  stop(): Promise<void>
  readonly isOn: boolean
}

const askEveryMs = 10_000
/** Wait after a goodbye (ms); those that come meanwhile are judged by it or by the next look, so that nobody makes the shell ask without end. */
const farewellMs = answerMs + 500

export function createDiscovery(options: {
  registry: DeviceRegistry
  tell: Tell
  find?: Find
}): Discovery {
  const { registry, tell, find = findByMdns } = options
  let running: { finder: Finder; timer: NodeJS.Timeout } | null = null
  let farewell: NodeJS.Timeout | null = null

  /** Ask all devices, since anybody may say goodbye in the name of one, and drop those that have not answered. */
  function checkFarewell(finder: Finder, hostname: string): void {
    if (running?.finder !== finder || !registry.leave(hostname) || farewell) return
    finder.ask()
    farewell = setTimeout(() => {
      farewell = null
      registry.expire()
    }, farewellMs)
  }

  return {
    get isOn() {
      return running !== null
    },
    start() {
      if (running) return
      const finder = find({
        heard: (service) => running?.finder === finder && registry.hear(service),
        left: (hostname) => checkFarewell(finder, hostname),
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
      if (farewell) clearTimeout(farewell)
      farewell = null
      registry.clear()
      await finder.stop()
    },
  }
}
