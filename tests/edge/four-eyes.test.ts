import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { lanPassCalls } from '../../domain/calls/lan.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { signedContent } from '../../domain/rules/analysis.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { foundLab, type Lab, must, password, type Sender } from './lab.ts'
import { publicKey, tellOf } from './lan-holder.ts'
import { signing } from './made-analyses.ts'
import { create, makeMeasured, planFor } from './plan.ts'

const signed = (record: Analysis) => sha256Hex(canonicalJson(signedContent(record)))

/** Make a run with forty readings, planned by one person and launched by another, which people can sign. */
async function makeRun(lab: Lab, planner: Sender, launcher: Sender) {
  const run = await makeMeasured(lab, planner, launcher)
  const sign = async (sender: Sender) => {
    const record_hash = signed(await run.read())
    const body = { password, meaning: 'approval', comment: '', record_hash }
    return sender(analysisCalls.validate, { params: { id: run.uuid }, body })
  }
  return { ...run, sign }
}

/** Report as the device an order that it received in the local network. */
async function tellOrder(lab: Lab, sender: Sender, analysis_uuid: string): Promise<void> {
  const { data } = await must(sender(lanPassCalls.pass, { body: { public_key: publicKey } }))
  const command = { name: 'SKIP', analysis_uuid, position: 1 }
  const told = await tellOf(data.pass, command, { device: lab.device })
  const report = { body: { commands: [told] } }
  for (let time = 0; time < 2; time++) {
    expect((await must(lab.asDevice(lanPassCalls.report, report))).data).toEqual({ kept: 1 })
  }
}

const idOf = async (sender: Sender) => (await must(sender(sessionCalls.me))).data.uuid

it('with four eyes neither who planned a run nor who launched it signs it', async () => {
  const lab = await foundLab('eyes', { four_eyes: 'Y' })
  const planner = await lab.as('Administrator')
  const launcher = await lab.as('Manager')
  const third = await lab.as('SuperAdmin')
  const run = await makeRun(lab, planner, launcher)
  await run.finish()
  expect((await run.sign(planner)).errors[0]?.reason).toBe('four_eyes')
  expect((await run.sign(launcher)).errors[0]?.reason).toBe('four_eyes')
  expect((await run.sign(third)).ok).toBe(true)
})

describe('attack M7: an order in the local network', () => {
  let lab: Lab
  let planner: Sender
  let orderer: Sender
  beforeAll(async () => {
    lab = await foundLab('lan-eyes', { four_eyes: 'Y' })
    planner = await lab.as('Administrator')
    orderer = await lab.as('Manager')
  }, 60_000)

  it('attack M7: counts as taking part also when it is reported after the end of the run', async () => {
    const run = await makeRun(lab, planner, planner)
    await run.finish()
    const before = (await run.read()).hands ?? []
    await tellOrder(lab, orderer, run.uuid)
    // Read it from the analysis, as pages do.
    expect((await run.read()).hands).toEqual([...before, await idOf(orderer)])
    expect((await run.sign(orderer)).errors[0]?.reason).toBe('four_eyes')
    expect((await run.sign(await lab.as('SuperAdmin'))).ok).toBe(true)
  })

  it('attack M7: counts as taking part also when it is reported after the signature, which stays unchanged', async () => {
    const run = await makeRun(lab, planner, planner)
    await run.finish()
    await must(run.sign(await lab.as('SuperAdmin')))
    const params = { id: run.uuid }
    await must(orderer(reportCalls.createAnalysis, { params, query: { format: 'csv' } }))
    const { data } = await must(orderer(reportCalls.search, {}))
    const [report] = data.data
    const before = await run.read()
    await tellOrder(lab, planner, run.uuid)
    const third = await lab.as('Manager')
    await tellOrder(lab, third, run.uuid)
    expect(await run.read()).toEqual(before)
    const approve = { params: { id: report?.uuid ?? '' }, body: signing(report ?? {}) }
    expect((await third(reportCalls.approve, approve)).errors[0]?.reason).toBe('four_eyes')
    const body = { reason: 'once more' }
    const next = (await must(planner(analysisCalls.correct, { params, body }))).data
    expect(next.hands).toContain(await idOf(third))
  })

  it('attack M7: counts as taking part also when it is reported before the service has the run', async () => {
    const plan = planFor(lab)
    await tellOrder(lab, orderer, plan.uuid)
    await create(planner, plan)
    const params = { id: plan.uuid }
    await must(planner(analysisCalls.launch, { params }))
    const waiting = (await must(lab.asDevice(deviceLinkCalls.commands))).data
    const started = { body: { at: new Date().toISOString() } }
    expect(waiting.length).toBeGreaterThan(0)
    await must(lab.asDevice(deviceLinkCalls.started, { params, ...started }))
    const record = (await must(planner(analysisCalls.get, { params }))).data
    expect(record.hands).toContain(await idOf(orderer))
  })
})

describe('third attack C7: an archive that somebody else brings in', () => {
  async function bringBack(sender: Sender, from: Sender, lab: Lab, uuid: string, more = {}) {
    const order = { params: { id: uuid }, body: { fileFormat: 'bca' } }
    const bytes = (await must(from(analysisCalls.export, order))).data
    const form = new FormData()
    const fields = { uuid: crypto.randomUUID(), name: 'Back', swarm_uuid: lab.swarm }
    form.set('fields', JSON.stringify({ ...fields, recipe_uuid: null, run: 0, ...more }))
    form.set('file', new File([bytes], 'archive.bca'))
    return () => sender(analysisCalls.import, { body: form })
  }

  it('third attack C7: does not let those sign who had a hand in its run, not even where that was removed', async () => {
    const lab = await foundLab('archive-eyes', { four_eyes: 'Y' })
    const planner = await lab.as('Administrator')
    const manager = await lab.as('Manager')
    const run = await makeRun(lab, planner, manager)
    await run.finish()
    const bring = await bringBack(await lab.as('Operator'), planner, lab, run.uuid)
    const tryToSign = async (sender: Sender, { uuid }: Analysis) => {
      const record = (await must(sender(analysisCalls.get, { params: { id: uuid } }))).data
      const body = signing(record as Analysis)
      return sender(analysisCalls.validate, { params: { id: uuid }, body })
    }
    const back = (await must(bring())).data
    for (const sender of [planner, manager]) {
      expect((await tryToSign(sender, back)).errors[0]?.reason).toBe('four_eyes')
    }
    expect((await tryToSign(await lab.as('SuperAdmin'), back)).ok).toBe(true)

    const again = await bringBack(await lab.as('Operator'), planner, lab, run.uuid)
    const because = { reason: 'run in the wrong swarm' }
    await must(planner(analysisCalls.delete, { params: { id: run.uuid }, body: because }))
    const copy = (await must(again())).data
    expect((await tryToSign(manager, copy)).errors[0]?.reason).toBe('four_eyes')
  })

  it('thirteenth attack A13-18: does not either where a plan takes it, and a run that was cut short stays so', async () => {
    const lab = await foundLab('planned-eyes', { four_eyes: 'Y' })
    const [launcher, manager] = [await lab.as('Administrator'), await lab.as('Manager')]
    const operator = await lab.as('Operator')
    const run = await makeRun(lab, launcher, manager)
    const measured = { AMP: 40, VAL: 0 }
    const at = new Date().toISOString()
    const body = { outcome: 'aborted', reason: 'lid opened', at, measured }
    const params = { id: run.uuid }
    await must(lab.asDevice(deviceLinkCalls.finished, { params, body }))
    const { uuid } = await create(operator, planFor(lab, { device_uuid: null }))
    const changes = { uuid, planned: 'Y' }
    const { data } = await must((await bringBack(operator, launcher, lab, run.uuid, changes))())
    const early = await run.read()
    expect(data).toMatchObject({
      uuid,
      status: early.status,
      end_reason: early.end_reason,
      started_at: early.started_at,
      four_eyes: 'Y',
    })
    expect(early.status).not.toBe('COMPLETE')
    const ids = await Promise.all([launcher, manager, operator].map(idOf))
    expect(data.hands?.toSorted()).toEqual(ids.toSorted())
  })

  it('fourth attack D2: keeps the orders and the rule of a run that was removed', async () => {
    const lab = await foundLab('removed-eyes', { four_eyes: 'Y' })
    const [planner, manager] = [await lab.as('Administrator'), await lab.as('Manager')]
    const second = await lab.as('SuperAdmin')
    const run = await makeRun(lab, planner, planner)
    await tellOrder(lab, manager, run.uuid)
    await run.finish()
    const hands = (await run.read()).hands ?? []
    expect(hands).toContain(await idOf(manager))
    const bring = await bringBack(await lab.as('Operator'), planner, lab, run.uuid)
    for (const sender of [planner, second]) {
      const params = { id: lab.company }
      await must(sender(companyCalls.edit, { params, body: { four_eyes: 'N' } }))
    }
    const because = { reason: 'run in the wrong swarm' }
    await must(planner(analysisCalls.delete, { params: { id: run.uuid }, body: because }))
    const copy = (await must(bring())).data as Analysis
    expect(copy.four_eyes).toBe('Y')
    expect([...(copy.hands ?? [])].sort()).toEqual(expect.arrayContaining([...hands].sort()))
  })

  it('fourth attack D2: nobody approves the report of a removed run that they had a hand in', async () => {
    const lab = await foundLab('removed-report', { four_eyes: 'Y' })
    const [planner, manager] = [await lab.as('Administrator'), await lab.as('Manager')]
    const reporter = await lab.as('SuperAdmin')
    const run = await makeRun(lab, planner, manager)
    await run.finish()
    const params = { id: run.uuid }
    await must(reporter(reportCalls.createAnalysis, { params, query: { format: 'csv' } }))
    const { data } = await must(reporter(reportCalls.search, {}))
    const [report] = (data as { data: { uuid: string }[] }).data
    const because = { reason: 'run in the wrong swarm' }
    await must(planner(analysisCalls.delete, { params, body: because }))
    const approve = { params: { id: report?.uuid ?? '' }, body: signing(report ?? {}) }
    expect((await manager(reportCalls.approve, approve)).errors[0]?.reason).toBe('four_eyes')
  })
})
