import { describe, expect, test } from 'vitest'
import { Analysis } from '../../domain/entities/analysis.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { analysisAuditActions } from '../../domain/trail/actions.ts'
import { actionText, describeChanges } from '../../web/screens/analyses/detail/audit-changes.ts'

const reader = { timeZone: 'UTC', nameOf: (uuid: string) => (uuid === 's1' ? 'Swab 1' : undefined) }

const evaluation = (threshold: object, more: object = {}) =>
  ({
    targets: [
      {
        name: 'FZD1',
        channel: 'FAM',
        role: 'target',
        threshold,
        baseline: { method: 'automatic' },
        cq_max: 38,
        ...more,
      },
    ],
    passive_reference: null,
    controls: { ntc_clean: true, positive_detected: true, internal_control: false },
    variables: [],
  }) as unknown as Evaluation
const method = (of: Evaluation, version = 1) => ({
  recipe_uuid: 'r',
  recipe_version: version,
  protocol_uuid: null,
  process: { steps: [] },
  evaluation: of,
  minimum_bkernel: null,
})

describe('first-use H8: the trail of a recalculation has the values in words', () => {
  test('first-use H8: a threshold, a baseline and the method of the Cq as they were and are', () => {
    const before = method(evaluation({ method: 'fixed', value: 0.902 }))
    const after = method(
      evaluation(
        { method: 'fixed', value: 3.997 },
        { baseline: { method: 'window', start: 3, end: 12 }, cq_method: 'cy0' },
      ),
    )
    expect(describeChanges([{ field: 'method', before, after }], reader)).toEqual([
      'FZD1 Threshold: 0.902 → 3.997',
      'FZD1 Baseline: found for each curve → cycles 3 to 12',
      'FZD1 Cq method: Threshold → Cy0',
    ])
  })

  test('first-use H8: wells that were left out, sample names and results', () => {
    const sample = (name: string) => ({
      uuid: 's1',
      name,
      sample_type: 'unknown',
      coordinates: ['A1'],
    })
    expect(
      describeChanges(
        [
          {
            field: 'exclusions',
            before: [],
            after: [
              { well: 'A1', target: null, reason: 'a bubble' },
              { well: 'B2', target: 'FZD1', reason: 'a bubble' },
            ],
          },
          { field: 'samples', before: [sample('Swab 1')], after: [sample('Swab 2')] },
          { field: 'results', before: [{}], after: [{}, {}] },
        ],
        reader,
      ),
    ).toEqual([
      'Excluded wells: – → A1, B2 FZD1',
      'Samples: Swab 1 → Swab 2',
      'Results: version 1 → version 2',
    ])
  })

  test('first-use H8: states, times and files are said in words, no field or state by its name', () => {
    const lines = describeChanges(
      [
        { field: 'status', before: 'RUNNING', after: 'COMPLETE' },
        { field: 'ended_at', before: null, after: '2026-11-22T10:00:00.000Z' },
        { field: 'curves_hash', before: null, after: 'ab'.repeat(32) },
        {
          field: 'sample_reviews',
          after: [{ sample_uuid: 's1', verdict: 'held', reason: 'repeat it' }],
        },
        {
          field: 'signature',
          before: null,
          after: { printed_name: 'Marco Bellini', meaning: 'approval' },
        },
        { field: 'field_of_a_later_version', before: 1, after: 2 },
      ],
      reader,
    )
    expect(lines).toEqual([
      'Status: Running → Complete',
      'End of the run: – → 22/11/2026, 10:00:00 UTC',
      'Measured curves: – → abababababab…',
      'Review of Swab 1: – → Held back, repeat it',
      'Signature: – → Marco Bellini, Approval',
      'Other content of the record',
    ])
  })

  test('first-use H8: every field of an analysis has words', () => {
    for (const field of Object.keys(Analysis.entries)) {
      const text = describeChanges([{ field, before: null, after: null }], reader).join(' ')
      expect(text, field).not.toContain('_')
      expect(text, field).not.toMatch(/audit\.|undefined/)
      if (field.length > 7) expect(text).not.toContain(field)
    }
  })

  test('first-use H8: of very many changes the rest is counted', () => {
    const samples = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        uuid: `s${at}`,
        name: `S${at}`,
        sample_type: 'unknown',
        coordinates: [],
      }))
    const lines = describeChanges([{ field: 'samples', before: [], after: samples(96) }], reader)
    expect(lines).toHaveLength(13)
    expect(lines.at(-1)).toBe('84 more changes')
  })
})

describe('house B3: actions are described in words', () => {
  test('house B3: every action that the trail of an analysis can have has a text', () => {
    for (const action of analysisAuditActions) {
      expect(actionText(action), action).not.toContain('audit.')
      expect(actionText(action), action).not.toBe(action)
    }
  })

  test('house B3: an action of another version is not shown by its name', () => {
    expect(actionText('analysis.frozen')).toBe('changed it')
  })
})
