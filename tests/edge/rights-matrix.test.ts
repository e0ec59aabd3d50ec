import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../domain/call.ts'
import type { Profile } from '../../domain/entities/profile.ts'
import { beforeWrite, sendHeld, sessionOf } from './held.ts'
import { accountRows } from './matrix/all-examples.ts'
import { asksOnce } from './matrix/asks-once.ts'
import { type Example, factsOf, type Sent, type World } from './matrix/example.ts'
import { changeInside, makeWorld } from './matrix/world.ts'

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

/** Return the number of operations that each store has applied. */
function operations(): Promise<unknown[]> {
  const count = `SELECT count(*) AS count FROM operations WHERE kind <> 'sign_in'`
  return Promise.all(
    companies.map((company) => inside(company, (sql) => sql.exec(count).one()['count'])),
  )
}

/** Read the people, companies and keys of the directory. */
async function directory(): Promise<unknown[]> {
  // A code that was asked for is used up: the step is no record.
  const steps = '(SELECT user_uuid, sealed_secret FROM two_step)'
  const tables = ['logins', 'companies', 'devices', steps, 'password_resets']
  const rows = await env.DIRECTORY.batch(
    tables.map((table) => env.DIRECTORY.prepare(`SELECT * FROM ${table} ORDER BY 1`)),
  )
  return rows.map(({ results }) => results)
}

/** Hide a session that the examples share: one that ends comes back afterwards under the same secret. */
async function hideSession(request: Request): Promise<() => Promise<unknown>> {
  const { company, hash } = sessionOf(request)
  const rename = 'UPDATE sessions SET secret_hash = ? WHERE secret_hash = ?'
  await inside(company, (sql) => void sql.exec(rename, `-${hash}`, hash))
  return () => inside(company, (sql) => void sql.exec(rename, hash, `-${hash}`))
}

/** Takes a permission from the profile of who is signed in with a request. @returns what gives it back. */
async function takePermission(request: Request, permission: string): Promise<() => Promise<void>> {
  const { company, hash } = sessionOf(request)
  const profile = await inside(company, (sql) =>
    sql
      .exec<{ uuid: string; body: string }>(
        `SELECT profile.uuid, profile.body FROM sessions
           JOIN records AS person ON person.kind = 'user' AND person.uuid = sessions.user_uuid
           JOIN records AS profile ON profile.kind = 'profile'
             AND profile.uuid = json_extract(person.body, '$.profile_uuid')
         WHERE secret_hash = ?`,
        hash,
      )
      .one(),
  )
  const { name, base, permissions } = JSON.parse(profile.body) as Profile
  const put = (left: string[]) =>
    changeInside(company, {
      type: 'put',
      kind: 'profile',
      uuid: profile.uuid,
      body: { name, base, permissions: left },
    })
  await put(permissions.filter((one) => one !== permission))
  return () => put(permissions)
}

const prepared = new Map<Example, Promise<Sent>>()

/** Share what an example prepares between its two tests: an attempt that is refused leaves it as it was. */
function prepare(example: Example): Promise<Sent> {
  const sent = prepared.get(example) ?? Promise.resolve(factsOf(example).prepare(world))
  prepared.set(example, sent)
  return sent
}

/** Sends a row's example, takes its right where it has been let in and has written nothing yet, and gives it back. */
async function attempt(
  [row, example]: [Call, Example],
  take: (request: Request) => Promise<() => Promise<unknown>>,
) {
  const { sender = world.call, ...parts } = await prepare(example)
  let putBack: (() => Promise<unknown>) | undefined
  // A new login is put in before its person, and taken back where that is refused.
  const logins = await directory()
  let made: unknown[] = []
  const { wasHeld, answer } = await sendHeld(
    () => sender(row, parts),
    beforeWrite,
    async (request) => {
      putBack = await take(request)
      made = await operations()
    },
  )
  const after = [await operations(), await directory()]
  await putBack?.()
  return { wasHeld, status: answer.status, before: [made, logins], after }
}

/** The access matrix asked during changes: each call is stopped where it has been let in and has written nothing yet. */
for (const [name, row, example] of writing) {
  describe('attack M1: a call under way while its session ends', () => {
    it(`${name} is refused and writes nothing`, async () => {
      const { wasHeld, status, before, after } = await attempt([row, example], hideSession)
      expect([wasHeld, status]).toEqual([true, 401])
      expect(after).toEqual(before)
    })
  })

  if (row.needs === null) continue
  const permission = row.needs

  describe('attack M1: a call under way while its permission is taken', () => {
    it(`${name} is refused and writes nothing`, async () => {
      const { wasHeld, status, before, after } = await attempt([row, example], (request) =>
        takePermission(request, permission),
      )
      expect([wasHeld, status]).toEqual([true, 403])
      expect(after).toEqual(before)
    })
  })
}
