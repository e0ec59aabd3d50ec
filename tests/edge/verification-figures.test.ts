import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { attachmentCalls } from '../../domain/calls/attachments.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import type { FigureOrder } from '../../domain/entities/verification-figure.ts'
import { openVersion, type OpenVersion, signedVersion } from '../../domain/rules/recipe-version.ts'
import { engine } from '../../workers/run/engine.ts'
import example from '../fixtures/files/RDES_v1_0_example_amplification.tsv?raw'
import { holdRun } from './hold-run.ts'
import { foundLab, must, type Sender } from './lab.ts'
import { importForm, makeCompleted, signing } from './made-analyses.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { form, pdf } from './material-bodies.ts'
import { makeRecipe, process, startReview } from './method-bodies.ts'
import { readPdf } from './pdf-text.ts'

let world: World
let author: Sender
let approver: Sender
let run: Analysis
/** Two wells of a positive control. */
const positives = example
  .split('\n')
  .slice(0, 7)
  .join('\n')
  .replaceAll('\tunkn\tExon 1', '\tpos\tExon 1')
beforeAll(async () => {
  world = await makeWorld()
  const { lab } = world
  ;({ author, approver } = await startReview(lab))
  run = await importRun(lab.swarm)
}, 60_000)

async function importRun(swarm: string, text = positives): Promise<Analysis> {
  const sent = importForm(swarm, {}, text)
  return (await must(author(analysisCalls.import, { body: sent }))).data
}

let id: string
beforeEach(async () => {
  const { evaluation, process: own } = run.method
  id = await makeRecipe(author, world.plainWord())
  await must(
    author(recipeCalls.edit, {
      params: { id },
      body: {
        evaluation,
        process: { ...process, channels: own.channels },
        cartridge_types: [run.cartridge_type as 'Wells96'],
      },
    }),
  )
})

const read = async () => (await must(author(recipeCalls.get, { params: { id } }))).data
const openOf = (recipe: Recipe) => openVersion(recipe, new Date().toISOString()) as OpenVersion
const figuresOf = async () => openOf(await read()).release.figures ?? []
const stated = (change: Partial<FigureOrder> = {}): FigureOrder => ({
  uuid: crypto.randomUUID(),
  kind: 'lod',
  target: 'Exon 1',
  unit: 'copies/reaction',
  least: null,
  most: 10,
  value: 5,
  n: 20,
  run_uuids: [],
  file_uuids: [],
  ...change,
})
const measured = (change: Partial<FigureOrder> = {}) =>
  stated({
    kind: 'repeatability',
    unit: 'Cq',
    value: null,
    n: null,
    most: 0.5,
    run_uuids: [run.uuid],
    ...change,
  })
const set = (body: FigureOrder, sender = author) =>
  sender(recipeCalls.setFigure, { params: { id }, body })
const send = (extra: object = {}) =>
  author(recipeCalls.sendVersion, {
    params: { id },
    body: { evidence: 'Verified on two runs.', effective_from: null, ...extra },
  })
const approve = (recipe: Recipe) =>
  approver(recipeCalls.approveVersion, {
    params: { id },
    body: signing(signedVersion(recipe, openOf(recipe))),
  })
const first = (answer: Awaited<ReturnType<Sender>>) => [
  answer.status,
  answer.errors[0]?.reason,
  answer.errors[0]?.field,
]

describe('a figure of the verification', () => {
  it('is kept with who stated it, its runs and its files, and the signature of the approval covers it', async () => {
    const attached = await must(
      author(recipeCalls.figureFile, { params: { id }, body: form(pdf()) }),
    )
    const { uuid, name, content_hash } = attached.data
    await must(set(stated({ run_uuids: [run.uuid], file_uuids: [uuid] })))
    const [kept] = await figuresOf()
    expect(kept).toMatchObject({
      kind: 'lod',
      value: 5,
      n: 20,
      engine: null,
      runs: [{ uuid: run.uuid, name: run.name, input_hash: run.curves_hash, other_programme: 1 }],
      files: [{ uuid, name, content_hash }],
      by: { name: expect.any(String) },
    })
    // Refuse to delete the file, which is evidence.
    const gone = await author(attachmentCalls.delete, { params: { id: uuid } })
    expect(first(gone).slice(0, 2)).toEqual([409, 'belongs_to_record'])
    const { data } = await must(send())
    const open = openOf(data)
    const { figures: _figures, ...blind } = open.release
    const sign = (version: OpenVersion) =>
      approver(recipeCalls.approveVersion, {
        params: { id },
        body: signing(signedVersion(data, version)),
      })
    expect(first(await sign({ ...open, release: blind })).slice(0, 2)).toEqual([
      409,
      'changed_meanwhile',
    ])
    const { data: approved } = await must(sign(open))
    expect(approved.release?.figures).toEqual([kept])
  })

  it('is calculated from its runs by the draft, and nobody types what they say', async () => {
    await must(set(measured()))
    await must(set(measured({ kind: 'sensitivity', unit: '%', least: 95, most: null })))
    const [spread, sensitivity] = await figuresOf()
    const [one, other] = await cqs()
    expect(spread?.value).toBeCloseTo(Math.abs((one ?? 0) - (other ?? 0)) / Math.SQRT2, 9)
    expect(spread).toMatchObject({ n: 2, engine: engine.version })
    expect(sensitivity).toMatchObject({ value: 100, n: 2 })
    const refused = [
      [measured({ value: 0.1 }), 'value_not_possible', 'value'],
      [measured({ n: 40 }), 'value_not_possible', 'n'],
      [measured({ kind: 'efficiency', unit: '%' }), 'runs_without_figure', 'run_uuids'],
      [measured({ unit: 'cycles' }), 'value_not_possible', 'unit'],
      [measured({ target: 'Unknown target' }), 'value_not_possible', 'target'],
      [stated({ most: null }), 'value_not_possible', 'least'],
      [stated({ least: 20 }), 'value_not_possible', 'least'],
      [stated({ value: null }), 'required', 'value'],
      [stated({ n: null }), 'required', 'n'],
      [stated({ run_uuids: [run.uuid, run.uuid] }), 'value_not_possible', 'run_uuids'],
      [stated({ file_uuids: [crypto.randomUUID()] }), 'evidence_needed', 'file_uuids.0'],
    ] as const
    for (const [body, reason, field] of refused) {
      const answer = await set(body)
      expect([answer.errors[0]?.reason, answer.errors[0]?.field], JSON.stringify(body)).toEqual([
        reason,
        field,
      ])
    }
    const foreign = await makeCompleted(world.call, world.home.swarm)
    for (const make of [stated, measured]) {
      const answer = await set(make({ run_uuids: [foreign.uuid] }))
      expect(first(answer)).toEqual([422, 'run_unknown', 'run_uuids.0'])
    }
    expect(await figuresOf()).toHaveLength(2)
  })

  it('is a limit of detection by probit of a dilution series, and says why where the design does not allow it', async () => {
    const limit = (run_uuids: string[]) =>
      stated({ value: null, n: null, most: 1e6, run_uuids, unit: 'copies/reaction' })
    // Name a run without quantities.
    const none = await set(limit([run.uuid]))
    expect(first(none)).toEqual([422, 'probit_too_few_levels', 'run_uuids'])
    expect(first(await set({ ...limit([run.uuid]), unit: 'copies/mL' }))[1]).toBe(
      'probit_too_few_levels',
    )
    // State a number, which may name runs as a reference, in a unit of its own.
    await must(set(stated({ run_uuids: [run.uuid], unit: 'copies/mL' })))
    const series = await importSeries((quantity, replicate) => quantity >= 100 || replicate < 2)
    await must(set(limit([series.uuid])))
    const found = (await figuresOf()).find(({ probit }) => probit)
    expect(found).toMatchObject({ n: 16, engine: engine.version, kind: 'lod' })
    expect(found?.value).toBeGreaterThan(10)
    const all = await importSeries(() => true)
    const answer = await set(limit([all.uuid]))
    expect(first(answer)).toEqual([422, 'probit_all_detected', 'run_uuids'])
    expect(answer.errors[0]?.params).toEqual({ below: 1 })
    const sharp = await importSeries((quantity) => quantity >= 100)
    const between = await set(limit([sharp.uuid]))
    expect(between.errors[0]).toMatchObject({
      reason: 'probit_no_partial_level',
      params: { above: 10, below: 100 },
    })
  })

  it('is written over by its id, taken away, and is older once the draft does something else', async () => {
    const body = stated()
    await must(set(body))
    await must(set({ ...body, value: 6 }))
    expect((await figuresOf()).map(({ value }) => value)).toEqual([6])
    const lid = (lid_temperature: number) =>
      author(recipeCalls.edit, {
        params: { id },
        body: {
          process: { ...process, channels: run.method.process.channels, lid_temperature },
        },
      })
    await must(lid(99))
    expect((await figuresOf()).map(({ older }) => older)).toEqual([1])
    await must(lid(105))
    expect((await figuresOf())[0]).not.toHaveProperty('older')
    await must(lid(99))
    // Send none that is older.
    await must(send())
    expect(await figuresOf()).toEqual([])
    expect(first(await set(stated())).slice(0, 2)).toEqual([409, 'wrong_state'])
    await must(author(recipeCalls.withdrawVersion, { params: { id } }))
    await must(set(body))
    const remove = () =>
      author(recipeCalls.removeFigure, { params: { id }, body: { figure_uuid: body.uuid } })
    await must(remove())
    expect(await figuresOf()).toEqual([])
    expect((await remove()).status).toBe(404)
  })

  it('tenth attack T10-12: one run under two names is no second run', async () => {
    const twin = await importRun(world.lab.swarm)
    expect(twin.curves_hash).toBe(run.curves_hash)
    const run_uuids = [run.uuid, twin.uuid]
    for (const body of [
      measured({ kind: 'reproducibility', run_uuids }),
      measured({ run_uuids }),
      stated({ run_uuids }),
    ]) {
      expect(first(await set(body))).toEqual([422, 'value_not_possible', 'run_uuids'])
    }
  })

  it('tenth attack T10-13: a well that was excluded for the figure alone makes no better version', async () => {
    const blanks = positives.replaceAll('\tpos\tExon 1', '\tntc\tExon 1')
    const blank = await importRun(world.lab.swarm, blanks)
    const well = blank.samples.flatMap(({ coordinates }) => coordinates)[0] ?? ''
    const judge = (exclusions: Analysis['exclusions']) => {
      const body = { uuid: blank.uuid, exclusions, reason: 'a bubble in the well' }
      return must(author(analysisCalls.calculate, { body }))
    }
    const excluded = [{ well, target: null, reason: 'a bubble' }]
    await judge(excluded)
    const body = measured({
      kind: 'specificity',
      unit: '%',
      least: 95,
      most: null,
      run_uuids: [blank.uuid],
    })
    await must(set(body))
    await judge([])
    expect(first(await send())).toEqual([409, 'changed_meanwhile', 'figures'])
    await must(set(body))
    await must(send())
    await judge([{ well, target: null, reason: 'another bubble' }])
    const data = await read()
    expect(first(await approve(data))).toEqual([409, 'changed_meanwhile', 'figures'])
    await judge([])
    expect((await approve(data)).status).toBe(200)
  })

  it('A26-7: a version is not approved on a run that was deleted since its figure was calculated', async () => {
    const { uuid } = await importRun(world.lab.swarm)
    await must(set(measured({ run_uuids: [uuid] })))
    await must(send())
    const gone = { params: { id: uuid }, body: { reason: 'not needed any more' } }
    await must(author(analysisCalls.delete, gone))
    expect(first(await approve(await read()))).toEqual([409, 'changed_meanwhile', 'figures'])
  })

  it('eighteenth attack A18-9: is of no run that a recall holds, also when the version is approved', async () => {
    const { uuid } = await importRun(world.lab.swarm)
    const hold = () => holdRun(approver, world.lab.company, uuid)
    const lift = await hold()
    expect(first(await set(measured({ run_uuids: [uuid] }))).slice(0, 2)).toEqual([
      409,
      'recall_hold',
    ])
    await lift()
    await must(set(measured({ run_uuids: [uuid] })))
    const { data } = await must(send())
    const again = await hold()
    expect(first(await approve(data)).slice(0, 2)).toEqual([409, 'recall_hold'])
    await again()
    await must(approve(data))
  })

  it('makes who states it an author, who does not approve it', async () => {
    await must(set(stated(), approver))
    await must(send())
    expect(first(await approve(await read())).slice(0, 2)).toEqual([409, 'wrote_it'])
  })
})

describe('a figure in a company without review', () => {
  it('is kept beside the version in force, marked older by an edit, printed, and not copied', async () => {
    const lab = await foundLab('unreviewed')
    const manager = await lab.as('Manager')
    const one = await makeRecipe(manager, 'Unreviewed')
    const params = { id: one }
    const setOne = (body: FigureOrder) => manager(recipeCalls.setFigure, { params, body })
    const body = stated({ target: 'Target' })
    const { data: kept } = await must(setOne(body))
    expect(kept.figures).toMatchObject([{ uuid: body.uuid, value: 5, engine: null }])
    expect(kept).not.toHaveProperty('release')
    const copy = await must(manager(recipeCalls.duplicate, { params, body: {} }))
    expect(copy.data).not.toHaveProperty('figures')
    const lid = (lid_temperature: number) =>
      must(
        manager(recipeCalls.edit, { params, body: { process: { ...process, lid_temperature } } }),
      )
    expect((await lid(99)).data.figures?.[0]?.older).toBe(1)
    const { data: versions } = await must(manager(recipeCalls.versions, { params }))
    expect(versions.map(({ version, figures }) => [version, figures?.[0]?.older])).toEqual([
      [2, 1],
      [1, undefined],
    ])
    const file = await must(manager(recipeCalls.print, { params, query: { version: '1' } }))
    expect((await readPdf(file.data)).texts.join(' ')).toContain('copies/reaction')
    expect((await lid(105)).data.figures?.[0]).not.toHaveProperty('older')
    const remove = { params, body: { figure_uuid: body.uuid } }
    expect((await must(manager(recipeCalls.removeFigure, remove))).data).not.toHaveProperty(
      'figures',
    )
    // Start the review of versions, after which a figure belongs to a draft.
    await must(setOne(body))
    await startReview(lab)
    expect(first(await setOne({ ...body, value: 6 })).slice(0, 2)).toEqual([409, 'wrong_state'])
    const edit = { name: 'Renamed' }
    const { data: named } = await must(manager(recipeCalls.edit, { params, body: edit }))
    expect(named.figures).toHaveLength(1)
  })
})

async function cqs(): Promise<number[]> {
  const parts = { params: { id: run.uuid }, query: { extended: '1' as const } }
  const { data } = await must(author(analysisCalls.samples, parts))
  return data
    .flatMap(({ wells }) => wells ?? [])
    .flatMap(({ target, cq }) => (target === 'Exon 1' && cq !== null ? [cq] : []))
}

/** Import four levels of four wells each, with the curve of a well that grew where a replicate is to be detected. */
async function importSeries(grows: (quantity: number, replicate: number) => boolean) {
  const [head = '', ...rows] = example.split('\n')
  const curveOf = (well: string) =>
    rows
      .find((row) => row.startsWith(`${well}\t`))
      ?.split('\t')
      .slice(7) ?? []
  const lineOf = (well: string, sample: string, type: string, isGrown: boolean) =>
    [
      well,
      sample,
      type,
      'Exon 1',
      'toi',
      'SYBRGreen I',
      '-1.0',
      ...curveOf(isGrown ? 'A8' : 'A11'),
    ].join('\t')
  const levels = [1, 10, 100, 1000].flatMap((quantity, level) =>
    [0, 1, 2, 3].map((replicate) => {
      const well = `${'ABCD'[level]}${replicate + 1}`
      return lineOf(well, `Level ${quantity}`, 'unkn', grows(quantity, replicate))
    }),
  )
  // Add the controls, without which every well of the run is invalid, and none was tested.
  const controls = [lineOf('E1', 'Plasmid', 'pos', true), lineOf('E2', 'Water', 'ntc', false)]
  const sent = importForm(world.lab.swarm)
  const text = [head, ...levels, ...controls].join('\n')
  sent.set('file', new File([text], 'series.tsv'))
  const { data: made } = await must(author(analysisCalls.import, { body: sent }))
  // Give samples the mix of the target, which the draft looks for in wells of its mix only.
  const mix = run.method.evaluation.targets.find(({ name }) => name === 'Exon 1')?.well_types?.[0]
  const samples = made.samples.map((one) => ({
    ...one,
    ...(mix !== undefined && { well_type: mix }),
    ...(one.name.startsWith('Level ') && { quantity: Number(one.name.slice(6)) }),
  }))
  const body = { samples, reason: 'Copies of each level' }
  return (await must(author(analysisCalls.edit, { params: { id: made.uuid }, body }))).data
}
