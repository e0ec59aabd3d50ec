// Decision 99: what a receipt of the directory opens, and when it no longer does.
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import { deviceLinkCalls, receiptHeader } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { liveCalls } from '../../domain/calls/live.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { admitted } from '../../edge/requests/admission.ts'
import { makeReceipt } from '../../edge/session/directory-receipt.ts'
import { keyPairOf } from '../../edge/live/nkeys.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { diskHeader } from '../../edge/store-full.ts'
import { sendHeld } from './held.ts'
import { foundLab, type Lab, must, operatorHeaders, send } from './lab.ts'
import { liveSecret } from './live/connect-live.ts'
import { makeDevice, type TestDevice } from './material-bodies.ts'
import { inStoreOf, rewindStore, withoutTriggers } from './store-writes.ts'

let lab: Lab
beforeAll(async () => {
  lab = await foundLab('receipts')
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Go on after the seconds in which no receipt counts, since the device has just got its key. */
const settle = () => vi.useFakeTimers({ now: Date.now() + 6000, toFake: ['Date'] })

const commands = (receipt: string | null, { uuid = lab.device, key = lab.deviceKey } = {}) =>
  send(deviceLinkCalls.commands, {
    headers: {
      Authorization: `Device ${uuid}.${key}`,
      ...(receipt !== null && { [receiptHeader]: receipt }),
    },
  })

/** Take the device out of the directory for a while: what works then was not looked up there. */
async function withoutDirectory<Value>(work: () => Promise<Value>): Promise<Value> {
  const row = await env.DIRECTORY.prepare('SELECT * FROM devices WHERE uuid = ?1')
    .bind(lab.device)
    .first<{ company_uuid: string; key_hash: string }>()
  await env.DIRECTORY.prepare('DELETE FROM devices WHERE uuid = ?1').bind(lab.device).run()
  try {
    return await work()
  } finally {
    await env.DIRECTORY.prepare(
      'INSERT INTO devices (uuid, company_uuid, key_hash) VALUES (?1, ?2, ?3)',
    )
      .bind(lab.device, row?.company_uuid ?? '', row?.key_hash ?? '')
      .run()
  }
}

/** Return a receipt as the service makes it, some seconds after the registration of the device. */
const receiptOf = (given: { company?: string; key?: string; uuid?: string; at?: number } = {}) =>
  makeReceipt(
    liveSecret,
    {
      uuid: given.uuid ?? lab.device,
      key: given.key ?? lab.deviceKey,
      company: given.company ?? lab.company,
    },
    given.at ?? Date.now(),
  )

describe('a receipt of the directory', () => {
  it('comes with the answer to a device that was looked up, and to nobody else', async () => {
    const answer = await must(commands(null))
    expect(answer.headers.get(receiptHeader)).toMatch(new RegExp(`^${lab.company}\\.`))
    const refused = await commands(null, { key: 'A'.repeat(43) })
    expect([refused.status, refused.headers.get(receiptHeader)]).toEqual([401, null])
  })

  it('opens the store of its company without the directory, for its device and key alone', async () => {
    settle()
    const other = await foundLab('receipts-other')
    const answers = await withoutDirectory(async () => ({
      own: await commands(receiptOf()),
      none: await commands(null),
      'another key': await commands(receiptOf(), { key: 'A'.repeat(43) }),
      'another device': await commands(receiptOf({ uuid: other.device })),
      'a company that does not have it': await commands(receiptOf({ company: other.company })),
      'a company that is not there': await commands(receiptOf({ company: crypto.randomUUID() })),
      changed: await commands(receiptOf().replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))),
      'too old': await commands(receiptOf({ at: Date.now() - 61 * 60_000 })),
      'from the future': await commands(receiptOf({ at: Date.now() + 60_000 })),
      'of another secret': await commands(
        makeReceipt(
          'another'.repeat(8),
          { uuid: lab.device, key: lab.deviceKey, company: lab.company },
          Date.now(),
        ),
      ),
    }))
    expect(
      Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status])),
    ).toEqual({
      own: 200,
      none: 401,
      'another key': 401,
      'another device': 401,
      'a company that does not have it': 401,
      'a company that is not there': 401,
      changed: 401,
      'too old': 401,
      'from the future': 401,
      'of another secret': 401,
    })
  })

  it('asks the directory where it does not count: the call works with the right key, and brings another', async () => {
    const answer = await must(commands('nonsense'))
    expect(answer.headers.get(receiptHeader)).not.toBe(null)
  })

  it('does not count any more once the device has another key', async () => {
    const admin = await lab.as('Administrator')
    const known = await must(admin(deviceCalls.get, { params: { id: lab.device } }))
    const { uuid, hostname, serial_no, name, deviceType, model, ...rest } = known.data
    const { bkernel_version, cartridge_type, wavelengths, swarms } = rest
    const facts = { bkernel_version, cartridge_type, wavelengths, swarms }
    const device = { uuid, hostname, serial_no, name, deviceType, model, ...facts }
    const old = receiptOf()
    const { data } = await must(
      send(operatorCalls.createDevice, {
        headers: operatorHeaders,
        body: { company_uuid: lab.company, device },
      }),
    )
    expect((await commands(old)).status).toBe(401)
    // Refuse a receipt made in the moment in which the directory had the old key.
    expect((await commands(receiptOf())).status).toBe(401)
    expect((await commands(null, { key: data.key })).status).toBe(200)
    lab.deviceKey = data.key
  })

  it('does not count any more once the device has left', async () => {
    settle()
    const receipt = receiptOf()
    expect((await withoutDirectory(() => commands(receipt))).status).toBe(200)
    const admin = await lab.as('Administrator')
    await must(admin(deviceCalls.delete, { params: { id: lab.device }, body: { reason: 'sold' } }))
    expect((await commands(receipt)).status).toBe(401)
  })
})

/** More than the seconds in which no receipt counts after a device has got its key. */
const settled = 6000
const pass = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })

/** Return the receipt with which the service answers a device. */
async function receiptFor({ uuid, key }: TestDevice): Promise<string> {
  const { headers } = await must(commands(null, { uuid, key }))
  return headers.get(receiptHeader) ?? ''
}

const registrationOf = ({ uuid }: TestDevice, name: string) => ({
  company_uuid: lab.company,
  device: {
    uuid,
    name,
    hostname: 'host-again',
    serial_no: 'SN-again',
    deviceType: 'bgate' as const,
    model: 'bGATE 96',
    bkernel_version: '2.9.4',
    cartridge_type: 'Wells96' as const,
    wavelengths: ['FAM' as const],
    swarms: [],
  },
})

const giveKey = (device: TestDevice, name: string) =>
  send(operatorCalls.createDevice, {
    headers: operatorHeaders,
    body: registrationOf(device, name) as never,
  })

describe('a receipt of a key that is replaced', () => {
  it('A19-3: is dated from before the directory was asked, whose answer may be late', async () => {
    const device = await makeDevice(lab.company, { name: 'Late answer' })
    const asked = Date.now()
    const { answer } = await sendHeld(
      () => commands(null, device),
      { directory: (text) => text.startsWith('SELECT company_uuid, key_hash FROM devices') },
      async () => void pass(60_000),
    )
    const [, made] = answer.headers.get(receiptHeader)?.split('.') ?? []
    expect(Number(made) - asked).toBeLessThan(30_000)
  })

  it('A19-4: does not count when the directory took long for the new key', async () => {
    const device = await makeDevice(lab.company, { name: 'Slow directory' })
    pass(settled)
    let receipt = ''
    await sendHeld(
      () => giveKey(device, 'Slow directory'),
      { directory: (text) => text.startsWith('INSERT OR IGNORE INTO devices') },
      async () => {
        pass(60_000)
        receipt = await receiptFor(device)
      },
    )
    pass(settled)
    expect((await commands(receipt, device)).status).toBe(401)
  })

  it('A19-4: does not count either where the service broke off behind the directory', async () => {
    const device = await makeDevice(lab.company, { name: 'Broken off' })
    pass(settled)
    let receipt = ''
    const original = CompanyStore.prototype.voidReceipts
    const { answer } = await sendHeld(
      () => giveKey(device, 'Broken off'),
      { directory: (text) => text.startsWith('INSERT OR IGNORE INTO devices') },
      async () => {
        pass(60_000)
        receipt = await receiptFor(device)
        // Make the store unreachable from here on.
        for (const method of ['voidReceipts', 'change'] as const)
          vi.spyOn(CompanyStore.prototype, method).mockImplementation(() => {
            throw new Error('broken off')
          })
      },
    )
    expect(answer.status).toBe(500)
    vi.restoreAllMocks()
    expect(CompanyStore.prototype.voidReceipts).toBe(original)
    pass(settled)
    expect((await commands(receipt, device)).status).toBe(401)
  })

  it('A19-5: is refused where the store is full, and the key is replaced all the same', async () => {
    const device = await makeDevice(lab.company, { name: 'Stolen' })
    pass(settled)
    const receipt = await receiptFor(device)
    const limited = env as { STORE_LIMIT_BYTES?: string }
    limited.STORE_LIMIT_BYTES = '1000'
    onTestFinished(() => {
      delete limited.STORE_LIMIT_BYTES
    })
    vi.spyOn(CompanyStore.prototype, 'voidReceipts').mockImplementation(() => {
      const error = { code: 'store_full', message: 'The store is full' } as const
      return { ok: false, errors: [error] }
    })
    expect((await giveKey(device, 'Stolen')).errors[0]?.code).toBe('store_full')
    expect((await commands(receipt, device)).status).toBe(401)
  })

  it('A19-5: is refused where the disk has no room left', async () => {
    const device = await makeDevice(lab.company, { name: 'Full disk' })
    pass(settled)
    const receipt = await receiptFor(device)
    await env.DIRECTORY.prepare('DELETE FROM devices WHERE uuid = ?1').bind(device.uuid).run()
    const sent = (disk: string) =>
      send(deviceLinkCalls.commands, {
        headers: {
          Authorization: `Device ${device.uuid}.${device.key}`,
          [receiptHeader]: receipt,
          [diskHeader]: disk,
        },
      })
    expect([(await sent('')).status, (await sent('full')).status]).toEqual([200, 401])
  })

  it('A19-6: does not count in a store that was put back to an earlier state', async () => {
    const own = await foundLab('receipts-rewound')
    const asOwn = { uuid: own.device, key: own.deviceKey }
    const admin = await own.as('Administrator')
    pass(settled)
    const { headers } = await must(commands(null, asOwn))
    const receipt = headers.get(receiptHeader)
    await must(admin(auditCalls.exportTrail))
    const { size } = (await must(admin(auditCalls.state))).data
    await must(admin(deviceCalls.delete, { params: { id: own.device }, body: { reason: 'sold' } }))
    await must(admin(auditCalls.exportTrail))
    expect((await commands(receipt, asOwn)).status).toBe(401)
    await inStoreOf(own.company, (sql) => {
      const back = `UPDATE records SET deleted_at = NULL,
        seq = (SELECT max(seq) FROM audit WHERE uuid = ?1 AND seq <= ?2) WHERE uuid = ?1`
      withoutTriggers(sql, () => sql.run(back, own.device, size))
      rewindStore(sql, size)
    })
    expect((await must(admin(auditCalls.state))).data.rewound).toMatchObject({})
    expect((await commands(receipt, asOwn)).status).toBe(401)
  })
})

describe('a question to the store about a receipt', () => {
  it('A19-7: takes a place among the calls of the devices, as all their work there', async () => {
    // Make a device that the process has not seen yet, so that nothing refuses it earlier.
    const device = await makeDevice(lab.company, { name: 'Flood' })
    pass(settled)
    const receipt = receiptOf(device)
    const asked = vi.spyOn(CompanyStore.prototype, 'acceptsReceipt')
    const { runs } = admitted
    admitted.runs = 0
    onTestFinished(() => {
      admitted.runs = runs
    })
    expect((await commands(receipt, device)).errors[0]?.code).toBe('overloaded')
    expect(asked).not.toHaveBeenCalled()
  })

  it('A19-8: is asked again for a token without another place, and the answer has one receipt', async () => {
    const device = await makeDevice(lab.company, { name: 'Token' })
    pass(settled)
    const { device: most } = admitted
    admitted.device = 1
    onTestFinished(() => {
      admitted.device = most
    })
    const { publicKey: public_key } = keyPairOf('user', new Uint8Array(32))
    const token = (receipt: string) =>
      send(liveCalls.deviceToken, {
        headers: { Authorization: `Device ${device.uuid}.${device.key}`, [receiptHeader]: receipt },
        body: { public_key },
      })
    const first = await must(token(''))
    const receipt = first.headers.get(receiptHeader) ?? ''
    expect(receipt.split(', ')).toHaveLength(1)
    await must(token(receipt))
  })
})
