import { env, runInDurableObject } from 'cloudflare:test'
import { vi } from 'vitest'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { must, operatorHeaders, send } from './lab.ts'

/** Let stores tell the index of the fleet now what they would tell by their alarms. */
export async function tellFleet(...companies: readonly string[]): Promise<void> {
  for (const company of companies) await env.COMPANY_STORE.getByName(company).tellFleet()
}

/** Return the companies that the index of the fleet has rows of, in whatever table. */
export function listHeld(): Promise<string[]> {
  return runInDurableObject(env.FLEET_INDEX.getByName('fleet'), (_, { storage }) =>
    storage.sql
      .exec<{ company: string }>(
        'SELECT uuid AS company FROM companies UNION SELECT company FROM devices UNION SELECT company FROM swarms',
      )
      .toArray()
      .map(({ company }) => company),
  )
}

/** Ask for the state of the index as an operator does, and begin to rebuild it. */
async function readIndex(body: { rebuild?: boolean }) {
  return (await must(send(operatorStoreCalls.fleetIndex, { headers: operatorHeaders, body }))).data
}

/** Rebuild the index, and wait for its alarms to ask all stores. */
export async function rebuild() {
  const { rebuild: begun } = await readIndex({ rebuild: true })
  return vi.waitUntil(
    async () => {
      const found = await readIndex({})
      const { begun_at, ended_at } = found.rebuild
      return begun_at >= begun.begun_at && ended_at !== null ? found : null
    },
    { timeout: 120_000 },
  )
}
