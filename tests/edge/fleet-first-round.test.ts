// A company of which the index of the fleet has heard nothing: at the beginning nothing is wrong with it, later it is.
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { fleetFirstMs } from '../../domain/catalog/limits.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { tellFleet } from './fleet.ts'

let provider: Lab
let maker: Sender
beforeAll(async () => {
  provider = await foundLab('round', { isProvider: 'Y' })
  maker = await provider.as('SuperAdmin')
}, 60_000)

/** Add a company to the directory alone, made so many ms ago: its store tells nothing. */
async function addUnheard(name: string, ageMs: number): Promise<string> {
  const uuid = crypto.randomUUID()
  await env.DIRECTORY.prepare(
    `INSERT INTO companies (uuid, name, created_at, updated_at) VALUES (?1, ?2, ?3, ?3)`,
  )
    .bind(uuid, name, new Date(Date.now() - ageMs).toISOString())
    .run()
  return uuid
}

/** End the round over all stores, or let one be under way. */
function setRound(ended_at: string | null): Promise<void> {
  return runInDurableObject(env.FLEET_INDEX.getByName('fleet'), async (_, { storage }) => {
    // Delete the alarm, so that the round itself does not come in between.
    await storage.deleteAlarm()
    storage.kv.put('rebuild', { ...(storage.kv.get('rebuild') as object), ended_at })
  })
}

it('is awaited while it is new or the first round is under way, and missing afterwards', async () => {
  await tellFleet(provider.company)
  const fresh = await addUnheard('Fresh', 0)
  const older = await addUnheard('Older', fleetFirstMs + 60_000)
  const awaited = async () => {
    const query = { limit: '500' }
    const { data } = (await must(maker(companyCalls.figures, { query }))).data
    return [fresh, older, provider.company].map((uuid) => {
      const found = data.find((one) => one.uuid === uuid)
      return [found?.heard_at !== null, found?.awaited ?? false]
    })
  }
  await setRound(null)
  expect(await awaited()).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ])
  await setRound(new Date().toISOString())
  expect(await awaited()).toEqual([
    [false, true],
    [false, false],
    [true, false],
  ])
})
