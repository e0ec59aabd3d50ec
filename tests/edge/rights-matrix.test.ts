import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { beforeWrite, sendHeld, sessionOf } from './held.ts'
import { accountRows } from './matrix/all-examples.ts'
import { type Example, factsOf, type World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'

/** Calls that change no record and ask no second time, each with the reason. */
const asksOnce: Readonly<Record<string, string>> = {
  'analysis.export': 'reads only',
  'calibration.thermal': 'reads only',
  'certificate.csv': 'reads only',
  'certificate.download': 'reads only',
  'certificate.report': 'reads only',
  'email.test': 'sends a mail to the person themselves',
  'sso.generate': 'there is no help desk in tests',
  'session.logout': 'ends the session itself',
  'session.end': 'ends a session of the person',
  'session.endOthers': 'ends sessions of the person',
}

const writing = accountRows
  .filter(({ name, row, example }) => !row.safe && example !== null && !(name in asksOnce))
  .map((entry): [string, Call, Example] => [entry.name, entry.row, entry.example as Example])

let world: World
let companies: string[]
beforeAll(async () => {
  world = await makeWorld()
  companies = [world.home, world.lab, world.leaver, world.partner, world.underling].map(
    ({ company }) => company,
  )
}, 60_000)

const inside = <Value>(company: string, work: (sql: SqlStorage) => Value) =>
  runInDurableObject(env.COMPANY_STORE.getByName(company), (_, { storage }) => work(storage.sql))

/** How many operations each store has applied, and what the directory holds of people, companies and keys. */
async function written(): Promise<unknown> {
  const count = `SELECT count(*) AS count FROM operations WHERE kind <> 'sign_in'`
  const stores = await Promise.all(
    companies.map((company) => inside(company, (sql) => sql.exec(count).one()['count'])),
  )
  // A code that was asked for is used up: the step is no record.
  const steps = '(SELECT user_uuid, sealed_secret FROM two_step)'
  const tables = ['logins', 'companies', 'devices', steps, 'password_resets']
  const directory = await Promise.all(
    tables.map((table) => env.DIRECTORY.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()),
  )
  return [stores, directory.map(({ results }) => results)]
}

/** Sessions are shared by the examples: one that ends comes back afterwards under the same secret. */
async function hideSession(request: Request): Promise<() => Promise<unknown>> {
  const { company, hash } = sessionOf(request)
  const rename = 'UPDATE sessions SET secret_hash = ? WHERE secret_hash = ?'
  await inside(company, (sql) => void sql.exec(rename, `-${hash}`, hash))
  return () => inside(company, (sql) => void sql.exec(rename, hash, `-${hash}`))
}

/** The access matrix asked during changes: each call is stopped where it has been let in and has written nothing yet. */
describe('attack M1: a call under way while its session ends', () => {
  it.each(writing)('%s is refused and writes nothing', async (_, row, example) => {
    const { sender = world.call, ...parts } = await factsOf(example).prepare(world)
    const before = await written()
    let putBack: (() => Promise<unknown>) | undefined
    const { wasHeld, answer } = await sendHeld(
      () => sender(row, parts),
      beforeWrite,
      async (request) => {
        putBack = await hideSession(request)
      },
    )
    await putBack?.()
    expect([wasHeld, answer.status]).toEqual([true, 401])
    expect(await written()).toEqual(before)
  })
})
