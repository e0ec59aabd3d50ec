import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { dyeCalibrationCalls } from '../../domain/calls/dye-calibrations.ts'
import { evaluationRecipeCalls } from '../../domain/calls/evaluation-recipes.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { DyeCalibration, DyePlate } from '../../domain/entities/dye-calibration.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { compensationOf } from '../../domain/rules/dye-plate.ts'
import { holdRun } from './hold-run.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { actionsOn } from './method-bodies.ts'
import { importPureDyes, plateOf } from './pure-dye-run.ts'

let lab: Lab
let manager: Sender
let operator: Sender
let run: Analysis
beforeAll(async () => {
  lab = await foundLab('lab')
  ;[manager, operator] = await Promise.all([lab.as('Manager'), lab.as('Operator')])
  run = await importPureDyes(manager, lab.swarm)
}, 60_000)

const measure = (body: DyePlate) => manager(dyeCalibrationCalls.measure, { body })
const keep = (body: DyePlate, sender = manager) => sender(dyeCalibrationCalls.keep, { body })
const kept = async (): Promise<DyeCalibration> => (await must(keep(plateOf(run)))).data
const first = (answer: Awaited<ReturnType<Sender>>) => [
  answer.status,
  answer.errors[0]?.reason,
  answer.errors[0]?.field,
]
const evaluation = (compensation: Evaluation['compensation']): Evaluation => ({
  ...run.method.evaluation,
  compensation,
})
let count = 0
const create = (compensation: Evaluation['compensation'], sender = manager) =>
  sender(evaluationRecipeCalls.create, {
    body: {
      name: `Compensated ${(count += 1)}`,
      swarm_uuid: null,
      evaluation: evaluation(compensation),
    },
  })

describe('a colour calibration', () => {
  it('measures the matrix, its condition and what it leaves of each dye from one plate of pure dyes', async () => {
    const { data } = await must(measure(plateOf(run)))
    const [[own, vicInFam], [famInVic, other]] = data.matrix as [[number, number], [number, number]]
    expect([own, other]).toEqual([1, 1])
    expect(famInVic).toBeCloseTo(0.15, 3)
    expect(vicInFam).toBeCloseTo(0.05, 3)
    expect(data.background).toEqual([10, 12])
    expect(data.condition).toBeGreaterThan(1)
    expect(data.condition).toBeLessThan(1.3)
    expect(data.dyes.map(({ channel, into }) => [channel, into])).toEqual([
      ['FAM', 'VIC'],
      ['VIC', 'FAM'],
    ])
    for (const { residual } of data.dyes) expect(residual).toBeLessThan(0.002)
    expect(data.failures).toEqual([])
    // Expect the worst wells first, then those without dye.
    const residuals = data.wells.flatMap(({ residual }) => (residual === null ? [] : [residual]))
    expect(residuals).toEqual(residuals.toSorted((a, b) => b - a))
    expect(data.wells.slice(-3).map(({ well, channel }) => [well, channel])).toEqual([
      ['C1', null],
      ['C2', null],
      ['C3', null],
    ])
  })

  it('is kept with its run, device and who made it, and an operator does not make one', async () => {
    const record = await kept()
    expect(record).toMatchObject({
      name: 'Pure dyes',
      run_uuid: run.uuid,
      input_hash: run.curves_hash,
      swarm_uuid: lab.swarm,
      device_uuid: null,
      withdrawn: null,
      user_name: expect.any(String),
    })
    const { data } = await must(manager(dyeCalibrationCalls.search))
    expect(data.data.map(({ uuid }) => uuid)).toContain(record.uuid)
    expect(first(await keep(plateOf(run), operator)).slice(0, 2)).toEqual([
      403,
      'permission_missing',
    ])
  })

  it('eighteenth attack A18-9: is measured from no run that a recall holds', async () => {
    const held = await importPureDyes(manager, lab.swarm)
    await holdRun(manager, lab.company, held.uuid)
    expect(first(await keep(plateOf(held))).slice(0, 2)).toEqual([409, 'recall_hold'])
  })

  it('names the spoilt well first, is refused by its limit, and is kept without that well and with the reason', async () => {
    // Spill FAM into a well of VIC.
    const spoilt = await importPureDyes(manager, lab.swarm, { B2: [422, 812] })
    const { data } = await must(measure(plateOf(spoilt)))
    expect(data.wells[0]).toMatchObject({ well: 'B2', channel: 'VIC' })
    expect(data.failures).toMatchObject([{ limit: 'residual', channel: 'VIC', allowed: 0.04 }])
    expect(first(await keep(plateOf(spoilt))).slice(0, 2)).toEqual([409, 'dye_limits'])
    const left_out = [{ well: 'B2', reason: 'FAM was spilled into it' }]
    const record = (await must(keep({ ...plateOf(spoilt), left_out }))).data
    expect(record.wells.find(({ well }) => well === 'B2')).toMatchObject({
      left_out: 'FAM was spilled into it',
    })
    expect(record.dyes[1]?.residual).toBeLessThan(0.002)
  })

  it('is refused with too few wells, and where wells cannot be right', async () => {
    const plate = plateOf(run)
    const few = await must(measure({ ...plate, blanks: ['C1'] }))
    expect(few.data.failures).toEqual([{ limit: 'blanks', channel: null, value: 1, allowed: 2 }])
    const [fam, vic] = plate.dyes as [DyePlate['dyes'][number], DyePlate['dyes'][number]]
    const swapped = {
      ...plate,
      dyes: [
        { ...fam, wells: vic.wells },
        { ...vic, wells: fam.wells },
      ],
    }
    expect(first(await measure(swapped)).slice(0, 2)).toEqual([422, 'dye_elsewhere'])
    const twice = { ...plate, blanks: ['A1', 'C2', 'C3'] }
    expect(first(await measure(twice))).toEqual([422, 'dye_well_twice', 'blanks.0'])
    const outside = { ...plate, blanks: ['Z9', 'C2', 'C3'] }
    expect(first(await measure(outside))).toEqual([422, 'dye_well_outside', 'blanks.0'])
    const empty = { ...plate, blanks: ['H12', 'C2', 'C3'] }
    expect(first(await measure(empty)).slice(0, 2)).toEqual([422, 'well_not_measured'])
    const other = { ...plate, dyes: [fam, { ...vic, channel: 'ROX' as const }] }
    expect(first(await measure(other))).toEqual([422, 'channel_not_measured', 'dyes.1.channel'])
  })

  it('is withdrawn once, with a reason, and is then no choice for a recipe; one that has its matrix keeps it', async () => {
    const record = await kept()
    const { data: recipe } = await must(create(compensationOf(record)))
    const withdraw = () =>
      manager(dyeCalibrationCalls.withdraw, {
        params: { id: record.uuid },
        body: { reason: 'The dye was bleached' },
      })
    const { data } = await must(withdraw())
    expect(data.withdrawn).toMatchObject({ reason: 'The dye was bleached' })
    expect(first(await withdraw()).slice(0, 2)).toEqual([409, 'wrong_state'])
    expect(first(await create(compensationOf(record))).slice(0, 2)).toEqual([
      422,
      'dye_calibration_withdrawn',
    ])
    const variables = [{ name: 'lot', value: '1', type: 'string' as const }]
    const edited = { ...evaluation(compensationOf(record)), variables }
    await must(
      manager(evaluationRecipeCalls.edit, {
        params: { id: recipe.uuid },
        body: { evaluation: edited },
      }),
    )
    expect(await actionsOn(manager, 'dye_calibration', record.uuid)).toEqual([
      'dye_calibration.keep',
      'dye_calibration.withdraw',
    ])
  })
})

describe('a matrix that names its calibration', () => {
  it('is that of the calibration, which is of the same company', async () => {
    const honest = compensationOf(await kept())
    const forged = {
      ...honest,
      matrix: [
        [1, 0.3],
        [0.15, 1],
      ],
    }
    expect(first(await create(forged))).toEqual([
      422,
      'dye_calibration_differs',
      'evaluation.compensation',
    ])
    const other = await foundLab('other')
    expect(first(await create(honest, await other.as('Manager'))).slice(0, 2)).toEqual([
      422,
      'dye_calibration_unknown',
    ])
  })

  it('is kept with the result that is calculated by it, and a forged one is refused there as well', async () => {
    const honest = compensationOf(await kept())
    const again = (compensation: Evaluation['compensation']) =>
      manager(analysisCalls.calculate, {
        body: {
          uuid: run.uuid,
          evaluation: evaluation(compensation),
          reason: 'Separate the dyes',
        },
      })
    const forged = { ...honest, from: { ...honest.from!, run_name: 'Another run' } }
    expect(first(await again(forged)).slice(0, 2)).toEqual([422, 'dye_calibration_differs'])
    const { data } = await must(again(honest))
    expect(data.method.evaluation.compensation).toEqual(honest)
    run = data
  })
})
