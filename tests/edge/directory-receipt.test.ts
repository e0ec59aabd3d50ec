// Decision 99: what a receipt of the directory opens, and when it no longer does.
import { env } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { deviceLinkCalls, receiptHeader } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { makeReceipt } from '../../edge/session/directory-receipt.ts'
import { foundLab, type Lab, must, operatorHeaders, send } from './lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await foundLab('receipts')
})

afterEach(() => {
  vi.useRealTimers()
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
    env.LIVE_SECRET,
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
    // Made in the moment in which the directory had the old key.
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
