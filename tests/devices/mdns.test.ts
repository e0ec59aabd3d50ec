import { networkInterfaces } from 'node:os'
import { Bonjour, type Service } from 'bonjour-service'
import { expect, test } from 'vitest'
import { advertise } from '../../devices/mdns.ts'

/** Multicast DNS is heard by nobody where there is only the loopback. */
const hasNetwork = Object.values(networkInterfaces())
  .flat()
  .some((one) => one && !one.internal && one.family === 'IPv4')

test.skipIf(!hasNetwork)(
  '[LAN-001] a device is found by its hostname in the local network, and says goodbye',
  async () => {
    const hostname = `bcube-${Math.floor(Math.random() * 9000) + 1000}`
    const finder = new Bonjour()
    const gone = Promise.withResolvers<void>()
    const found = new Promise<Service>((resolve) => {
      const browser = finder.find({ type: 'bapp-device' })
      browser.on('up', (service: Service) => service.name === hostname && resolve(service))
      browser.on('down', (service: Service) => service.name === hostname && gone.resolve())
    })
    const uuid = '00000000-0000-4000-8000-000000000001'
    const advertised = advertise({ uuid, hostname, type: 'bcube' }, 8780, () => undefined)
    expect(await found).toMatchObject({
      host: `${hostname}.local`,
      port: 8780,
      txt: { uuid, type: 'bcube', api: '1' },
    })
    await advertised.stop()
    await gone.promise
    finder.destroy()
  },
)
