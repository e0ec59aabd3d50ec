import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { mostWrongCodes, showClaimCode } from '../../domain/live/device-claim.ts'
import { readAuditOf } from './audit-of.ts'
import { boxDevice, claimCode, greeting, makeClaimKey } from './boxed-device.ts'
import { foundLab, type Lab, must, type Sender, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'

let world: World
let lab: Lab
let admin: Sender
let other: Sender
beforeAll(async () => {
  world = await makeWorld()
  lab = await foundLab('claims')
  admin = await lab.as('Administrator')
  other = await (await foundLab('claimants')).as('Administrator')
}, 90_000)

const code = claimCode
const refusal = { code: 'refused', reason: 'claim_refused', field: 'code' }

const claim = (sender: Sender, serial_no: string, typed = code, more = {}) =>
  sender(deviceCalls.claim, { body: { serial_no, code: typed, ...more } })
const first = async (sent: ReturnType<Sender>) => (await sent).errors[0]

describe('issue 19: a device is claimed by the code that it shows', () => {
  it('moves from the stock to the company, once, with its name and an entry in both trails', async () => {
    const device = await boxDevice(world.home.company)
    await device.show()
    const typed = ` ${showClaimCode(code).toLowerCase()} `
    const { data } = await must(
      claim(admin, device.serial.toLowerCase(), typed, { name: 'bCUBE of the bench' }),
    )
    expect(data).toMatchObject({ uuid: device.uuid, name: 'bCUBE of the bench', active: 'Y' })
    expect(
      (await must(device.sender(deviceLinkCalls.hello, { body: greeting }))).data,
    ).toMatchObject({ company_uuid: lab.company })
    expect(await device.hello()).toBeUndefined()
    const here = await readAuditOf(lab.company, 'device', device.uuid)
    expect(here.map(({ action }) => action)).toContain('device.register')
    const there = await readAuditOf(world.home.company, 'device', device.uuid)
    expect(there.at(-1)).toMatchObject({
      action: 'device.migrate',
      reason: expect.stringContaining('code on its display'),
    })
    // Send it again, as after a lost answer: it is the same device. For another company the code is used.
    expect((await must(claim(admin, device.serial))).data.uuid).toBe(device.uuid)
    expect(await first(claim(other, device.serial))).toMatchObject(refusal)
  })

  it('needs the right to register, and its number alone is not enough', async () => {
    const device = await boxDevice(world.home.company)
    await device.show()
    const operator = await lab.as('Operator')
    expect((await claim(operator, device.serial)).status).toBe(403)
    expect(await first(claim(admin, device.serial, '00000000'))).toMatchObject(refusal)
    expect(await first(claim(admin, device.serial, 'no code'))).toMatchObject({
      field: 'code',
      reason: 'claim_code',
    })
    await must(claim(admin, device.serial))
  })

  it('answers an unknown number and a device of another company like a wrong code', async () => {
    const theirs = await boxDevice(lab.company)
    expect(await theirs.hello()).toBeUndefined()
    const guesser = await (await foundLab('guessers')).as('Administrator')
    const wrong = await first(claim(guesser, 'NOWHERE-1'))
    expect(wrong).toMatchObject(refusal)
    expect(await first(claim(guesser, theirs.serial))).toEqual(wrong)
  })

  it('counts only what the first key of the device has signed', async () => {
    const device = await boxDevice(world.home.company)
    const challenge = await device.hello()
    expect(challenge).toBeDefined()
    // Take another key, which gets no challenge and whose signature
    // is worth nothing: the credential of the device is not its key.
    expect(await device.hello(makeClaimKey())).toBeUndefined()
    await device.show(code, makeClaimKey())
    expect(await first(claim(admin, device.serial))).toMatchObject(refusal)
    await device.show()
    await must(claim(admin, device.serial))
  })

  it('slows down who guesses, and accepts no code after a hundred wrong ones', async () => {
    const guesser = await (await foundLab('many')).as('Administrator')
    const device = await boxDevice(world.home.company)
    await device.show()
    const faults = []
    for (let count = 0; count < 6; count += 1) {
      // Guess one after the other, as each counts the ones before.
      // oxlint-disable-next-line no-await-in-loop
      faults.push((await first(claim(guesser, device.serial, `0000000${count}`)))?.code)
    }
    expect(faults.filter((fault) => fault === 'refused')).toHaveLength(5)
    expect(faults.at(-1)).toBe('too_many')
    // Let even the right code wait now.
    expect((await first(claim(guesser, device.serial)))?.code).toBe('too_many')
    const count = env.DIRECTORY.prepare('UPDATE device_claims SET wrong = ? WHERE device_uuid = ?')
    await count.bind(mostWrongCodes, device.uuid).run()
    expect(await first(claim(admin, device.serial))).toMatchObject(refusal)
    await count.bind(mostWrongCodes - 1, device.uuid).run()
    await must(claim(admin, device.serial))
  })

  it('seventeenth attack A17-5: a claim of the own device that is sent again takes back no wrong code', async () => {
    const guesser = await (await foundLab('repeaters')).as('Administrator')
    const [own, wanted] = [await boxDevice(world.home.company), await boxDevice(world.home.company)]
    await own.show()
    await must(claim(guesser, own.serial))
    await wanted.show()
    const faults = []
    for (let count = 0; count < 7; count += 1) {
      // Guess one after the other, as each counts the ones before.
      // oxlint-disable-next-line no-await-in-loop
      faults.push((await first(claim(guesser, wanted.serial, `0000000${count}`)))?.code)
      // oxlint-disable-next-line no-await-in-loop
      await claim(guesser, own.serial)
    }
    expect(faults.at(-1)).toBe('too_many')
  })

  it('accepts neither an old code nor an answer to an older challenge', async () => {
    const device = await boxDevice(world.home.company)
    const old = await device.show()
    await env.DIRECTORY.prepare(
      'UPDATE device_claims SET made_at = made_at - 1800000 WHERE device_uuid = ?',
    )
      .bind(device.uuid)
      .run()
    expect(await first(claim(admin, device.serial))).toMatchObject(refusal)
    expect(await device.hello()).not.toBe(old)
    const body = { challenge: old, signature: 'A'.repeat(86) }
    expect(await first(device.sender(deviceLinkCalls.claimAnswer, { body }))).toMatchObject({
      code: 'stale',
      reason: 'claim_over',
    })
  })

  it('a code from before a move is worth nothing after the way back', async () => {
    const device = await boxDevice(world.home.company)
    await device.show()
    const params = { id: device.uuid }
    const to = (company_uuid: string) => ({ params, body: { company_uuid, reason: 'lent' } })
    await must(world.call(deviceCalls.migrate, to(lab.company)))
    const headers = await visiting(world.call, lab.company)
    await must(world.call(deviceCalls.migrate, { ...to(world.home.company), headers }))
    expect(await first(claim(other, device.serial))).toMatchObject(refusal)
    await device.show('2222222Z')
    expect(await first(claim(other, device.serial))).toMatchObject(refusal)
    await must(claim(other, device.serial, '2222222Z'))
  })

  it('says that the name is taken while the device is still in the stock, and goes on with another', async () => {
    const [one, two] = [await boxDevice(world.home.company), await boxDevice(world.home.company)]
    await one.show()
    await must(claim(admin, one.serial, code, { name: 'Bench 1' }))
    await two.show()
    expect(await first(claim(admin, two.serial, code, { name: 'Bench 1' }))).toMatchObject({
      field: 'name',
      reason: 'name_taken',
    })
    expect((await must(claim(admin, two.serial, code, { name: 'Bench 2' }))).data.name).toBe(
      'Bench 2',
    )
  })

  it('gives a device to one of two companies that send its code at once', async () => {
    const device = await boxDevice(world.home.company)
    await device.show()
    const both = await Promise.all([claim(admin, device.serial), claim(other, device.serial)])
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  })
})
