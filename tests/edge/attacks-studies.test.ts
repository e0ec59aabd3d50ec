import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { studyCalls } from '../../domain/calls/studies.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Study } from '../../domain/entities/study.ts'
import { verifyFile } from '../../domain/trail/verify-file.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeValidated, signing } from './made-analyses.ts'
import { storeOf } from './matrix/world.ts'

let lab: Lab
let manager: Sender
let admin: Sender
let run: Analysis
beforeAll(async () => {
  lab = await foundLab('bent-studies', { four_eyes: 'N' })
  manager = await lab.as('Manager')
  admin = await lab.as('Administrator')
  run = await makeValidated(manager, lab.swarm)
}, 60_000)

const at = (id: string) => ({ params: { id } })

async function makeStudy(): Promise<Study> {
  const runs = [{ analysis_uuid: run.uuid }]
  const body = { name: 'Folds', swarm_uuid: lab.swarm, runs }
  return (await must(manager(studyCalls.create, { body }))).data
}

async function makeSigned(): Promise<Study> {
  const made = await makeStudy()
  return (await must(manager(studyCalls.sign, { ...at(made.uuid), body: signing(made) }))).data
}

const read = async (uuid: string) => (await must(manager(studyCalls.get, at(uuid)))).data

/** Return what a verifier finds wrong in the exported record. */
async function problemsOf(uuid: string) {
  const params = { kind: 'study', id: uuid }
  const { data } = await must(admin(auditCalls.exportRecord, { params }))
  return (await verifyFile(data, trailTools)).problems
}

describe('fourteenth attack: a signed study', () => {
  const edit = (uuid: string, body: object) => manager(studyCalls.edit, { ...at(uuid), body })

  it('A14-1: is not changed by archiving it or bringing it back', async () => {
    const signed = await makeSigned()
    const change = { method: 'pfaffl', name: 'Other folds' }
    const refused = await edit(signed.uuid, { status: 'archived', ...change })
    expect(refused.errors[0]).toMatchObject({ field: 'status', reason: 'not_alone' })
    const { updated_at: base } = await read(signed.uuid)
    await must(edit(signed.uuid, { status: 'archived', base, reason: 'over' }))
    expect((await edit(signed.uuid, { status: 'active', ...change })).errors[0]?.reason).toBe(
      'not_alone',
    )
    const { updated_at } = await read(signed.uuid)
    expect(await read(signed.uuid)).toEqual({ ...signed, status: 'archived', updated_at })
    expect(await problemsOf(signed.uuid)).toEqual([])
  })

  it('A14-1: nor by any other change of the store, while its signature is kept', async () => {
    const signed = await makeSigned()
    const change = {
      type: 'put',
      kind: 'study',
      uuid: signed.uuid,
      body: { ...signed, method: 'pfaffl' },
    } as const
    const outcome = await storeOf(lab.company).change(change, crypto.randomUUID(), {
      actor: { uuid: crypto.randomUUID(), name: 'test', via: 'operator' },
      sight: { kinds: ['study'], swarms: [lab.swarm] },
      permissions: [],
      fourEyes: false,
    })
    expect(outcome).toMatchObject({ ok: false, errors: [{ reason: 'signed' }] })
    expect((await read(signed.uuid)).method).toBe('ddcq')
  })

  it('A14-8: takes no run that a later version corrects, and is not signed over one', async () => {
    const old = await makeValidated(manager, lab.swarm)
    const runs = [{ analysis_uuid: run.uuid }, { analysis_uuid: old.uuid }]
    const body = { name: 'Both', swarm_uuid: lab.swarm, runs }
    const made = (await must(manager(studyCalls.create, { body }))).data
    const reason = { reason: 'a wrong sample' }
    const { data } = await must(manager(analysisCalls.correct, { ...at(old.uuid), body: reason }))
    const named = { field: 'runs.1.analysis_uuid', reason: 'study_run_corrected' }
    const sign = await manager(studyCalls.sign, { ...at(made.uuid), body: signing(made) })
    expect(sign.errors[0]).toMatchObject(named)
    expect((await manager(studyCalls.create, { body })).errors[0]).toMatchObject(named)
    // Export one that was signed before, whose workbook names the version that it does not know.
    const { data: bytes } = await must(
      manager(studyCalls.export, { ...at(made.uuid), query: { format: 'xlsx' } }),
    )
    const sheets = Object.values(unzipSync(bytes)).map((part) => new TextDecoder().decode(part))
    expect(sheets.join('')).toContain(data.uuid)
  })

  it('A14-2: stays in its swarm with its runs when that is merged into another one', async () => {
    const signed = await makeSigned()
    const open = await makeStudy()
    const body = { swarm_uuid: lab.otherSwarm, reason: 'one bench now' }
    await must(admin(swarmCalls.merge, { ...at(lab.swarm), body }))
    for (const one of [signed, open]) {
      expect((await read(one.uuid)).swarm_uuid).toBe(lab.swarm)
    }
    expect(await problemsOf(signed.uuid)).toEqual([])
    await must(edit(open.uuid, { calibrator: 'wild type' }))
  })
})
