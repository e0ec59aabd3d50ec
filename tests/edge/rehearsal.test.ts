// Issue 19, point 5: kept runs are calculated as a version would have measured them, before any device has it.
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import { plainProcessing } from '../../domain/rules/rehearsal.ts'
import { patience } from '../../edge/in-time.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import type { Change } from '../../edge/store/changes.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { readRecord } from '../../edge/store/operations.ts'
import { readRehearsal, rehearsalFile } from '../../edge/store/rollouts/rehearsed-runs.ts'
import { readAuditOf } from './audit-of.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeBkernel, makeImaged } from './material-bodies.ts'
import { makeMeasured } from './plan.ts'
import { planByAnother, takeStep } from './rollouts.ts'
import { inStoreOf } from './store-writes.ts'

let provider: Lab
let lab: Lab
let maker: Sender
let manager: Sender
let model: string
let run: string
beforeAll(async () => {
  provider = await foundLab('maker', { isProvider: 'Y' })
  lab = await foundLab('user')
  maker = await provider.as('SuperAdmin')
  manager = await lab.as('Manager')
  const measured = await makeMeasured(lab, manager)
  await measured.finish()
  run = measured.uuid
  model = (await must(manager(deviceCalls.get, { params: { id: lab.device } }))).data.model
}, 60_000)

const bySystem = {
  actor: { uuid: '00000000-0000-0000-0000-000000000000', name: 'bApp', via: 'system' as const },
  sight: { kinds: [], swarms: [] },
  permissions: [],
  fourEyes: false,
}

/** Publish a version with its image, and plan its rollout as somebody else. */
async function plan(name: string, changes: Partial<Bkernel>): Promise<string> {
  const { uuid } = await makeImaged(maker, name, { models: [model], ...changes })
  await planByAnother(provider.company, uuid)
  return uuid
}

/** Rehearse to the end, and return the outcome with the number of requests. */
async function rehearse(id: string) {
  for (let steps = 1; ; steps += 1) {
    const step = (await must(maker(bkernelCalls.rehearse, { params: { id } }))).data
    expect(step.done).toBeLessThanOrEqual(step.companies)
    if (step.version) return { steps, ...step, version: step.version }
  }
}
const reasonOf = ({ errors }: { errors: { reason?: string | undefined }[] }) => errors[0]?.reason
const listed = async (id: string) =>
  (await must(maker(bkernelCalls.rehearsed, { params: { id } }))).data.data

describe('issue 19: a rehearsal', () => {
  it('has to be done before a plan is approved whose version declares another processing', async () => {
    const id = await plan('Averages', {
      version: '9.1.0',
      processing: { ...plainProcessing, mean_of: 3 },
    })
    expect(reasonOf(await takeStep(maker, id, 'approve'))).toBe('rehearsal_due')
    const { version, done, companies } = await rehearse(id)
    expect(done).toBe(companies)
    expect(version.rollout?.rehearsal).toMatchObject({
      by_name: 'SuperAdmin of maker',
      runs: 1,
      unread: 0,
      calls: 0,
      moved: expect.any(Number),
      file_hash: expect.stringMatching(/^[\da-f]{64}$/),
    })
    const [one, ...others] = await listed(id)
    expect(others).toEqual([])
    expect(one).toMatchObject({ company_uuid: lab.company, analysis_uuid: run, assumed: true })
    // Expect a mean of three cycles to be late by about one.
    expect(one?.found?.shift).toBeGreaterThan(0.5)
    expect(one?.found?.shift).toBeLessThan(1.5)
    await must(takeStep(maker, id, 'approve'))
    await must(takeStep(maker, id, 'start'))
    expect(reasonOf(await maker(bkernelCalls.rehearse, { params: { id } }))).toBe('rollout_state')
    const trail = await readAuditOf(provider.company, 'bkernel', id)
    expect(trail.filter(({ action }) => action === 'bkernel.rehearse')).toHaveLength(1)
  })

  it('finds calls that change, and says nothing of a name, a sample or a well', async () => {
    const id = await plan('Dark', {
      version: '9.2.0',
      processing: { ...plainProcessing, ceiling: 20_050 },
    })
    const { version } = await rehearse(id)
    const { calls, results } = version.rollout?.rehearsal ?? {}
    expect(calls).toBeGreaterThan(0)
    expect(results).toBeGreaterThanOrEqual(calls ?? 0)
    const [one] = await listed(id)
    expect(one?.found?.moves[0]).toMatchObject({ from: 'detected', count: expect.any(Number) })
    const record = (await must(manager(analysisCalls.get, { params: { id: run } }))).data
    const text = JSON.stringify(one)
    for (const word of [record.name, record.user_uuid, ...record.samples.map(({ name }) => name)])
      expect(text).not.toContain(`"${word}"`)
    expect(text).not.toContain('"A1"')
  })

  it('is due again for another audience, and not for other phases', async () => {
    const id = await plan('Rounds', {
      version: '9.3.0',
      processing: { ...plainProcessing, step: 1 },
    })
    const everyone = [{ share: 1, soak_hours: 0, least_pairs: 0 }]
    await rehearse(id)
    await planByAnother(provider.company, id, { except_company_uuids: [lab.company] })
    expect(reasonOf(await takeStep(maker, id, 'approve'))).toBe('rehearsal_due')
    expect((await rehearse(id)).version.rollout?.rehearsal).toMatchObject({ runs: 0, results: 0 })
    await planByAnother(provider.company, id, {
      except_company_uuids: [lab.company],
      phases: everyone,
    })
    await must(takeStep(maker, id, 'approve'))
  })

  it('fifteenth attack A15-4: is closed by no part of it, also where several calculated at the same time', async () => {
    const id = await plan('Together', {
      version: '9.7.0',
      processing: { ...plainProcessing, step: 2 },
    })
    const { version } = await rehearse(id)
    const { of = '' } = version.rollout?.rehearsal ?? {}
    const keep = (part: { of: string; after: number; companies: string[] }) =>
      inStoreOf(provider.company, async (_sql, store) => {
        const outcome = await store.keepRehearsed({ uuid: id, runs: [], ...part }, bySystem)
        return outcome.ok ? null : outcome.errors[0]?.reason
      })
    const close = (holds: string, companies: string[]) =>
      inStoreOf(provider.company, async (_sql, store) => {
        const file_hash = sha256Hex(rehearsalFile({ of: holds, runs: [] }))
        const change = { type: 'bkernel.rehearse', uuid: id, of: holds, companies, file_hash }
        const outcome = await store.change(change as Change, crypto.randomUUID(), bySystem)
        return outcome.ok ? null : outcome.errors[0]?.reason
      })
    // Keep the last part of a request that began before another one closed the rehearsal, with its runs.
    expect(await keep({ of, after: 1, companies: [lab.company] })).toBe('changed_meanwhile')
    expect(await keep({ of, after: 0, companies: [provider.company] })).toBeNull()
    expect(await close(of, [provider.company, lab.company])).toBe('changed_meanwhile')
    // Change the audience between the last runs and the end: none of them is of the new one.
    await planByAnother(provider.company, id, { except_company_uuids: [provider.company] })
    expect(await keep({ of, after: 0, companies: [lab.company] })).toBe('changed_meanwhile')
    expect(await close(of, [])).toBe('changed_meanwhile')
    expect((await rehearse(id)).version.rollout?.rehearsal).toMatchObject({ runs: 1 })
  })

  it('leaves no runs behind when it was broken off and its version is deleted', async () => {
    const id = await plan('Deleted', {
      version: '9.8.0',
      processing: { ...plainProcessing, step: 2 },
    })
    const of = await inStoreOf(provider.company, (sql) => {
      const version = readRecord(sql, 'bkernel', id)
      return version ? readRehearsal(sql, version).of : ''
    })
    const companies = [lab.company]
    const keep = () =>
      inStoreOf(provider.company, async (_sql, store) => {
        const part = { uuid: id, of, after: 0, runs: [], companies }
        const outcome = await store.keepRehearsed(part, bySystem)
        return outcome.ok ? null : outcome.errors[0]?.reason
      })
    expect(await keep()).toBeNull()
    await must(maker(bkernelCalls.delete, { params: { id } }))
    const left = await inStoreOf(provider.company, (sql) =>
      sql.all('SELECT 1 FROM rehearsed_runs WHERE bkernel_uuid = ?', id),
    )
    expect(left).toEqual([])
    // Refuse a part that was calculated meanwhile, which comes too late.
    expect(await keep()).toBe('changed_meanwhile')
  })

  it('goes on without a company whose store fails or hangs, names it, and is complete only with it', async () => {
    const bent = [await foundLab('bent'), await foundLab('hung')]
    const id = await plan('Not all', {
      version: '9.9.0',
      processing: { ...plainProcessing, step: 2 },
    })
    let isOver = false
    const answer = CompanyStore.prototype.ask as (...given: unknown[]) => unknown
    const spy = vi.spyOn(CompanyStore.prototype, 'ask') as unknown as MockInstance
    spy.mockImplementation(async function (this: object, ...given: unknown[]) {
      const { ctx } = this as { ctx: DurableObjectState }
      const at = bent.findIndex(({ company }) => company === ctx.id.name)
      if (at === 0) throw new Error('Network connection lost')
      while (at === 1 && !isOver) await scheduler.wait(20)
      return answer.apply(this, given)
    })
    vi.spyOn(patience, 'list', 'get').mockReturnValue(1000)
    const step = async () => (await must(maker(bkernelCalls.rehearse, { params: { id } }))).data
    try {
      const names = bent.map(({ company }) => company)
      const { silent, runs, done, companies, version } = await step()
      expect(silent?.map(({ uuid }) => uuid).toSorted()).toEqual(names.toSorted())
      expect(silent?.every(({ name }) => name !== '')).toBe(true)
      expect([runs, companies - done, version]).toEqual([1, 2, null])
      expect(await step()).toMatchObject({ done, runs, version: null })
      expect(reasonOf(await takeStep(maker, id, 'approve'))).toBe('rehearsal_due')
      // Leave the companies out of the plan: nothing is asked of them.
      await planByAnother(provider.company, id, { except_company_uuids: names })
      expect((await rehearse(id)).version.rollout?.rehearsal).toMatchObject({ runs: 1 })
      await planByAnother(provider.company, id, {})
    } finally {
      isOver = true
      vi.restoreAllMocks()
    }
    expect((await rehearse(id)).version.rollout?.rehearsal).toMatchObject({ runs: 1 })
  })

  it('reaches the companies behind twenty that do not answer', async () => {
    const silent = Array.from(
      { length: 20 },
      (_, at) => `00000000-0000-4000-8000-0000000000${at + 10}`,
    )
    const at = '2026-01-01T00:00:00.000Z'
    const make = env.DIRECTORY.prepare(
      'INSERT INTO companies (uuid, name, created_at, updated_at) VALUES (?1, ?2, ?3, ?3)',
    )
    await env.DIRECTORY.batch(silent.map((company) => make.bind(company, company, at)))
    const id = await plan('Many silent', {
      version: '9.9.1',
      processing: { ...plainProcessing, step: 3 },
    })
    const answer = CompanyStore.prototype.ask as (...given: unknown[]) => unknown
    const spy = vi.spyOn(CompanyStore.prototype, 'ask') as unknown as MockInstance
    spy.mockImplementation(async function (this: object, ...given: unknown[]) {
      const { ctx } = this as { ctx: DurableObjectState }
      if (silent.includes(ctx.id.name ?? '')) throw new Error('Network connection lost')
      return answer.apply(this, given)
    })
    try {
      const { data } = await must(maker(bkernelCalls.rehearse, { params: { id } }))
      expect(data.silent).toHaveLength(20)
      expect(data.runs).toBe(1)
    } finally {
      vi.restoreAllMocks()
      await env.DIRECTORY.prepare('DELETE FROM companies WHERE created_at = ?1').bind(at).run()
    }
  })

  it('is refused where nothing is declared, and to people who may not roll out', async () => {
    const bare = await plan('Undeclared', { version: '9.4.0', models: ['Other model'] })
    expect(reasonOf(await maker(bkernelCalls.rehearse, { params: { id: bare } }))).toBe(
      'rehearsal_undeclared',
    )
    // Expect nothing to be due where neither side has declared anything.
    await must(takeStep(maker, bare, 'approve'))
    const params = { id: bare }
    expect((await manager(bkernelCalls.rehearse, { params })).status).toBe(403)
    expect((await manager(bkernelCalls.rehearsed, { params })).status).toBe(403)
  })

  it('rests on a declaration that nobody changes once the image is there', async () => {
    const made = await makeImaged(maker, 'Fixed', {
      version: '9.5.0',
      models: ['Fixed model'],
      processing: plainProcessing,
    })
    const edit = (processing: object) =>
      maker(bkernelCalls.edit, { params: { id: made.uuid }, body: { processing } })
    expect((await edit({ ...plainProcessing, gain: 2 })).errors[0]).toMatchObject({
      field: 'processing',
      reason: 'image_there',
    })
    const open = await makeBkernel(maker, 'Open', { version: '9.6.0', models: ['Fixed model'] })
    const gain = { ...plainProcessing, gain: 0 }
    const body = { processing: gain }
    expect((await maker(bkernelCalls.edit, { params: { id: open.uuid }, body })).status).toBe(422)
  })
})
