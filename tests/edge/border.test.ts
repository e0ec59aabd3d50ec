import { env, runInDurableObject, SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { makeSecret } from '../../edge/crypto/secret.ts'
import { migrate } from '../../edge/store/migrations.ts'
import { moveSome } from '../../edge/store/narrow-rows.ts'
import { Sql } from '../../edge/store/sql.ts'
import { foundLab, type Lab, must, origin, password, send, signIn } from './lab.ts'
import { connectDevice, create, planFor } from './plan.ts'

let lab: Lab
beforeAll(async () => {
  lab = await foundLab('border')
  await connectDevice(lab)
})

describe('input from outside', () => {
  it('a cookie that names no company leaves no store behind', async () => {
    const company = crypto.randomUUID()
    const headers = { Cookie: `__Host-bapp=${company}.${makeSecret()}` }
    const answer = await send(sessionCalls.me, { headers })
    expect(answer.errors[0]?.code).toBe('session_expired')
    await runInDurableObject(env.COMPANY_STORE.getByName(company), (_, state) => {
      const tables = state.storage.sql
        .exec(`SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`)
        .toArray()
      expect(tables).toEqual([])
    })
  })

  it('a body without a length is stopped at the limit too', async () => {
    const piece = new TextEncoder().encode(' '.repeat(64 * 1024))
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent > 200) controller.close()
        else controller.enqueue(piece)
      },
    })
    const response = await SELF.fetch(`${origin}/v3/session/login`, {
      method: 'POST',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/json',
      },
      body,
    })
    const { errors } = (await response.json()) as { errors: { reason: string }[] }
    expect([response.status, errors[0]?.reason]).toEqual([422, 'too_large'])
  })

  it('a live socket of a sandboxed page is refused, not an error', async () => {
    const response = await SELF.fetch(`${origin}/v3/live/${lab.company}`, {
      headers: { Upgrade: 'websocket', Origin: 'null' },
    })
    expect(response.status).toBe(403)
  })

  it('a username that is the e-mail address of somebody else in the region cannot be used', async () => {
    const other = await foundLab('border-other')
    const admin = await other.as('Administrator')
    const found = await must(admin(profileCalls.search))
    const profiles = found.data.data
    const body = {
      username: 'operator-border@lab.example',
      name: 'Squatter',
      email: 'squatter@lab.example',
      profile_uuid: profiles.find(({ name }) => name === 'Operator')?.uuid,
      swarms: [],
      password,
    }
    const answer = await admin(userCalls.create, { body })
    expect(answer.errors[0]).toMatchObject({
      code: 'refused',
      field: 'username',
      reason: 'name_unusable',
    })
    await signIn('operator-border@lab.example', password)
  })
})

describe('the audit trail', () => {
  it('names the device that acted', async () => {
    const manager = await lab.as('Manager')
    const record = await create(manager, planFor(lab))
    const entry = (await must(manager(analysisCalls.launch, { params: { id: record.uuid } }))).data
    await must(
      lab.asDevice(deviceLinkCalls.answer, { body: { command_uuid: entry.uuid, state: 'done' } }),
    )
    const { data } = await must(manager(analysisCalls.audit, { params: { id: record.uuid } }))
    const started = data.find(({ action }) => action === 'run.started')
    expect(started?.actor).toBe('bGATE border')
  })
})

describe('the store', () => {
  it('lists without reading the bodies it does not show, and comes to that from its first tables', async () => {
    const store = env.COMPANY_STORE.getByName('a company of the first version')
    await runInDurableObject(store, (_, state) => {
      const sql = new Sql(state.storage, env)
      migrate(sql, 1)
      const body = JSON.stringify({
        status: 'VALIDATION',
        user_uuid: 'somebody',
        recipe_name: 'Old recipe',
        cartridge_type: 'Wells9',
        samples: [{ uuid: 'sample', name: 'S1', sample_type: 'unknown', coordinates: ['A1'] }],
      })
      sql.run(
        `INSERT INTO records (kind, uuid, seq, swarm_uuid, name, created_at, updated_at, body)
         VALUES ('analysis', 'old', 1, 'swarm', 'Old run', '2026-01-01', '2026-01-01', ?)`,
        body,
      )
      migrate(sql)
      expect(() => sql.run(`UPDATE records SET name = '' WHERE kind = 'analysis'`)).toThrow(
        /validated/,
      )
      const plan = sql.all<{ detail: string }>(
        `EXPLAIN QUERY PLAN SELECT uuid FROM records INDEXED BY records_listed_by_created_at
         WHERE kind = 'analysis' AND deleted_at IS NULL AND swarm_uuid = '' AND status = 'INIT'
         ORDER BY created_at DESC, uuid DESC`,
      )
      expect(plan.map(({ detail }) => detail).join()).toMatch(/COVERING INDEX/)
      expect(plan.map(({ detail }) => detail).join()).not.toMatch(/TEMP B-TREE/)
      expect(sql.first('SELECT status FROM records')).toEqual({ status: 'VALIDATION' })
      expect(sql.first('SELECT name, samples FROM analysis_facts')).toEqual({
        name: 'Old run',
        samples: 1,
      })
      moveSome(sql)
      expect(sql.first('SELECT name FROM samples')).toEqual({ name: 'S1' })
    })
  })
})
