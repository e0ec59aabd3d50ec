import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { methods } from '../../scripts/demo/methods.ts'
import { heldFields, listFields } from '../support/schema-fields.ts'
import { findDifferences } from '../../web/entities/evaluation-recipe/find-differences.ts'
import {
  runTopics,
  sayRun,
  sayTarget,
  targetTopics,
} from '../../web/entities/evaluation-recipe/say-evaluation.ts'
import {
  type Draft,
  draftOf,
  emptyDraft,
  evaluationOf,
  makeTarget,
} from '../../web/screens/methods/evaluation/draft/draft.ts'
import { edit, openEditor, valueAt } from '../../web/screens/methods/evaluation/draft/editor.ts'
import { findDraftProblems } from '../../web/screens/methods/evaluation/draft/find-problems.ts'

/** Every setting that an evaluation can have. */
const full: Evaluation = v.parse(Evaluation, {
  assay: { kind: 'pcr' },
  targets: [
    {
      name: 'N1',
      channel: 'FAM',
      role: 'target',
      well_types: ['Mix A', 'Mix B'],
      threshold: { method: 'fixed', value: 0.1 },
      well_thresholds: [{ well_type: 'Mix B', threshold: { method: 'automatic', factor: 12 } }],
      baseline: { method: 'window', start: 3, end: 15 },
      cq_method: 'threshold',
      cq_max: 38,
      cq_review: 36,
      cq_min: 8,
      tm: { min: 80, max: 82.5 },
      tm_at: 'upper',
      melt: 'rises',
    },
    {
      name: 'RP',
      channel: 'VIC',
      role: 'internal control',
      threshold: { method: 'automatic', factor: 10 },
      baseline: { method: 'automatic' },
      cq_method: 'consensus',
      cq_max: 35,
    },
  ],
  passive_reference: 'ROX',
  compensation: {
    channels: ['FAM', 'VIC'],
    matrix: [
      [1, 0.02],
      [0.04, 1],
    ],
  },
  controls: {
    ntc_clean: true,
    ntc_distance: 5,
    positive_detected: true,
    positive_cq: { min: 20, max: 28 },
    internal_control: true,
    replicate_sd: 0.5,
  },
  quantification: {
    method: 'relative',
    reference_targets: ['RP'],
    calibrator: 'Day 0',
    efficiency: 'measured',
  },
  genotypes: [{ name: 'rs1', alleles: ['N1', 'RP'] }],
  thresholds_from: 'instrument',
  variables: [
    { name: 'dilution', value: 10, type: 'number' },
    { name: 'pooled', value: true, type: 'boolean' },
  ],
})
const { assay: _, ...fullPcr } = full

/** Paths of the settings: of the run, of its controls and of each target. */
const settings = listFields(Evaluation).filter((path) =>
  /^(\.targets\[\]|\.controls)?\.\w+$/.test(path),
)

const draft: Draft = draftOf({ name: 'Duplex', swarm_uuid: null, evaluation: full })
const put = (values: Record<string, unknown>, of = draft) =>
  edit(openEditor(of), { type: 'put', values }).history.present
const problemsOf = (values: Record<string, unknown>, of = draft) =>
  findDraftProblems(put(values, of)).map(({ field, reason }) => `${field} ${reason}`)

describe('drafts of evaluation recipes', () => {
  test('the evaluation of these tests has every setting', () => {
    const held = heldFields(Evaluation, full)
    expect(settings.filter((path) => !held.includes(path))).toEqual([])
  })

  test('an evaluation with every setting comes out of its draft as it went in', () => {
    expect(evaluationOf(draft)).toEqual(fullPcr)
    expect(findDraftProblems(draft)).toEqual([])
  })

  test.each(methods.map(({ recipe }) => [recipe.name, recipe.evaluation] as const))(
    '%s, read from its draft, is the same',
    (name, evaluation) => {
      expect(evaluationOf(draftOf({ name, swarm_uuid: null, evaluation }))).toEqual(evaluation)
    },
  )

  test('numbers of another method are kept while one is tried', () => {
    const tried = put({ 'evaluation.targets.0.threshold.method': 'automatic' })
    expect(evaluationOf(tried).targets[0]?.threshold).toEqual({ method: 'automatic', factor: 10 })
    const back = put({ 'evaluation.targets.0.threshold.method': 'fixed' }, tried)
    expect(evaluationOf(back)).toEqual(fullPcr)
  })

  test('keys in one field are one step to undo, and leaving it begins another', () => {
    const field = 'evaluation.targets.0.cq_max'
    const keys = [3, 37].reduce(
      (editor, cq_max) => edit(editor, { type: 'put', values: { [field]: cq_max } }),
      openEditor(draft),
    )
    expect(valueAt(edit(keys, { type: 'undo' }).history.present, field)).toBe(38)
    const left = edit(keys, { type: 'settle' })
    const again = edit(left, { type: 'put', values: { [field]: 36 } })
    expect(valueAt(edit(again, { type: 'undo' }).history.present, field)).toBe(37)
    expect(
      valueAt(edit(edit(again, { type: 'undo' }), { type: 'redo' }).history.present, field),
    ).toBe(36)
  })

  test('references and alleles follow the new name of their target, but not while two have one name', () => {
    const renamed = put({ 'evaluation.targets.1.name': 'RNase P' })
    expect(renamed.evaluation.quantification.reference_targets).toEqual(['RNase P'])
    expect(renamed.evaluation.genotypes[0]?.alleles).toEqual(['N1', 'RNase P'])
    const twins = put({ 'evaluation.targets.0.name': 'RP' })
    const apart = put({ 'evaluation.targets.0.name': 'N2' }, twins)
    expect(apart.evaluation.quantification.reference_targets).toEqual(['RP'])
  })

  test('[VAL-015] a target of some mixes needs at least one, and an evaluation at least one target', () => {
    expect(problemsOf({ 'evaluation.targets.0.well_types': [] })).toEqual([
      'evaluation.targets.0.well_types well_type_required',
    ])
    expect(findDraftProblems(emptyDraft).map(({ field }) => field)).toEqual([
      'name',
      'evaluation.targets',
    ])
  })

  test('[VAL-020] a variable that is defined twice, in whatever letters, is refused at its name', () => {
    const variables = [...full.variables, { name: 'Dilution', value: 2, type: 'number' }]
    expect(problemsOf({ 'evaluation.variables': variables })).toEqual([
      'evaluation.variables.2.name variable_repeated',
    ])
  })

  test('[VAL-021] rules that say the same, and limits in the wrong order, are refused at their fields', () => {
    expect(problemsOf({ 'evaluation.targets.1.name': 'n1' })).toContain(
      'evaluation.targets.1.name target_repeated',
    )
    expect(problemsOf({ 'evaluation.targets.1.channel': 'FAM' })).toEqual([
      'evaluation.targets.1.channel rule_repeated',
    ])
    expect(problemsOf({ 'evaluation.targets.0.cq_review': 39 })).toEqual([
      'evaluation.targets.0.cq_review bounds_reversed',
    ])
    expect(problemsOf({ 'evaluation.assay.kind': 'isothermal' })).toEqual([
      'evaluation.targets.1.cq_method not_isothermal',
      'evaluation.quantification not_isothermal',
      'evaluation.genotypes not_isothermal',
    ])
  })

  test('a missing number is required, one out of range shows its limits', () => {
    const [missing] = findDraftProblems(put({ 'evaluation.targets.0.cq_max': null }))
    expect(missing).toMatchObject({ field: 'evaluation.targets.0.cq_max', reason: 'required' })
    const [far] = findDraftProblems(put({ 'evaluation.targets.1.threshold.factor': 400 }))
    expect(far).toMatchObject({ reason: 'out_of_range', params: { min: 1, max: 100 } })
  })

  test('a new target is read by the consensus, in an isothermal assay by the threshold', () => {
    const evaluation = { ...emptyDraft.evaluation, targets: [{ ...makeTarget(), name: 'E' }] }
    expect(findDraftProblems({ ...emptyDraft, name: 'E gene', evaluation })).toEqual([])
    expect(makeTarget('isothermal').cq_method).toBe('threshold')
  })
})

test('A26-25: a compensation whose channels are not chosen says so, and names none', () => {
  for (const channels of [[], ['FAM']] as const) {
    const compensation = { channels: [...channels], matrix: [] }
    const said = sayRun({ ...full, compensation } as unknown as Evaluation, 'compensation')
    expect(said).toBe('Colours are compensated; the channels are not chosen yet.')
  }
})

describe('evaluations in the words of the laboratory', () => {
  const say = (evaluation: Evaluation) => [
    ...evaluation.targets.flatMap((target) =>
      targetTopics.map((topic) => sayTarget(target, topic, evaluation.assay?.kind ?? 'pcr')),
    ),
    ...runTopics.map((topic) => sayRun(evaluation, topic)),
  ]

  test('every setting is in a sentence', () => {
    expect(say(full)).toEqual([
      'N1 is measured in FAM, in wells of Mix A, Mix B.',
      'A Cq above 38 is not detected. Between 36 and 38 a person decides. A Cq below 8 is too early to be amplification.',
      'The threshold is 0.1. In wells of Mix B it is 12 times the noise of the baselines.',
      'The baseline is a line through cycles 3 to 15. The Cq is where the curve crosses the threshold.',
      'Its melting peak must be between 80 and 82.5 °C. The light rises as the product melts. The Tm is taken at the upper reading of each pair.',
      'The internal control RP is measured in HEX, in every well.',
      'A Cq above 35 is not detected.',
      'The threshold is 10 times the noise of the baselines.',
      'The baseline is found for each curve. The Cq is the consensus of the methods.',
      'Its melting peak is not evaluated.',
      'This is a PCR.',
      'Every signal is divided by that of ROX.',
      'Colours are compensated between FAM, HEX.',
      'The thresholds are those of the instrument and come with its file.',
      'A no-template control fails the run if it rises less than 5 cycles after the latest standard or positive control.',
      'A positive control must show every target, with a Cq between 20 and 28, or the run fails.',
      'A sample that is negative in every target must show its internal control, or it is invalid.',
      'Replicates that scatter by more than 0.5 cycles (standard deviation) are reviewed.',
      'Quantities are fold changes against the sample Day 0, normalised by RP, with efficiencies measured in the run.',
      'rs1 is genotyped by N1 and RP.',
      'Values given from outside: dilution = 10, pooled = yes.',
    ])
  })

  test('a draft without numbers reads as well, with a dash for each', () => {
    const open = put({ 'evaluation.targets.0.cq_max': null, 'evaluation.targets.0.name': '' })
    const [identity, limits] = say(evaluationOf(open))
    expect(identity).toBe('– is measured in FAM, in wells of Mix A, Mix B.')
    expect(limits).toMatch(/^A Cq above – is not detected\. Between 36 and – a person decides\./)
  })

  const differ = (values: Record<string, unknown>) =>
    findDifferences(full, evaluationOf(put(values))).map(
      ({ what, before, after }) => `${what} ${before} → ${after}`,
    )

  test('a threshold that was moved is one line, and nothing else differs', () => {
    expect(findDifferences(full, fullPcr)).toEqual([])
    expect(differ({ 'evaluation.targets.0.threshold.value': 0.12 })).toEqual([
      'N1: Threshold 0.1 → 0.12',
    ])
  })

  test('a renamed target is one line; one that is gone or new says what it looked for', () => {
    expect(differ({ 'evaluation.targets.1.name': 'RNase P' })[0]).toBe('RP: Name RP → RNase P')
    const gone = { ...full, targets: full.targets.slice(1) }
    expect(findDifferences(full, gone)).toEqual([
      {
        what: 'Target N1',
        before: 'N1 is measured in FAM, in wells of Mix A, Mix B.',
        after: '–',
      },
    ])
    expect(findDifferences(gone, full)[0]?.before).toBe('–')
  })

  test('every single setting that differs makes at least one line', () => {
    const changes: Record<string, unknown> = {
      'targets.0.channel': 'CY5',
      'targets.0.role': 'internal control',
      'targets.0.well_types': null,
      'targets.0.threshold.method': 'automatic',
      'targets.0.well_thresholds': [],
      'targets.0.baseline.end': 12,
      'targets.0.baseline.method': 'linreg',
      'targets.0.cq_method': 'cy0',
      'targets.0.cq_max': 40,
      'targets.0.cq_review': null,
      'targets.0.cq_min': 9,
      'targets.0.tm': null,
      'targets.0.tm_at': 'middle',
      'targets.0.melt': 'falls',
      'assay.kind': 'isothermal',
      passive_reference: null,
      compensation: null,
      'compensation.matrix.0.1': 0.03,
      thresholds_from: 'recipe',
      'controls.ntc_clean': false,
      'controls.ntc_distance': null,
      'controls.positive_detected': false,
      'controls.positive_cq': null,
      'controls.internal_control': false,
      'controls.replicate_sd': 0.3,
      'quantification.method': 'standard_curve',
      'quantification.reference_targets': ['N1'],
      'quantification.calibrator': 'Day 1',
      'quantification.efficiency': 'assumed',
      'genotypes.0.name': 'rs2',
      variables: [],
    }
    const changed = Object.keys(changes).map((path) => `.${path.replace('targets.0', 'targets[]')}`)
    const known = ['.targets', '.targets[].name', ...changed]
    expect(
      settings.filter((path) => !known.some((one) => `${one}.`.startsWith(`${path}.`))),
      'settings that this test does not change',
    ).toEqual([])
    for (const [field, value] of Object.entries(changes)) {
      expect(differ({ [`evaluation.${field}`]: value }), field).not.toEqual([])
    }
  })
})

test('A26-46: a range of Cq of positive controls is said also where nothing else is asked of them', () => {
  const { positive_cq: _range, ...controls } = { ...full.controls, positive_detected: false }
  expect(
    sayRun({ ...full, controls: { ...controls, positive_cq: { min: 20, max: 30 } } }, 'positive'),
  ).toContain('with a Cq between 20 and 30')
  expect(sayRun({ ...full, controls }, 'positive')).toBe('Positive controls are not checked.')
})
