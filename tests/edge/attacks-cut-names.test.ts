import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { applicationCalls } from '../../domain/calls/applications.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { evaluationRecipeCalls } from '../../domain/calls/evaluation-recipes.ts'
import { processRecipeCalls } from '../../domain/calls/process-recipes.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { holding, importForm, makeCertificate, makeCompleted } from './made-analyses.ts'
import {
  applicationBody,
  evaluationBody,
  makeProtocol,
  makeRecipe,
  processBody,
} from './method-bodies.ts'

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('cut-names', { certificates_enabled: 'Y' })
  manager = await lab.as('Manager')
}, 60_000)

/** Make a name in which the character at this place has two halves. */
const split = (at: number) => `${'a'.repeat(at - 1)}\u{20000} end`
/** Make a name with a joiner at this place, between two letters that need it. */
const joined = (at: number) => `${'\u0915'.repeat(at - 1)}\u200d\u0915`

describe('sixth attack F6-1: a name that is cut', () => {
  it('sixth attack F6-1: names every file that is made of its record', async () => {
    const name = split(80)
    const recipe = { params: { id: await makeRecipe(manager, name) } }
    const { uuid: analysis } = await makeCompleted(manager, lab.swarm, { name })
    const certificate = {
      params: { id: (await makeCertificate(manager, lab.swarm, { name })).uuid },
    }
    const files = [
      await manager(recipeCalls.protocolFile, recipe),
      await manager(recipeCalls.plateFile, recipe),
      await manager(reportCalls.createAnalysis, { params: { id: analysis }, body: {} }),
      await manager(certificateCalls.csv, certificate),
      await manager(certificateCalls.download, certificate),
      await manager(analysisCalls.export, {
        params: { id: analysis },
        body: { fileFormat: 'bca' },
      }),
    ]
    for (const { status, headers } of files) {
      expect(status).toBe(200)
      const offered = decodeURIComponent(headers.get('Content-Disposition') ?? '')
      expect(offered).toContain('a'.repeat(79))
      expect(offered).not.toContain('\ufffd')
    }
  })

  it('sixth attack F6-1: is a name still in a copy', async () => {
    for (const name of [split(113), joined(113)]) {
      const recipe = await makeRecipe(manager, name)
      const protocol = await makeProtocol(manager, name)
      const made = async (sent: Promise<{ data: { uuid: string } }>) => (await sent).data.uuid
      const process = must(manager(processRecipeCalls.create, { body: processBody(name) }))
      const evaluation = must(manager(evaluationRecipeCalls.create, { body: evaluationBody(name) }))
      const application = must(manager(applicationCalls.create, { body: applicationBody(name) }))
      const analysis = await makeCompleted(manager, lab.swarm, { name })
      const copies = [
        manager(recipeCalls.duplicate, { params: { id: recipe } }),
        manager(protocolCalls.duplicate, { params: { id: protocol } }),
        manager(processRecipeCalls.duplicate, { params: { id: await made(process) } }),
        manager(evaluationRecipeCalls.duplicate, { params: { id: await made(evaluation) } }),
        manager(applicationCalls.duplicate, { params: { id: await made(application) } }),
        manager(analysisCalls.duplicate, { params: { id: analysis.uuid } }),
      ]
      for (const sent of copies) {
        const { data } = await must<{ name: string }>(sent as never)
        expect(data.name).toBe(`${name.slice(0, 112)} (copy)`)
      }
    }
    const admin = await lab.as('SuperAdmin')
    const body = { name: split(113), base: 'Operator', permissions: [] } as const
    const profile = (await must(admin(profileCalls.create, { body }))).data
    const clone = await must(admin(profileCalls.clone, { params: { id: profile.uuid }, body: {} }))
    expect(clone.data.name).toBe(`${'a'.repeat(112)} (copy)`)
  })

  it('sixth attack F6-1: is the name of the method where a file came without one', async () => {
    const body = importForm(lab.swarm)
    const file = body.get('file') as File
    body.set('file', new File([file], `${split(120)}.tsv`))
    const { data } = await must(manager(analysisCalls.import, { body }))
    expect(data.recipe_name).toBe('a'.repeat(119))
  })

  it('sixth attack F6-1: the trail keeps reasons of a review without half a character', async () => {
    const analysis = await makeCompleted(manager, lab.swarm)
    const reasons = ['a'.repeat(250), `${'b'.repeat(240)}${'\u{20000}'.repeat(9)}`]
    const decisions = reasons.map((reason, at) => ({
      ...holding(analysis, at).decisions[0],
      reason,
    }))
    const body = { ...holding(analysis), decisions }
    const params = { id: analysis.uuid }
    await must(manager(analysisCalls.reviewSamples, { params, body }))
    const about = { kind: 'analysis', id: analysis.uuid }
    const { data } = await must(manager(auditCalls.record, { params: about }))
    const reason = data.find(({ action }) => action === 'analysis.reviewSamples')?.reason ?? ''
    expect([reason.length > 490, reason.includes('\ufffd'), reason.isWellFormed()]).toEqual([
      true,
      false,
      true,
    ])
  })
})
