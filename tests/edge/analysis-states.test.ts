import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../domain/call.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { retentionCalls } from '../../domain/calls/retention.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import {
  type Analysis,
  type AnalysisStatus,
  analysisStatuses,
} from '../../domain/entities/analysis.ts'
import { permissions } from '../../domain/permissions.ts'
import { type AnalysisAction, analysisActions } from '../../domain/actions/analysis.ts'
import { refuseAnalysis } from '../../domain/rules/analysis.ts'
import type { Action } from '../../domain/actions/action.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { type Answer, must } from './lab.ts'
import {
  holding,
  importForm,
  makeCompleted,
  makeValidated,
  readAnalysis,
  signing,
  smallRun,
} from './made-analyses.ts'
import { makeBroken, makeRunning, silenceRun } from './matrix/devices-at-work.ts'
import type { World } from './matrix/example.ts'
import { changeInside, makeWorld } from './matrix/world.ts'
import { evaluation, made, publishedBody, target } from './method-bodies.ts'
import { create, planFor } from './plan.ts'

let world: World
let recipe: string
beforeAll(async () => {
  world = await makeWorld()
  const { call, home, word } = world
  const { uuid } = (await must(call(sessionCalls.me))).data
  const patch = { swarms: [home.swarm, home.otherSwarm] }
  await changeInside(home.company, { type: 'patch', kind: 'user', uuid, patch })
  const body = { ...publishedBody(word()), evaluation: { ...evaluation, targets: [target('Any')] } }
  recipe = await made(call, globalRecipeCalls.create, body)
}, 60_000)

/** An analysis in each status. */
const makers: Record<AnalysisStatus, () => Promise<Analysis>> = {
  INIT: async () => create(world.call, planFor(world.home)),
  RUNNING: async () => readAnalysis(world.call, (await makeRunning(world)).analysis),
  COMPLETE: async () => makeCompleted(world.call, world.home.swarm),
  INCOMPLETE: async () => readAnalysis(world.call, await makeBroken(world)),
  ABORT: async () => readAnalysis(world.call, await makeBroken(world, 'aborted')),
  VALIDATION: async () => makeValidated(world.call, world.home.swarm),
}

/** An analysis of a status that has refused an action and is as it was: the next action asks it too. */
const untouched = new Map<AnalysisStatus, Analysis>()

const because = { reason: 'a table' }
/** Make a review, also of an analysis that has no results yet. */
const reviewing = (record: Analysis) => {
  const body = holding(record)
  return { ...body, result_hash: body.result_hash || '0'.repeat(64) }
}
const call = <Row extends Call>(row: Row, record: Analysis, body?: object) =>
  world.call(row, { params: { id: record.uuid }, ...(body ? { body } : {}) })
const command =
  (name: string, rest: object = {}) =>
  (record: Analysis) =>
    world.call(deviceCalls.command, {
      params: { id: record.device_uuid ?? world.home.device },
      body: { name, analysis_uuid: record.uuid, ...rest },
    })

/** Each action by its call. A relaunch is made of a copy's fields by an ordinary create. */
const calls = {
  edit: (record) => call(analysisCalls.edit, record, { samples: record.samples, ...because }),
  annotate: (record) => call(analysisCalls.edit, record, { name: 'Renamed' }),
  note: (record) =>
    call(analysisCalls.setNotebook, record, { notebook: 'x', base: sha256Hex(record.notebook) }),
  comment: (record) => {
    const one = { uuid: crypto.randomUUID(), well: 'A1', target: null, text: 'A bubble' }
    return call(analysisCalls.comment, record, { comments: [{ ...one, mentions: [] }] })
  },
  removeComment: async (record) => {
    const uuid = crypto.randomUUID()
    const one = { uuid, well: 'A1', target: null, text: 'A bubble', mentions: [] }
    await call(analysisCalls.comment, record, { comments: [one] })
    return call(analysisCalls.removeComment, record, { comment_uuid: uuid, ...because })
  },
  launch: (record) => call(analysisCalls.launch, record),
  abort: command('ABORT'),
  skip: command('SKIP', { position: 1 }),
  extend: command('EXTEND', { cycles: 5 }),
  recalculate: (record) => call(analysisCalls.recalc, record, because),
  recalculateGlobal: (record) =>
    call(analysisCalls.recalcGlobal, record, { recipe_uuid: recipe, ...because }),
  giveUp: async (record) => {
    const { company } = world.home
    if (record.status === 'RUNNING' && record.device_uuid) {
      await silenceRun(company, record.device_uuid, record.uuid)
    }
    return call(analysisCalls.giveUp, record, because)
  },
  makeComplete: (record) => call(analysisCalls.makeComplete, record, because),
  reviewSamples: (record) => call(analysisCalls.reviewSamples, record, reviewing(record)),
  validate: (record) => call(analysisCalls.validate, record, signing(record)),
  correct: (record) => call(analysisCalls.correct, record, because),
  duplicate: (record) => call(analysisCalls.duplicate, record, {}),
  migrate: (record) =>
    call(analysisCalls.migrate, record, { swarm_uuid: world.home.otherSwarm, ...because }),
  delete: (record) => call(analysisCalls.delete, record, because),
  report: (record) => call(reportCalls.createAnalysis, record, {}),
  hold: (record) => call(retentionCalls.holdAnalysis, record, { on: true, ...because }),
  liftHold: (record) => call(retentionCalls.holdAnalysis, record, { on: false, ...because }),
} satisfies Record<Exclude<AnalysisAction, 'relaunch'>, (record: Analysis) => Promise<Answer>>

const ids: Partial<Record<AnalysisAction, string>> = {
  abort: '[STATE-004] ',
  skip: '[STATE-005] ',
  extend: '[STATE-006] ',
  recalculate: '[STATE-010] ',
  recalculateGlobal: '[STATE-011] ',
  makeComplete: '[STATE-012] ',
  validate: '[STATE-013] ',
  migrate: '[STATE-016] ',
  duplicate: '[STATE-017] ',
}
const actions = Object.keys(calls) as (keyof typeof calls)[]

describe.each(analysisStatuses)('an analysis in status %s', (status) => {
  it.each(actions.map((action) => [`${ids[action] ?? ''}${action}`, action] as const))(
    '%s is answered as the table says',
    async (_, action) => {
      const record = untouched.get(status) ?? (await makers[status]())
      untouched.delete(status)
      expect(record.status).toBe(status)
      const refusal = refuseAnalysis(action, record, {
        user_uuid: crypto.randomUUID(),
        counted_with: undefined,
        unconfirmed: false,
        permissions,
        fourEyes: false,
      })
      // Expect a launch to be refused for the device and not for the status: the lab's own is nobody's here.
      const answer = await calls[action](record)
      const [error] = answer.errors
      if (refusal) {
        expect([answer.status, error?.reason]).toEqual([409, refusal.reason])
        expect(await readAnalysis(world.call, record.uuid)).toEqual(record)
        untouched.set(status, record)
        return
      }
      if (action === 'launch') expect(error?.reason).toBe('device_offline')
      else expect(answer.errors).toEqual([])
      if (action === 'delete') return
      const rule: Action<AnalysisStatus> = analysisActions[action]
      const after = await readAnalysis(world.call, record.uuid)
      // Expect that a launch or an abort leaves the status: the device changes it by its answer.
      const byDevice = action === 'launch' || action === 'abort'
      expect(after.status).toBe(byDevice ? status : (rule.to ?? status))
    },
  )
})

describe('[CALL-096] [CALL-097] [STATE-011] a global recipe as the new method', () => {
  it('is offered where it fits, judges again, and leaves the earlier result', async () => {
    const record = await makers.COMPLETE()
    const form = (await must(call(analysisCalls.recalcGlobalForm, record))).data
    expect(form.options['recipe_uuid']?.map(({ value }) => value)).toContain(recipe)
    const answer = await must(calls.recalculateGlobal(record))
    const after = answer.data
    expect(after.method).toMatchObject({ recipe_uuid: recipe, process: record.method.process })
    expect(after.method.evaluation.targets.map(({ name }) => name)).toEqual(['Any'])
    expect(after.results).toHaveLength(2)
    expect(after.results[0]).toEqual(record.results[0])
  })

  it('[VAL-041] is refused for an imported run when it wants the instrument’s thresholds', async () => {
    const rules = { ...evaluation, targets: [target('Any')], thresholds_from: 'instrument' }
    const body = { ...publishedBody(world.word()), evaluation: rules }
    const recipe_uuid = await made(world.call, globalRecipeCalls.create, body)
    const record = await makers.COMPLETE()
    const answer = await call(analysisCalls.recalcGlobal, record, { recipe_uuid, ...because })
    expect(answer.errors[0]).toMatchObject({
      code: 'refused',
      reason: 'thresholds_from_instrument',
      message:
        'Analysis already imported. You cannot use a recipe that requires importing thresholds from instruments',
    })
    const form = (await must(call(analysisCalls.recalcGlobalForm, record))).data
    expect(form.options['recipe_uuid']?.map(({ value }) => value)).not.toContain(recipe_uuid)
  })

  it('subtracts no baseline from curves that the instrument has subtracted', async () => {
    const body = importForm(world.home.swarm, {}, subtract(smallRun))
    const record = (await must(world.call(analysisCalls.import, { body }))).data
    expect(record.source?.curves).toBe('baseline-subtracted')
    const after = (await must(calls.recalculateGlobal(record))).data
    expect(after.method.evaluation.targets.map(({ baseline }) => baseline.method)).toEqual(['none'])
  })

  it('is refused when it looks at a channel that was not measured', async () => {
    const recipe_uuid = await made(
      world.call,
      globalRecipeCalls.create,
      publishedBody(world.word()),
    )
    const record = await makers.COMPLETE()
    const answer = await call(analysisCalls.recalcGlobal, record, { recipe_uuid, ...because })
    expect(answer.errors[0]).toMatchObject({ field: 'recipe_uuid', reason: 'channel_missing' })
  })
})

/** Subtract from each curve of a table the mean of its first cycles, as an instrument does. */
function subtract(table: string): string {
  const [header = '', ...lines] = table.trimEnd().split('\n')
  const at = header.split('\t').indexOf('Cq') + 1
  const rows = lines.map((line) => {
    const cells = line.split('\t')
    const values = cells.slice(at).map(Number)
    const base = values.slice(0, 9).reduce((sum, value) => sum + value, 0) / 9
    return [...cells.slice(0, at), ...values.map((value) => value - base)].join('\t')
  })
  return [header, ...rows].join('\n')
}
