import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { syncCalls, type SyncRecord } from '../../domain/calls/sync.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { chooseOwn, firstPassword } from './people.ts'
import { methods } from '../../scripts/demo/methods.ts'
import { changeInside } from './matrix/world.ts'
import { create, planFor } from './plan.ts'
import { changeRecord } from './store-writes.ts'

interface Page {
  records: SyncRecord[]
  checkpoint: number
  more: boolean
  scope: string
}

let lab: Lab
let operator: Sender
beforeAll(async () => {
  lab = await foundLab('sync')
  operator = await lab.as('Operator')
})

async function pull(sender: Sender, kinds: string, after = 0, limit = 500): Promise<Page> {
  const query = { kinds, after: String(after), limit: String(limit) }
  return (await must(sender(syncCalls.pull, { query }))).data
}

describe('pulling by seq', () => {
  it('gives changes in strictly rising order, each page after the last', async () => {
    for (let made = 0; made < 5; made += 1) await create(operator, planFor(lab))
    const seen: number[] = []
    let page = await pull(operator, 'analysis,recipe,protocol', 0, 2)
    for (;;) {
      seen.push(...page.records.map(({ seq }) => seq))
      if (!page.more) break
      page = await pull(operator, 'analysis,recipe,protocol', page.checkpoint, 2)
    }
    expect(seen.length).toBe(7)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    expect((await pull(operator, 'analysis', seen.at(-1))).records).toEqual([])
  })

  it('[CALL-088] gives a deleted record as a tombstone', async () => {
    const record = await create(operator, planFor(lab))
    const { checkpoint } = await pull(operator, 'analysis')
    const manager = await lab.as('Manager')
    await must(
      manager(analysisCalls.delete, {
        params: { id: record.uuid },
        body: { reason: 'made by mistake' },
      }),
    )
    const { records } = await pull(operator, 'analysis', checkpoint)
    expect(records).toMatchObject([{ uuid: record.uuid, body: null }])
  })

  it('[PERM-029] leaves out kinds whose search permission is missing', async () => {
    const { records } = await pull(operator, 'user,swarm')
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['swarm']))
    const manager = await lab.as('Manager')
    const { records: more } = await pull(manager, 'user')
    expect(more.length).toBe(4)
    expect(JSON.stringify(more)).not.toMatch(/password|scrypt/)
  })

  it('hides analyses of swarms the account is not in', async () => {
    const hidden = crypto.randomUUID()
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      const { body } = state.storage.sql
        .exec<{ body: string }>(
          `SELECT body FROM records WHERE kind = 'analysis' AND deleted_at IS NULL`,
        )
        .toArray()[0] ?? { body: '{}' }
      const copy = { ...JSON.parse(body), uuid: hidden, swarm_uuid: lab.otherSwarm }
      state.storage.sql.exec(
        `INSERT INTO records (kind, uuid, seq, swarm_uuid, created_at, updated_at, body) VALUES ('analysis', ?, 100000, ?, '', '', ?)`,
        hidden,
        lab.otherSwarm,
        JSON.stringify(copy),
      )
    })
    const page = await pull(operator, 'analysis')
    expect(page.records.some(({ uuid }) => uuid === hidden)).toBe(false)
    // Expect the checkpoint behind it, so that the next pull does not look at it again.
    expect(page.checkpoint).toBe(100000)
    expect((await operator(analysisCalls.get, { params: { id: hidden } })).status).toBe(404)
  })
})

describe('a record that goes to another swarm', () => {
  it('is gone for those who saw it before, and they receive nothing of it', async () => {
    const { company } = lab
    const uuid = crypto.randomUUID()
    const body = { ...methods[0]?.recipe, swarm_uuid: lab.swarm }
    await changeInside(company, { type: 'put', kind: 'recipe', uuid, body })
    const before = await pull(operator, 'recipe')
    expect(before.records.find((record) => record.uuid === uuid)?.body).not.toBeNull()
    const moved = { ...body, swarm_uuid: lab.otherSwarm, name: 'Elsewhere' }
    await changeInside(company, { type: 'put', kind: 'recipe', uuid, body: moved })
    const { records } = await pull(operator, 'recipe', before.checkpoint)
    expect(records).toMatchObject([{ uuid, body: null }])
    expect(JSON.stringify(records)).not.toContain('Elsewhere')
  })
})

describe('the command ledger', () => {
  it('shows a launch, with the name of its run, only to the swarm of the analysis', async () => {
    const store = env.COMPANY_STORE.getByName(lab.company)
    await runInDurableObject(store, (instance) => instance.devicePresence(lab.device, true))
    const record = await create(operator, planFor(lab, { name: 'Of the first swarm only' }))
    await must(operator(analysisCalls.launch, { params: { id: record.uuid } }))
    const admin = await lab.as('Administrator')
    const found = await must(admin(profileCalls.search))
    const profiles = found.data.data
    await must(
      admin(userCalls.create, {
        body: {
          username: 'sync-second',
          name: 'Of the second swarm',
          email: 'sync-second@lab.example',
          profile_uuid: profiles.find(({ name }) => name === 'Operator')?.uuid,
          swarms: [lab.otherSwarm],
          password: firstPassword,
        },
      }),
    )
    await chooseOwn('sync-second')
    const other = await signIn('sync-second', password)
    expect(JSON.stringify(await pull(operator, 'command'))).toContain('Of the first swarm only')
    expect((await pull(other, 'command')).records).toEqual([])
  })

  it('expires what nobody took, and does not hand it out any more', async () => {
    const store = env.COMPANY_STORE.getByName(lab.company)
    await runInDurableObject(store, (instance) => instance.devicePresence(lab.device, true))
    const record = await create(operator, planFor(lab))
    const entry = (await must(operator(analysisCalls.launch, { params: { id: record.uuid } }))).data
    const again = (await must(operator(analysisCalls.launch, { params: { id: record.uuid } }))).data
    expect(again.uuid).toBe(entry.uuid)
    const overdue = { expires_at: '2020-01-01T00:00:00.000Z' }
    await changeRecord(lab.company, { kind: 'command', uuid: entry.uuid }, overdue)
    expect(await runDurableObjectAlarm(store)).toBe(true)
    const { records } = await pull(operator, 'command')
    expect(records.find(({ uuid }) => uuid === entry.uuid)?.body).toMatchObject({
      state: 'expired',
    })
  })

  it('refuses a command about a run that is not going on', async () => {
    const record = await create(operator, planFor(lab))
    const answer = await operator(deviceCalls.command, {
      params: { id: lab.device },
      body: { name: 'SKIP', analysis_uuid: record.uuid, position: 3 },
    })
    expect(answer.errors[0]).toMatchObject({
      code: 'refused',
      reason: 'wrong_status',
      params: { status: 'INIT' },
    })
  })
})
