import { createPublicKey, verify } from 'node:crypto'
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { lanPassCalls } from '../../domain/calls/lan.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { lanPermissions } from '../../domain/lan/lan-calls.ts'
import { type LanClaims, lanPassMs } from '../../domain/lan/lan-pass.ts'
import { runOrder } from '../../domain/rules/run-order.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { publicKey, tellOf } from './lan-holder.ts'
import { makeDevice } from './material-bodies.ts'
import { makePerson } from './people.ts'
import { create, planFor } from './plan.ts'

let lab: Lab
let other: Lab
let operator: Sender

beforeAll(async () => {
  lab = await foundLab('lan')
  other = await foundLab('lan-other')
  operator = await lab.as('Operator')
}, 30_000)

const body = { public_key: publicKey }
const passOf = async (sender: Sender) => (await must(sender(lanPassCalls.pass, { body }))).data
const claimsOf = (pass: string): LanClaims =>
  JSON.parse(Buffer.from(pass.split('.')[1] ?? '', 'base64url').toString())
const keyOf = async ({ asDevice }: Lab) => {
  const hello = { bkernel_version: '2.9.4', busy: 'N', status: '{}' }
  const { data } = await must(asDevice(deviceLinkCalls.hello, { body: hello }))
  return data.lan_key
}
const isSigned = (pass: string, x: string) => {
  const [head, claims, signature = ''] = pass.split('.')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
}
const report = (commands: object[], from = lab) =>
  from.asDevice(lanPassCalls.report, { body: { commands } })
const told = (pass: string, command: { name: string } & Record<string, unknown>) =>
  tellOf(pass, command, { device: lab.device })
const ledger = async (uuid: string, sender = operator) => {
  const query = { kinds: 'command', after: '0', limit: '500' }
  const { records } = (await must(sender(syncCalls.pull, { query }))).data
  return records.findLast((record) => record.uuid === uuid)?.body ?? undefined
}

describe('a pass for the local network', () => {
  test('names the company, the person, their swarms and no more than they may, for 72 hours', async () => {
    const { pass, expires_at, permissions } = await passOf(operator)
    const claims = claimsOf(pass)
    expect(claims).toMatchObject({ company: lab.company, swarms: [lab.swarm], aud: 'bapp-lan' })
    expect((claims.exp - claims.iat) * 1000).toBe(lanPassMs)
    expect(Date.parse(expires_at)).toBe(claims.exp * 1000)
    expect(claims.cnf.jwk).toEqual(publicKey)
    expect(claims.permissions).toEqual(permissions)
    expect(permissions).toContain('analysis.run')
    expect(permissions).not.toContain('products.shutdown')
    const all = await passOf(await lab.as('SuperAdmin'))
    for (const name of all.permissions) expect([...lanPermissions]).toContain(name)
    expect(all.permissions).toContain('products.shutdown')
  })

  test('is signed with the key that the devices of the company hear, and of no other', async () => {
    const { pass } = await passOf(operator)
    const key = await keyOf(lab)
    expect(isSigned(pass, key)).toBe(true)
    expect(isSigned(pass, await keyOf(other))).toBe(false)
    expect(await keyOf(lab)).toBe(key)
  })

  test('of a person who was made inactive or removed is called in by the answer to a device', async () => {
    const leavers = async () => {
      const hello = { bkernel_version: '2.9.4', busy: 'N', status: '{}' }
      const { data } = await must(other.asDevice(deviceLinkCalls.hello, { body: hello }))
      return data.leavers
    }
    const { sub } = claimsOf((await passOf(await other.as('Manager'))).pass)
    expect(await leavers()).toEqual([])
    const admin = await other.as('Administrator')
    await must(
      admin(userCalls.edit, { params: { id: sub }, body: { active: 'N', reason: 'Left' } }),
    )
    expect(await leavers()).toEqual([sub])
    await must(
      admin(userCalls.edit, { params: { id: sub }, body: { active: 'Y', reason: 'Back' } }),
    )
    expect(await leavers()).toEqual([])
    await must(admin(userCalls.delete, { params: { id: sub }, body: { reason: 'Left' } }))
    expect(await leavers()).toEqual([sub])
  })

  test('attack L6: is called in for everybody who has left, however many at once', async () => {
    const gone = new Date().toISOString()
    await runInDurableObject(env.COMPANY_STORE.getByName(other.company), (_, { storage }) => {
      const row = storage.sql.exec(`SELECT * FROM records WHERE kind = 'user' LIMIT 1`).one()
      const names = Object.keys(row)
      const insert = `INSERT INTO records (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
      for (let at = 0; at < 501; at++) {
        const one = { ...row, uuid: crypto.randomUUID(), seq: -1 - at, deleted_at: gone }
        storage.sql.exec(insert, ...names.map((name) => one[name as keyof typeof one]))
      }
    })
    const hello = { bkernel_version: '2.9.4', busy: 'N', status: '{}' }
    const { data } = await must(other.asDevice(deviceLinkCalls.hello, { body: hello }))
    expect(data.leavers.length).toBeGreaterThanOrEqual(501)
  })

  test('is not given for an invalid key', async () => {
    const { status } = await operator(lanPassCalls.pass, {
      body: { public_key: { ...publicKey, d: 'secret' } },
    })
    expect(status).toBe(422)
  })
})

describe('an order in the local network', () => {
  test('is in the ledger once, under the person who ordered it', async () => {
    const { pass } = await passOf(operator)
    const entry = await told(pass, { name: 'FLASH' })
    expect((await must(report([entry]))).data).toEqual({ kept: 1 })
    await must(report([entry]))
    const administrator = await lab.as('Administrator')
    expect(await ledger(entry.command_uuid, administrator)).toMatchObject({
      device_uuid: lab.device,
      user_uuid: claimsOf(pass).sub,
      user_name: expect.stringContaining('Operator'),
      state: 'sent',
      local: true,
    })
    const answer = { command_uuid: entry.command_uuid, state: 'done' }
    await must(lab.asDevice(deviceLinkCalls.answer, { body: answer }))
    expect((await ledger(entry.command_uuid, administrator))?.state).toBe('done')
  })

  test('is not believed without a pass of the company, and takes no id that something else has', async () => {
    const { pass } = await passOf(await other.as('Operator'))
    const foreign = await told(pass, { name: 'FLASH' })
    expect((await must(report([foreign]))).data).toEqual({ kept: 0 })
    expect(await ledger(foreign.command_uuid)).toBeUndefined()
    const [head, claims, signature] = (await passOf(operator)).pass.split('.')
    const bent = Buffer.from(
      JSON.stringify({ ...claimsOf(`${head}.${claims}`), sub: crypto.randomUUID() }),
    ).toString('base64url')
    const forged = await told(`${head}.${bent}.${signature}`, { name: 'FLASH' })
    expect((await must(report([forged]))).data).toEqual({ kept: 0 })
    const mine = await told((await passOf(operator)).pass, { name: 'FLASH' })
    await must(report([mine]))
    const again = { ...mine, command: { name: 'SHUTDOWN' } }
    await must(report([again]))
    expect((await ledger(mine.command_uuid))?.command).toEqual({ name: 'FLASH' })
  })

  test('is believed only as its sender signed it: for this device, under this id, with these words', async () => {
    const { pass } = await passOf(operator)
    const flash = await told(pass, { name: 'FLASH' })
    const wrong = [
      { ...flash, command: { name: 'SHUTDOWN' } },
      { ...flash, command_uuid: crypto.randomUUID() },
      { ...flash, proof: { ...flash.proof, body: '{"command":"SHUTDOWN","params":{}}' } },
      { ...flash, proof: { ...flash.proof, body: undefined } },
      { ...flash, proof: { ...flash.proof, signature: flash.proof.signature.replace(/^./, '_') } },
      await tellOf(pass, { name: 'FLASH' }, { device: other.device }),
    ]
    expect((await must(report(wrong))).data).toEqual({ kept: 0 })
    expect((await must(report([flash]))).data).toEqual({ kept: 1 })
    const administrator = await lab.as('Administrator')
    expect(await ledger(wrong[1]?.command_uuid ?? '', administrator)).toBeUndefined()
  })

  test('with a password in it is reported without its content, and only under its own name', async () => {
    const { pass } = await passOf(operator)
    const line = 'lab'
    const config = {
      address: '//server/share',
      source: line,
      domain: line,
      username: line,
      target_folder: line,
      max_protocol: 'SMB2',
    }
    const command = { name: 'UPDATE_SAMBA_CONFIG', config_uuid: crypto.randomUUID(), config }
    const { proof, ...rest } = await told(pass, command)
    const withheld = { ...rest, proof: { ...proof, body: undefined } }
    const secret = { ...command, secret: 'withheld' }
    expect(
      (await must(report([withheld, { ...withheld, command: { name: 'FLASH' } }]))).data,
    ).toEqual({
      kept: 0,
    })
    expect((await must(report([{ ...withheld, command: secret }]))).data).toEqual({ kept: 1 })
  })

  test('begins a run that the service did not launch itself, once it has the analysis', async () => {
    const plan = planFor(lab, { device_uuid: lab.device })
    const { pass } = await passOf(operator)
    const record = (await create(operator, plan)) as unknown as Analysis
    const started = () =>
      lab.asDevice(deviceLinkCalls.started, {
        params: { id: record.uuid },
        body: { at: new Date().toISOString() },
      })
    // Refuse it while nobody has told of a launch: the device's word alone is not enough.
    expect((await started()).status).toBe(404)
    const load = await told(pass, { name: 'LOAD_RECIPE', order: runOrder(record) })
    await must(report([load]))
    await must(started())
    const { data } = await must(operator(analysisCalls.get, { params: { id: record.uuid } }))
    expect(data.status).toBe('RUNNING')
    expect(await ledger(load.command_uuid)).toMatchObject({ swarm_uuid: lab.swarm })
    const trail = await must(
      (await lab.as('Administrator'))(auditCalls.search, {
        body: { kind: 'command', uuid: load.command_uuid },
      }),
    )
    expect(JSON.stringify(trail.data)).toContain('command.lan.LOAD_RECIPE')
  })

  test('of an analysis out of the caller’s sight is entered as refused, and begins no run', async () => {
    const administrator = await lab.as('Administrator')
    const manager = await lab.as('Manager')
    const { sub } = claimsOf((await passOf(manager)).pass)
    const swarms = [lab.swarm, lab.otherSwarm]
    const parts = { params: { id: sub }, body: { swarms, reason: 'works there too' } }
    await must(administrator(userCalls.edit, parts))
    const plan = planFor(lab, { device_uuid: lab.device, swarm_uuid: lab.otherSwarm })
    const record = await create(manager, plan)
    const { pass } = await passOf(await lab.as('Operator'))
    // Order in the swarm that the device receives, which is all it can believe.
    const order = { ...runOrder(record), swarm_uuid: lab.swarm }
    const load = await told(pass, { name: 'LOAD_RECIPE', order })
    expect((await must(report([load]))).data).toEqual({ kept: 1 })
    const at = new Date().toISOString()
    const answer = { command_uuid: load.command_uuid, state: 'accepted' }
    await must(lab.asDevice(deviceLinkCalls.answer, { body: answer }))
    const start = { params: { id: record.uuid }, body: { at } }
    expect((await lab.asDevice(deviceLinkCalls.started, start)).status).toBe(404)
    const after = await must(manager(analysisCalls.get, { params: { id: record.uuid } }))
    expect(after.data.status).toBe('INIT')
    expect(await ledger(load.command_uuid, manager)).toMatchObject({
      state: 'refused',
      reason: 'swarm_unknown',
    })
  })

  test('fourth attack D4: that the pass does not allow is entered as refused, and begins no run', async () => {
    const administrator = await lab.as('Administrator')
    const body = { name: 'Readers', base: 'Operator', permissions: ['analysis.search'] }
    const profile = (await must(administrator(profileCalls.create, { body }))).data
    const reader = await makePerson(administrator, lab.company, 'reader', { profile: 'Operator' })
    const membership = { profile_uuid: profile.uuid, swarms: [lab.swarm] }
    const parts = { params: { id: reader.uuid }, body: membership }
    await must(administrator(userCalls.edit, parts))
    const { pass, permissions } = await passOf(await signIn(reader.username, password))
    expect(permissions).toEqual(['analysis.search'])
    const record = await create(operator, planFor(lab, { device_uuid: lab.device }))
    const load = await told(pass, { name: 'LOAD_RECIPE', order: runOrder(record) })
    const restart = await told(pass, { name: 'REBOOT' })
    expect((await must(report([load, restart]))).data).toEqual({ kept: 2 })
    const answer = { command_uuid: load.command_uuid, state: 'accepted' }
    await must(lab.asDevice(deviceLinkCalls.answer, { body: answer }))
    const start = { params: { id: record.uuid }, body: { at: new Date().toISOString() } }
    expect((await lab.asDevice(deviceLinkCalls.started, start)).status).toBe(404)
    const after = await must(operator(analysisCalls.get, { params: { id: record.uuid } }))
    expect((after.data as Analysis).status).toBe('INIT')
    for (const { command_uuid: uuid } of [load, restart]) {
      expect(await ledger(uuid, administrator)).toMatchObject({
        state: 'refused',
        reason: 'permission_missing',
      })
    }
  })

  test('fifth attack E3: about a run out of the caller’s sight is entered as refused, and counts for nothing', async () => {
    const administrator = await lab.as('Administrator')
    const manager = await lab.as('Manager')
    const { sub } = claimsOf((await passOf(manager)).pass)
    const swarms = [lab.swarm, lab.otherSwarm]
    const both = { params: { id: sub }, body: { swarms, reason: 'works there too' } }
    await must(administrator(userCalls.edit, both))
    const plan = planFor(lab, { device_uuid: lab.device, swarm_uuid: lab.otherSwarm })
    const { uuid: analysis_uuid } = await create(manager, plan)
    const { pass } = await passOf(await lab.as('Operator'))
    const orders = await Promise.all([
      told(pass, { name: 'EXTEND', analysis_uuid, cycles: 5 }),
      told(pass, { name: 'ABORT', analysis_uuid }),
    ])
    expect((await must(report(orders))).data).toEqual({ kept: 2 })
    for (const { command_uuid } of orders) {
      const answer = { command_uuid, state: 'done' }
      await must(lab.asDevice(deviceLinkCalls.answer, { body: answer }))
      expect(await ledger(command_uuid, manager)).toMatchObject({
        state: 'refused',
        reason: 'swarm_unknown',
      })
    }
  })

  test('fifth attack E6: gives no device a name that another has', async () => {
    const named = await makeDevice(lab.company, { name: 'Cycler Nord' })
    const administrator = await lab.as('SuperAdmin')
    const { pass } = await passOf(administrator)
    const before = await must(administrator(deviceCalls.get, { params: { id: lab.device } }))
    const rename = await told(pass, { name: 'SET_INFO', info: { name: 'Cycler Nord' } })
    expect((await must(report([rename]))).data).toEqual({ kept: 1 })
    const answer = { command_uuid: rename.command_uuid, state: 'done' }
    await must(lab.asDevice(deviceLinkCalls.answer, { body: answer }))
    const after = await must(administrator(deviceCalls.get, { params: { id: lab.device } }))
    expect(after.data.name).toBe(before.data.name)
    expect(named.uuid).not.toBe(lab.device)
    expect(await ledger(rename.command_uuid, administrator)).toMatchObject({
      state: 'refused',
      reason: 'name_taken',
    })
  })

  test('sixth attack F6-9: orders a device to give a name back that it should not have taken', async () => {
    await makeDevice(lab.company, { name: 'Cycler Ovest' })
    const administrator = await lab.as('SuperAdmin')
    const { pass } = await passOf(administrator)
    const { name, hostname } = (
      await must(administrator(deviceCalls.get, { params: { id: lab.device } }))
    ).data
    const orders = async () => {
      const { data } = await must(lab.asDevice(deviceLinkCalls.commands))
      return data.flatMap(({ command }) =>
        command.name === 'SET_INFO' && command.info.name ? command.info : [],
      )
    }
    const before = await orders()
    const fine = await told(pass, { name: 'SET_INFO', info: { hostname } })
    await must(report([fine]))
    expect(await orders()).toEqual(before)
    const rename = await told(pass, { name: 'SET_INFO', info: { name: 'CYCLER Ovest' } })
    await must(report([rename]))
    await must(report([rename]))
    expect(await orders()).toEqual([...before, { name, hostname }])
  })
})
