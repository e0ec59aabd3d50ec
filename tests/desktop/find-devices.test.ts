import { afterEach, expect, test } from 'vitest'
import { advertise } from '../../devices/mdns.ts'
import type { HeardService } from '../../desktop/device-registry.ts'
import { findByMdns, type Finder } from '../../desktop/find-devices.ts'
import { hasNetwork } from './host-bench.ts'

let finder: Finder | null = null
afterEach(() => finder?.stop())

test.skipIf(!hasNetwork)(
  '[DESK-006] [MODE-009] a device that makes itself known in the local network is heard, again when asked, and when it goes',
  async () => {
    const hostname = `bgate-${Math.floor(Math.random() * 9000) + 1000}`
    const uuid = '00000000-0000-4000-8000-000000000002'
    const advertised = advertise({ uuid, hostname, type: 'bgate' }, 8781, () => undefined)
    const heard: HeardService[] = []
    const left: string[] = []
    let wake = () => {}
    const until = async (done: () => boolean) => {
      while (!done()) await new Promise<void>((resolve) => (wake = resolve))
    }
    finder = findByMdns({
      // Ignore others in this network, which are none of our business.
      heard: (service) => {
        if (service.hostname === hostname) heard.push(service)
        wake()
      },
      left: (name) => {
        left.push(name)
        wake()
      },
      failed: (reason) => {
        throw new Error(reason)
      },
    })
    await until(() => heard.length > 0)
    expect(heard[0]).toMatchObject({ uuid, hostname, deviceType: 'bgate', port: 8781 })
    const before = heard.length
    finder.ask()
    await until(() => heard.length > before)
    await advertised.stop()
    await until(() => left.includes(hostname))
  },
)
