import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { pullPageLength, syncCalls, type SyncRecord } from '../../domain/calls/sync.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { permissions } from '../../domain/permissions.ts'
import { derivedUuid } from '../../edge/crypto/derived-uuid.ts'
import { pullChanges } from '../../edge/store/pull-changes.ts'
import { Sql } from '../../edge/store/sql.ts'
import { emptyStore, readPages, sendPage } from './backup-pages.ts'
import {
  foundLab,
  type Lab,
  must,
  operatorHeaders,
  password,
  send,
  type Sender,
  signIn,
} from './lab.ts'
import type { World } from './matrix/example.ts'
import { changeInside, makeWorld } from './matrix/world.ts'
import { makeDevice } from './material-bodies.ts'
import { makePublished } from './method-bodies.ts'
import { create, planFor } from './plan.ts'

interface Page {
  records: SyncRecord[]
  checkpoint: number
  newest?: number | undefined
  more: boolean
  scope: string
  generation: string
}

let world: World
let lab: Lab
let operator: Sender
beforeAll(async () => {
  world = await makeWorld()
  lab = world.lab
  operator = await lab.as('Operator')
}, 60_000)

async function pull(sender: Sender, kinds: string, rest: object = {}): Promise<Page> {
  const query = { kinds, after: '0', limit: '500', ...rest }
  return (await must(sender(syncCalls.pull, { query }))).data
}

async function pulls(sender: Sender, asks: string, limit = '500') {
  return (await must(sender(syncCalls.pulls, { query: { asks, limit } }))).data
}

const shared = 'global_recipe,bkit,instrument_type'
const home = { home: 'provider' }
/** Above every `seq`. */
const top = '999999999999999'

describe('one record alone', () => {
  it('is given as it is with its seq, and only to people who see it', async () => {
    const record = await create(operator, planFor(lab))
    await create(operator, planFor(lab, { name: world.word() }))
    const all = await pull(operator, 'analysis')
    const page = await pull(operator, 'analysis', { uuid: record.uuid, limit: '1' })
    expect(page.records).toEqual(all.records.filter(({ uuid }) => uuid === record.uuid))
    expect(page).toMatchObject({ checkpoint: page.records[0]?.seq, more: false })
    const stranger = await (await foundLab('alone')).as('Operator')
    expect((await pull(stranger, 'analysis', { uuid: record.uuid })).records).toEqual([])
    expect((await pull(operator, 'device', { uuid: record.uuid })).records).toEqual([])
  })
})

describe('records that the provider keeps for all companies', () => {
  it('is pulled from its store, its changes too, as the calls show it', async () => {
    const before = await pull(operator, shared, home)
    const published = await makePublished(world.call, world.word())
    const page = await pull(operator, shared, { ...home, after: String(before.checkpoint) })
    expect(page.records.map(({ kind, uuid }) => [kind, uuid])).toEqual([
      ['global_recipe', published],
    ])
    const got = await must(operator(globalRecipeCalls.get, { params: { id: published } }))
    expect(page.records[0]?.body).toEqual(got.data)
    expect(page.scope).toBe((await pull(operator, 'analysis')).scope)
    const params = { id: published }
    const base = got.data.updated_at
    await must(world.call(globalRecipeCalls.edit, { params, body: { name: 'Renamed', base } }))
    const after = await pull(operator, shared, { ...home, after: String(page.checkpoint) })
    expect(after.records).toMatchObject([{ uuid: published, body: { name: 'Renamed' } }])
  })

  it('is kept at no other home: each kind has one', async () => {
    await makePublished(world.call, world.word())
    await create(world.call, planFor(world.home))
    expect((await pull(world.call, shared)).records).toEqual([])
    const own = await pull(operator, 'analysis,user,swarm,profile,recipe', home)
    expect([own.records, own.checkpoint, own.more]).toEqual([[], 0, false])
  })

  it('is open in the kinds with a local table only, and nothing else of its store is', async () => {
    const hidden = 'email,bkernel,bkit_lot,context_attribute,company,api_key,sign_in,no_such_kind'
    const page = await pull(world.call, hidden, home)
    expect(page.records).toEqual([])
  })

  it('[PERM-020] [PERM-029] needs the permission of each kind', async () => {
    const uuid = derivedUuid(lab.company, 'Operator')
    const hold = (held: readonly string[]) => {
      const body = { name: 'Operator', base: 'Operator', permissions: held }
      return changeInside(lab.company, { type: 'put', kind: 'profile', uuid, body })
    }
    await makePublished(world.call, world.word())
    const named = { name: world.word(), manufacturer: 'Maker', model: 'M 1' }
    const type = {
      type: 'record.create',
      kind: 'instrument_type',
      uuid: crypto.randomUUID(),
    } as const
    await changeInside(world.home.company, { ...type, body: named })
    await hold(permissions.filter((name) => name !== 'globalRecipes.search'))
    const { records } = await pull(operator, shared, home)
    expect(records.some(({ kind }) => kind === 'global_recipe')).toBe(false)
    expect(records.some(({ kind }) => kind === 'instrument_type')).toBe(true)
    await hold(permissions)
    const all = await pull(operator, shared, home)
    expect(all.records.some(({ kind }) => kind === 'global_recipe')).toBe(true)
  })
})

describe('pages of several streams by one call', () => {
  it('are those that each gets alone, in the order in which they were asked for', async () => {
    await create(operator, planFor(lab))
    await makePublished(world.call, world.word())
    const asks = `user,swarm:0;${shared}@provider:0:${top};analysis:0:${top};device@provider:0;recipe:7`
    const { pages, scope } = await pulls(operator, asks, '3')
    const alone = await Promise.all([
      pull(operator, 'user,swarm', { limit: '3' }),
      pull(operator, shared, { ...home, before: top, limit: '3' }),
      pull(operator, 'analysis', { before: top, limit: '3' }),
      pull(operator, 'device', { ...home, limit: '3' }),
      pull(operator, 'recipe', { after: '7', limit: '3' }),
    ])
    expect(pages.map((page) => ({ ...page, scope }))).toEqual(alone)
    expect(pages[1]?.records.length).toBeGreaterThan(0)
  })

  it('leave out the page that cannot be made, which says alone what is wrong', async () => {
    const other = await foundLab('bent')
    const sender = await other.as('Operator')
    const { uuid } = await makeDevice(other.company, { name: 'Riva' })
    await runInDurableObject(env.COMPANY_STORE.getByName(other.company), (_, { storage }) => {
      storage.sql.exec(`UPDATE records SET body = 'null' WHERE uuid = ?`, uuid)
    })
    const { pages } = await pulls(sender, 'analysis:0;device:0;swarm:0')
    expect(pages.map((page) => page?.kinds)).toEqual(['analysis', undefined, 'swarm'])
    const alone = await sender(syncCalls.pull, {
      query: { kinds: 'device', after: '0', limit: '5' },
    })
    expect(alone.errors).toMatchObject([{ code: 'internal' }])
  })

  it('[PERM-020] leave out kinds without the permission, and what another company keeps', async () => {
    const stranger = await (await foundLab('several')).as('Operator')
    await create(operator, planFor(lab))
    const { pages } = await pulls(stranger, 'analysis:0;bkernel,bkit_lot:0;email@provider:0')
    expect(pages.map((page) => page?.records)).toEqual([[], [], []])
  })
})

describe('A23-1: a kind that is named again and again', () => {
  it('is read once', async () => {
    const admin = await lab.as('Administrator')
    for (let at = 0; at < 70; at++)
      await must(admin(swarmCalls.create, { body: { name: `Named ${at}` } }))
    const again = Array.from({ length: 200 }, () => 'swarm')
    expect(await pull(operator, again.join())).toEqual(await pull(operator, 'swarm'))
    const { pages } = await pulls(operator, `${again.join()}:0`)
    expect(pages[0]?.kinds).toBe('swarm')
    const read = await runInDurableObject(
      env.COMPANY_STORE.getByName(lab.company),
      (_, { storage }) => {
        const sql = new Sql(storage, env)
        let statements = 0
        const all = sql.all.bind(sql)
        sql.all = (...given) => {
          statements += 1
          return all(...given)
        }
        const order = { kinds: again, after: 0, limit: 500, home: 'company' } as const
        const { records } = pullChanges(sql, order, { kinds: ['swarm'], swarms: [] })
        return { records: records.length, statements }
      },
    )
    expect(read.records).toBeGreaterThan(70)
    expect(read.statements).toBeLessThan(10)
  })
})

describe('a page', () => {
  it('ends before its bodies are too long, and the next one goes on there', async () => {
    const other = await foundLab('large')
    const sender = await other.as('Operator')
    const notebook = 'n'.repeat(19_000)
    const plans = Array.from({ length: 70 }, (_, at) =>
      planFor(other, { name: `Run ${at}`, notebook }),
    )
    for (const plan of plans) await create(sender, plan)
    const first = await pull(sender, 'analysis')
    expect(first.more).toBe(true)
    const length = (page: Page) => JSON.stringify(page.records).length
    expect(length(first)).toBeLessThan(pullPageLength * 1.05)
    expect(length(first)).toBeGreaterThan(pullPageLength * 0.9)
    expect(first.checkpoint).toBe(first.records.at(-1)?.seq)
    const { pages } = await pulls(sender, 'analysis:0;analysis:0;swarm:0')
    expect(pages.map((page) => page?.more)).toEqual([true, true, undefined])
    expect(JSON.stringify(pages).length).toBeLessThan(pullPageLength * 1.05)
    const rest = await pull(sender, 'analysis', { after: String(first.checkpoint) })
    expect(rest.more).toBe(false)
    const uuids = [...first.records, ...rest.records].map(({ uuid }) => uuid)
    expect(uuids).toEqual(plans.map(({ uuid }) => uuid))
  })

  it('says that there is more exactly when there is', async () => {
    const other = await foundLab('exact')
    const sender = await other.as('Operator')
    for (let made = 0; made < 3; made++) await create(sender, planFor(other))
    const all = await pull(sender, 'analysis', { limit: '3' })
    expect([all.records.length, all.more]).toEqual([3, false])
    const two = await pull(sender, 'analysis', { limit: '2' })
    expect([two.records.length, two.more]).toEqual([2, true])
  })
})

describe('falling order', () => {
  it('begins with the newest change, deleted records too, and ends where rising order begins', async () => {
    const other = await foundLab('falling')
    const sender = await other.as('Administrator')
    const made = []
    for (let at = 0; at < 5; at++) made.push(await create(sender, planFor(other)))
    const id = made[0]?.uuid ?? ''
    await must(sender(analysisCalls.delete, { params: { id }, body: { reason: 'mistake' } }))
    const rising = (await pull(sender, 'analysis')).records
    const newest = await pull(sender, 'analysis', { before: top, limit: '2' })
    expect(newest.records).toEqual(rising.slice(-2).reverse())
    expect(newest.records[0]).toMatchObject({ uuid: id, body: null })
    expect(newest).toMatchObject({ newest: newest.records[0]?.seq, more: true })
    expect(newest.checkpoint).toBe(newest.records.at(-1)?.seq)
    const before = String(newest.checkpoint)
    const rest = await pull(sender, 'analysis', { before, limit: '3' })
    expect(rest.records).toEqual(rising.slice(0, 3).reverse())
    expect(rest).toMatchObject({ more: false, checkpoint: rising[0]?.seq })
    const none = await pull(sender, 'analysis', { before: String(rest.checkpoint) })
    expect(none).toMatchObject({ records: [], newest: 0, more: false })
    // Expect the same of several kinds together.
    const both = await pull(sender, 'analysis,user', { before: top })
    const seqs = both.records.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.toSorted((one, next) => next - one))
    expect(new Set(both.records.map(({ kind }) => kind))).toEqual(new Set(['analysis', 'user']))
    // Pull between two places.
    const after = String(rising[0]?.seq)
    const between = await pull(sender, 'analysis', { before: top, after })
    expect(between.records).toEqual(rising.slice(1).reverse())
  })

  it('shows no more than rising order does, and refuses what is no number', async () => {
    await create(operator, planFor(lab))
    const stranger = await (await foundLab('falling-stranger')).as('Operator')
    expect((await pull(stranger, 'analysis', { before: top })).records).toEqual([])
    const query = { kinds: 'analysis', after: '0', limit: '5', before: 'newest' }
    const refused = await operator(syncCalls.pull, { query })
    expect(refused.errors).toMatchObject([{ code: 'invalid', field: 'query.before' }])
  })
})

describe('issue 21: what is still worked on', () => {
  it('is given in falling order below a place: open analyses, corrections, and all of other kinds', async () => {
    const other = await foundLab('open')
    const sender = await other.as('Administrator')
    const plans = []
    for (let at = 0; at < 4; at++) plans.push(await create(sender, planFor(other)))
    const [ended, deleted, first, correction] = plans.map(({ uuid }) => uuid)
    await must(
      sender(analysisCalls.delete, { params: { id: deleted ?? '' }, body: { reason: 'mistake' } }),
    )
    await runInDurableObject(env.COMPANY_STORE.getByName(other.company), (_, { storage }) => {
      storage.sql.exec(
        `UPDATE records SET body = json_set(body, '$.status', 'COMPLETE'), status = 'COMPLETE' WHERE uuid IN (?, ?)`,
        ended,
        correction,
      )
      storage.sql.exec(
        `UPDATE records SET body = json_set(body, '$.corrects', ?) WHERE uuid = ?`,
        ended,
        correction,
      )
    })
    const uuidsOf = ({ records }: Page) => records.map(({ uuid }) => uuid)
    const page = await pull(sender, 'analysis', { before: top, open: 'Y' })
    expect(uuidsOf(page)).toEqual([correction, first])
    expect(page).toMatchObject({ more: false, checkpoint: page.records.at(-1)?.seq })
    const newest = await pull(sender, 'analysis', { before: top, open: 'Y', limit: '1' })
    expect([uuidsOf(newest), newest.more]).toEqual([[correction], true])
    const before = String(newest.checkpoint)
    expect(uuidsOf(await pull(sender, 'analysis', { before, open: 'Y' }))).toEqual([first])
    const swarms = uuidsOf(await pull(sender, 'swarm'))
    const both = uuidsOf(await pull(sender, 'analysis,swarm', { before: top, open: 'Y' }))
    expect(new Set(both)).toEqual(new Set([correction, first, ...swarms]))
    const stranger = await (await foundLab('open-stranger')).as('Operator')
    expect((await pull(stranger, 'analysis', { before: top, open: 'Y' })).records).toEqual([])
    const query = { kinds: 'analysis', after: '0', limit: '5', open: 'N' }
    const refused = await sender(syncCalls.pull, { query: query as never })
    expect(refused.errors).toMatchObject([{ code: 'invalid', field: 'query.open' }])
  })

  it('is read page by page: a page reads its rows, however many analyses are open or have ended', async () => {
    const other = await foundLab('open-many')
    const sender = await other.as('Operator')
    const plan = await create(sender, planFor(other))
    await runInDurableObject(env.COMPANY_STORE.getByName(other.company), (_, { storage }) => {
      storage.sql.exec(
        `INSERT INTO records (kind, uuid, seq, swarm_uuid, name, status, created_at, updated_at, body)
         SELECT kind, 'copy ' || value, 1000 + value, swarm_uuid, name, status, created_at, updated_at,
           iif(value % 3 = 0, json_set(body, '$.status', 'COMPLETE'), body)
         FROM records, json_each(?) WHERE uuid = ?`,
        JSON.stringify(Array.from({ length: 900 }, (_copy, at) => at)),
        plan.uuid,
      )
      const sql = new Sql(storage, env)
      let [statements, read] = [0, 0]
      sql.all = (text, ...values) => {
        const cursor = storage.sql.exec(text, ...values)
        const rows = cursor.toArray() as never
        statements += 1
        read += cursor.rowsRead
        return rows
      }
      for (const kinds of [['analysis'], ['analysis', 'swarm']]) {
        ;[statements, read] = [0, 0]
        const order = { kinds, after: 0, before: 1500, limit: 5, home: 'company' } as const
        const sight = { kinds: ['analysis', 'swarm'], swarms: [other.swarm] } as const
        const page = pullChanges(sql, { ...order, open: true }, sight)
        expect(page.records.map(({ seq }) => seq)).toEqual([1499, 1497, 1496, 1494, 1493])
        expect(page.more).toBe(true)
        expect(statements).toBeLessThanOrEqual(kinds.length + 2)
        expect(read).toBeLessThan(50)
      }
    })
  })
})

describe('a store that was put back', () => {
  it('is another one for its clients: their checkpoints and states are pulled afresh', async () => {
    const other = await foundLab('put-back')
    let sender = await other.as('SuperAdmin')
    const kept = await create(sender, planFor(other))
    const pages = await readPages(other.company)
    const lost = await create(sender, planFor(other))
    const before = await pull(sender, 'analysis')
    const { scope } = (await must(sender(sessionCalls.me))).data
    expect(before).toMatchObject({ scope, generation: '' })
    await emptyStore(other.company)
    for (const page of pages) await must(sendPage(other.company, page))
    const body = { company_uuid: other.company, reason: 'disk lost' }
    const operate = { headers: operatorHeaders, body }
    await must(send(operatorStoreCalls.openRestored, operate))
    sender = await signIn('SuperAdmin-put-back', password)
    const after = await pull(sender, 'analysis')
    expect(after.scope).not.toBe(before.scope)
    expect(after.generation).not.toBe('')
    const me = (await must(sender(sessionCalls.me))).data
    expect(me.scope).toBe(after.scope)
    expect(after.records.map(({ uuid }) => uuid)).toEqual([kept.uuid])
    // Expect the record that was made after the backup to be gone, like any unknown one: its maker's copy may be sent
    // again.
    expect((await sender(analysisCalls.get, { params: { id: lost.uuid } })).status).toBe(404)
    const again = await pull(sender, 'analysis')
    expect([again.scope, again.generation]).toEqual([after.scope, after.generation])
  })

  it('is another one also when it finds out by itself that it holds less than was signed', async () => {
    const other = await foundLab('rewound')
    const sender = await other.as('SuperAdmin')
    const before = await pull(sender, 'analysis')
    const { size } = (await must(sender(auditCalls.state))).data
    const name = `anchors/${other.company}/${String(size + 50).padStart(15, '0')}.note`
    await env.BLOBS.put(name, 'x')
    await must(sender(auditCalls.state))
    const after = await pull(sender, 'analysis')
    expect(after.scope).not.toBe(before.scope)
    const body = { company_uuid: other.company, reason: 'put back on purpose' }
    await must(send(operatorStoreCalls.explainRewound, { headers: operatorHeaders, body }))
    expect((await pull(sender, 'analysis')).scope).toBe(after.scope)
  })
})
