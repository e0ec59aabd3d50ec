import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { readPages, sendPage } from './backup-pages.ts'
import { must, operatorHeaders, password, type Sender, send, signIn, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { makePerson } from './people.ts'
import { inStoreOf, rewindStore } from './store-writes.ts'

let world: World
let admin: Sender
beforeAll(async () => {
  world = await makeWorld()
  admin = await world.lab.as('Administrator')
}, 60_000)

const at = (uuid: string) => ({ params: { id: uuid } })
const run = (query: string, ...given: string[]) =>
  env.DIRECTORY.prepare(query)
    .bind(...given)
    .run()
const rowsOf = async (table: string, user: string) => {
  const query = `SELECT * FROM ${table} WHERE user_uuid = ?1`
  return (await env.DIRECTORY.prepare(query).bind(user).all()).results
}

async function moveAway(uuid: string): Promise<void> {
  const headers = await visiting(world.call, world.lab.company)
  const body = { company_uuid: world.underling.company, reason: 'moved' }
  await must(world.call(userCalls.migrate, { ...at(uuid), body, headers }))
}

async function peopleHere(): Promise<string[]> {
  const { data } = await must((await world.lab.as('SuperAdmin'))(userCalls.search, { body: {} }))
  return data.data.map(({ uuid }) => uuid)
}

async function lastWordOn(uuid: string) {
  const asked = { body: { kind: 'user', uuid } }
  const { data } = await must((await world.lab.as('SuperAdmin'))(auditCalls.search, asked))
  return data.data.toSorted((one, other) => one.seq - other.seq).at(-1)
}

describe('a company that is put back from a backup of before, in a region that goes on', () => {
  it('A27-2: is without the people who moved away since, and gives nobody an old way in', async () => {
    const { company } = world.lab
    const leaver = await makePerson(admin, company, 'leaver', { profile: 'Administrator' })
    const stays = await makePerson(admin, company, 'stays', { profile: 'Manager' })
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const wish = { description: 'export', permissions: ['swarms.search'], expires_at, password }
    const sender = await signIn('leaver', password)
    const { key } = (await must(sender(apiKeyCalls.create, { body: wish }))).data
    for (const { uuid } of [leaver, stays]) {
      await run(
        'INSERT INTO two_step (user_uuid, sealed_secret, last_step, activated_at) VALUES (?1, ?2, 0, ?3)',
        uuid,
        'sealed',
        'then',
      )
      await run('INSERT INTO recovery_codes (user_uuid, code_hash) VALUES (?1, ?2)', uuid, 'used')
    }
    const pages = await readPages(company)
    for (const { uuid } of [leaver, stays]) {
      await run('DELETE FROM two_step WHERE user_uuid = ?1', uuid)
      await run('DELETE FROM recovery_codes WHERE user_uuid = ?1', uuid)
    }
    await moveAway(leaver.uuid)
    await runInDurableObject(env.COMPANY_STORE.getByName(company), (store) => store.erase())
    for (const page of pages) await must(sendPage(company, page))
    const body = { company_uuid: company, reason: 'disk lost' }
    await must(send(operatorStoreCalls.openRestored, { headers: operatorHeaders, body }))
    const here = await peopleHere()
    expect([here.includes(leaver.uuid), here.includes(stays.uuid)]).toEqual([false, true])
    expect(await lastWordOn(leaver.uuid)).toMatchObject({
      action: 'user.leave',
      reason: 'disk lost',
      actor: { name: 'operator' },
    })
    for (const { uuid } of [leaver, stays]) {
      expect(await rowsOf('two_step', uuid)).toEqual([])
      expect(await rowsOf('recovery_codes', uuid)).toEqual([])
    }
    expect(await rowsOf('api_keys', leaver.uuid)).toEqual([])
    expect(
      (await send(userCalls.search, { headers: { Authorization: `Bearer ${key}` }, body: {} }))
        .status,
    ).toBe(401)
    await signIn('leaver', password)
    await signIn('stays', password)
  }, 60_000)
})

describe('a store that the platform has put back', () => {
  const tables = ['records', 'sessions']
  const sessionsOf = (users: string[]) =>
    inStoreOf(world.lab.company, (sql) => {
      const query = 'SELECT user_uuid FROM sessions'
      return sql
        .all<{ user_uuid: string }>(query)
        .filter(({ user_uuid }) => users.includes(user_uuid)).length
    })

  it('A27-2: is without those who moved away or were deleted since, once its operator says why', async () => {
    const { company } = world.lab
    admin = await signIn('Administrator-lab', password)
    const moved = await makePerson(admin, company, 'moved', { profile: 'Administrator' })
    const deleted = await makePerson(admin, company, 'deleted', { profile: 'Administrator' })
    const boss = await world.lab.as('SuperAdmin')
    await must(boss(auditCalls.exportTrail))
    const gone = [moved.uuid, deleted.uuid]
    const before = await inStoreOf(company, (sql) => ({
      size: sql.first<{ seq: number }>('SELECT max(seq) AS seq FROM audit')?.seq ?? 0,
      tables: tables.map((table) => [table, sql.all(`SELECT * FROM ${table}`)] as const),
    }))
    await moveAway(moved.uuid)
    await must(boss(userCalls.delete, { ...at(deleted.uuid), body: { reason: 'left' } }))
    await must(boss(auditCalls.exportTrail))
    await inStoreOf(company, (sql) => {
      rewindStore(sql, before.size)
      for (const [table, rows] of before.tables) {
        for (const row of rows) {
          const names = Object.keys(row).join(', ')
          const values = Object.values(row) as (string | number | null)[]
          const marks = values.map(() => '?').join(', ')
          sql.run(`INSERT OR REPLACE INTO ${table} (${names}) VALUES (${marks})`, ...values)
        }
      }
    })
    expect(await sessionsOf(gone)).toBe(2)
    expect((await peopleHere()).filter((uuid) => gone.includes(uuid))).toHaveLength(2)
    const body = { company_uuid: company, reason: 'wrong import' }
    await must(send(operatorStoreCalls.explainRewound, { headers: operatorHeaders, body }))
    expect((await peopleHere()).filter((uuid) => gone.includes(uuid))).toEqual([])
    expect(await sessionsOf(gone)).toBe(0)
    await must(boss(auditCalls.state))
  }, 60_000)
})
