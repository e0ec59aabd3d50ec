import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { foundingCalls } from '../../domain/calls/foundings.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { type Founding, type FoundingStep, foundingSteps } from '../../domain/entities/founding.ts'
import { methods } from '../../scripts/demo/methods.ts'
import { readAuditOf } from './audit-of.ts'
import { mailsTo } from './browser-page.ts'
import { must, operatorHeaders, password, send, type Sender, signIn } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { chooseByLink, makePerson } from './people.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { changeRecord } from './store-writes.ts'

let world: World
let first: Sender
/** Another administrator of the provider. */
let second: Sender
let assay: { uuid: string; name: string }
beforeAll(async () => {
  world = await makeWorld()
  first = world.call
  await makePerson(first, world.home.company, 'colleague', { profile: 'SuperAdmin' })
  second = await signIn('colleague', password)
  const [method] = methods
  if (!method) throw new Error('the demonstration has no method')
  const { name, process, evaluation, cartridge_types, minimum_bkernel } = method.recipe
  const body = { name: `Published ${name}`, process, evaluation, cartridge_types, minimum_bkernel }
  const { data } = await must(first(globalRecipeCalls.create, { body }))
  assay = { uuid: data.uuid, name: data.name }
}, 90_000)

let count = 0

/** Put a device into the stock of a company; it is known by its serial number. */
async function stock(company: string): Promise<{ uuid: string; serial: string }> {
  count += 1
  const [uuid, serial] = [crypto.randomUUID(), `STOCK-${count}`]
  const device = {
    uuid,
    hostname: `stock-${count}`,
    serial_no: serial,
    name: `Device ${count}`,
    deviceType: 'bgate' as const,
    model: 'bGATE 96',
    bkernel_version: '2.9.4',
    cartridge_type: 'Wells96' as const,
    wavelengths: ['FAM' as const],
    swarms: [],
  }
  const body = { company_uuid: company, device }
  await must(send(operatorCalls.createDevice, { headers: operatorHeaders, body }))
  return { uuid, serial }
}

async function begin(given: Partial<Founding> = {}): Promise<Founding> {
  count += 1
  const administrator = {
    username: `owner${count}`,
    name: 'The Owner',
    email: `owner${count}@new.example`,
  }
  const body = {
    name: `New laboratory ${count}`,
    city: 'Trieste',
    support_contact: 'help@provider.example',
    cfx96_enabled: 'Y' as const,
    administrator,
    swarms: ['Bench', 'Night shift'],
    method: assay,
    ...given,
  }
  return (await must(first(foundingCalls.create, { body }))).data
}

const at = (id: string) => ({ params: { id } })

async function press(sender: Sender, id: string, step: FoundingStep): Promise<Founding> {
  return (await must(sender(foundingCalls.step, { ...at(id), body: { step } }))).data
}

/** Count what the new company has. */
async function contents(company: string) {
  const headers = { 'X-Company': company }
  const totals = await Promise.all(
    [
      userCalls.search,
      swarmCalls.search,
      deviceCalls.search,
      recipeCalls.search,
      analysisCalls.search,
    ].map(async (row) => (await must(first(row, { headers }))).data.total),
  )
  const [people, swarms, devices, recipes, analyses] = totals
  return { people, swarms, devices, recipes, analyses }
}

/** Take the note about a step away, as if the service had ended before it was written. */
async function breakOff(founding: Founding, step: FoundingStep): Promise<void> {
  const { data } = await must(first(foundingCalls.get, at(founding.uuid)))
  const done = data.done.filter((one) => one.step !== step)
  await changeRecord(world.home.company, { kind: 'founding', uuid: founding.uuid }, { done })
}

describe('a founding', () => {
  it('is left and resumed by another administrator of the provider, each step once', async () => {
    const { uuid: device, serial } = await stock(world.home.company)
    const { uuid, company_uuid: company } = await begin({ devices: [serial] })
    await press(first, uuid, 'company')
    await press(second, uuid, 'administrator')
    await press(first, uuid, 'swarms')
    const claimed = await press(second, uuid, 'devices')
    expect(claimed.claimed).toMatchObject([{ uuid: device, id: serial }])
    await press(second, uuid, 'method')
    const test = { device_uuid: device, skipped: '' }
    await must(second(foundingCalls.edit, { ...at(uuid), body: { test } }))
    const done = await press(second, uuid, 'test')
    expect(done.done.map(({ step }) => step)).toEqual(foundingSteps)
    const once = { people: 1, swarms: 2, devices: 1, recipes: 1, analyses: 1 }
    expect(await contents(company)).toEqual(once)
    for (const step of foundingSteps) await press(first, uuid, step)
    expect(await contents(company)).toEqual(once)
    const headers = { 'X-Company': company }
    const { data: people } = await must(first(userCalls.search, { headers }))
    const { data: swarms } = await must(first(swarmCalls.search, { headers }))
    expect(people.data[0]).toMatchObject({
      username: done.administrator?.username,
      profile_uuid: ordinaryProfile(company, 'Administrator'),
    })
    expect(people.data[0]?.swarms.toSorted()).toEqual(swarms.data.map((one) => one.uuid).toSorted())
    const { data: runs } = await must(first(analysisCalls.search, { headers }))
    expect(runs.data[0]).toMatchObject({ status: 'INIT', device_uuid: device, name: assay.name })
    expect(await mailsTo(done.administrator?.email ?? '', 1)).toHaveLength(1)
    const [entry] = await readAuditOf(company, 'company', company)
    expect(entry?.actor).toMatchObject({ via: 'provider' })
    const ended = (await must(second(foundingCalls.end, at(uuid)))).data
    expect(ended.status).toBe('finished')
  })

  it('A28-77: invites the first administrator in the language that was chosen for them', async () => {
    const { administrator, uuid } = await begin()
    const chosen = { ...administrator!, default_language: 'ar' as const }
    await must(first(foundingCalls.edit, { ...at(uuid), body: { administrator: chosen } }))
    await press(first, uuid, 'company')
    const done = await press(first, uuid, 'administrator')
    expect(done.administrator).toEqual(chosen)
    const [mail] = await mailsTo(chosen.email, 1)
    expect(mail?.subject).toMatch(/\p{Script=Arabic}/u)
  })

  it.each(foundingSteps)(
    'makes nothing twice when the step %s broke off before it was noted',
    async (step) => {
      const { uuid: device, serial } = await stock(world.home.company)
      const test = { device_uuid: device, skipped: '' }
      const founding = await begin({ devices: [serial], test })
      for (const one of foundingSteps) await press(first, founding.uuid, one)
      const before = await contents(founding.company_uuid)
      await breakOff(founding, step)
      const again = await press(second, founding.uuid, step)
      expect(again.done.map((one) => one.step)).toContain(step)
      expect(await contents(founding.company_uuid)).toEqual(before)
    },
  )

  it('makes one of each when a step is pressed twice at the same time by two', async () => {
    const founding = await begin()
    const { uuid } = founding
    await press(first, uuid, 'company')
    const both = (step: FoundingStep) =>
      Promise.all([press(first, uuid, step), press(second, uuid, step)])
    await both('swarms')
    await both('method')
    expect(await contents(founding.company_uuid)).toMatchObject({ swarms: 2, recipes: 1 })
    const { done } = (await must(first(foundingCalls.get, at(uuid)))).data
    expect(done.map(({ step }) => step)).toEqual(['company', 'swarms', 'method'])
  })

  it('lists devices that it cannot have as waiting, and never takes one of another company', async () => {
    const elsewhere = await stock(world.lab.company)
    const here = await stock(world.home.company)
    const founding = await begin({ devices: [elsewhere.serial, here.uuid, 'COMES-LATER'] })
    await press(first, founding.uuid, 'company')
    const { claimed, waiting, done } = await press(first, founding.uuid, 'devices')
    expect(claimed).toMatchObject([{ uuid: here.uuid }])
    expect(waiting).toEqual([
      { id: elsewhere.serial, why: 'not_in_stock' },
      { id: 'COMES-LATER', why: 'not_in_stock' },
    ])
    expect(done.map(({ step }) => step)).toEqual(['company'])
    const body = { devices: [here.uuid] }
    await must(second(foundingCalls.edit, { ...at(founding.uuid), body }))
    const after = await press(second, founding.uuid, 'devices')
    expect([after.waiting, after.done.at(-1)?.step]).toEqual([[], 'devices'])
  })

  it('does not move a device that the company could not see', async () => {
    const { serial } = await stock(world.home.company)
    const founding = await begin({ devices: [serial], cfx96_enabled: 'N' })
    await press(first, founding.uuid, 'company')
    const { waiting } = await press(first, founding.uuid, 'devices')
    expect(waiting).toEqual([{ id: serial, why: 'not_enabled' }])
  })

  it('refuses a step that needs another, one with nothing written, and a change of what is done', async () => {
    const { uuid } = await begin({ swarms: [], administrator: null })
    const refusal = async (step: FoundingStep) =>
      (await first(foundingCalls.step, { ...at(uuid), body: { step } })).errors[0]
    expect(await refusal('swarms')).toMatchObject({
      reason: 'founding_step_first',
      params: { step: 'company' },
    })
    await press(first, uuid, 'company')
    expect(await refusal('administrator')).toMatchObject({
      field: 'administrator',
      reason: 'founding_step_empty',
    })
    expect(await refusal('devices')).toMatchObject({ field: 'devices' })
    const renamed = await first(foundingCalls.edit, { ...at(uuid), body: { name: 'Other' } })
    expect(renamed.errors[0]).toMatchObject({ field: 'name', reason: 'founding_step_done' })
    await must(first(foundingCalls.edit, { ...at(uuid), body: { swarms: ['Bench'] } }))
    const old = { step: 'swarms' as const, base: '2020-01-01T00:00:00.000Z' }
    const stale = await first(foundingCalls.step, { ...at(uuid), body: old })
    expect(stale.errors[0]).toMatchObject({ code: 'stale' })
  })

  it('leaves the test run out with its reason, and is dropped before there is a company', async () => {
    const { uuid, company_uuid: company } = await begin({
      test: { device_uuid: null, skipped: 'the block is being repaired' },
    })
    await press(first, uuid, 'company')
    expect((await press(first, uuid, 'test')).done.at(-1)?.step).toBe('test')
    expect(await contents(company)).toMatchObject({ analyses: 0 })
    const other = await begin()
    const dropped = (await must(first(foundingCalls.end, at(other.uuid)))).data
    expect(dropped.status).toBe('dropped')
    const late = await first(foundingCalls.step, { ...at(other.uuid), body: { step: 'company' } })
    expect(late.errors[0]).toMatchObject({ reason: 'founding_ended' })
    const open = { body: { filters: { status: 'open' } }, query: { limit: '500' } }
    const { data } = await must(second(foundingCalls.search, open))
    expect(data.data.map((one) => one.uuid)).not.toContain(other.uuid)
  })

  it('keeps out of a company whose administrator has signed in', async () => {
    const founding = await begin()
    await press(first, founding.uuid, 'company')
    await press(first, founding.uuid, 'administrator')
    await chooseByLink(founding.administrator?.email ?? '')
    const late = await first(foundingCalls.step, {
      ...at(founding.uuid),
      body: { step: 'swarms' },
    })
    expect(late.errors[0]).toMatchObject({
      reason: 'founding_handed_over',
      params: { name: 'The Owner' },
    })
    expect(await contents(founding.company_uuid)).toMatchObject({ swarms: 0 })
  })

  it('is seen and changed by nobody but the provider’s people who may found', async () => {
    const { uuid } = await begin()
    const outsider = await world.lab.as('SuperAdmin')
    const operator = await world.home.as('Operator')
    for (const sender of [outsider, operator]) {
      const answers = await Promise.all([
        sender(foundingCalls.get, at(uuid)),
        sender(foundingCalls.search),
        sender(foundingCalls.step, { ...at(uuid), body: { step: 'company' } }),
        sender(foundingCalls.end, at(uuid)),
      ])
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    }
  })
})
