import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { User } from '../../domain/entities/user.ts'
import { signedContent } from '../../domain/rules/analysis.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import { verifyFile } from '../../domain/trail/verify-file.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { signRecord } from '../../edge/store/sign.ts'
import { Sql } from '../../edge/store/sql.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import example from '../fixtures/files/RDES_v1_0_example_amplification.tsv?raw'
import { foundLab, type Lab, must, password, type Sender } from './lab.ts'

let lab: Lab
let manager: Sender
let record: Analysis
beforeAll(async () => {
  lab = await foundLab('sign')
  manager = await lab.as('Manager')
  const form = new FormData()
  const [uuid, name, swarm_uuid] = [crypto.randomUUID(), 'To be signed', lab.swarm]
  form.set('fields', JSON.stringify({ uuid, name, swarm_uuid, recipe_uuid: null, run: 0 }))
  form.set('file', new File([example], 'example.tsv'))
  record = (await must(manager(analysisCalls.import, { body: form }))).data
})

function order(change: object = {}) {
  const record_hash = sha256Hex(canonicalJson(signedContent(record)))
  const body = { password, meaning: 'approval', comment: 'looked at', record_hash, ...change }
  return { params: { id: record.uuid }, body }
}

describe('an electronic signature', () => {
  it('takes name, time and zone from the server, and nothing of them from the client', async () => {
    for (const field of ['printed_name', 'at', 'user_uuid', 'zone']) {
      const sent = await manager(analysisCalls.validate, order({ [field]: 'somebody' }))
      expect(sent.errors[0]?.code, field).toBe('invalid')
    }
    const before = Date.now()
    const { data } = await must(manager(analysisCalls.validate, order()))
    const { signature } = data
    const { data: people } = await must((await lab.as('Administrator'))(userCalls.search))
    const signer = (people as { data: User[] }).data.find(({ name }) => name.startsWith('Manager'))
    expect(signature).toMatchObject({
      user_uuid: signer?.uuid,
      printed_name: signer?.name,
      zone: signer?.timezone,
      meaning: 'approval',
      comment: 'looked at',
    })
    expect(Date.parse(signature!.at)).toBeGreaterThanOrEqual(before)
  })

  it('is given by a person of the company only, in person', async () => {
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
      const sql = new Sql(state.storage, env)
      const body = record as unknown as Record<string, unknown>
      const record_hash = sha256Hex(canonicalJson(contentSigned(body)))
      const { user_uuid: uuid } = record
      const sign = (actor: { uuid: string; name: string; via: 'account' | 'key' | 'provider' }) =>
        signRecord(
          sql,
          body,
          { meaning: 'review', comment: '', record_hash },
          { actor, sight: { kinds: [], swarms: [] }, permissions: [], fourEyes: false },
          new Date().toISOString(),
        )
      expect(sign({ uuid, name: 'x', via: 'account' }).printed_name).toBe('Manager of sign')
      expect(() => sign({ uuid, name: 'x', via: 'key' })).toThrow('in person')
      expect(() => sign({ uuid, name: 'x', via: 'provider' })).toThrow('in person')
      const stranger = crypto.randomUUID()
      expect(() => sign({ uuid: stranger, name: 'x', via: 'account' })).toThrow('in person')
    })
  })

  it('prints a name that nobody changes of themselves', async () => {
    const renamed = await manager(userCalls.editDetails, { body: { name: 'Another' } })
    expect(renamed.errors[0]).toMatchObject({ code: 'invalid', field: 'name' })
  })

  it('is checked with the exported record, away from the service', async () => {
    const params = { kind: 'analysis', id: record.uuid }
    const admin = await lab.as('Administrator')
    const file = (await must(admin(auditCalls.exportRecord, { params }))).data
    const verdict = await verifyFile(file, trailTools)
    expect(verdict.problems).toEqual([])
    expect(verdict.signatures).toMatchObject([
      { printed_name: 'Manager of sign', meaning: 'approval' },
    ])
    const bent = new TextDecoder().decode(file).replaceAll('looked at', 'looked in')
    const { problems } = await verifyFile(new TextEncoder().encode(bent), trailTools)
    expect(problems.map(({ code }) => code)).toContain('not_in_tree')
  })
})
