import { expect, test } from 'vitest'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { SampleReview } from '../../domain/entities/sample-review.ts'
import type { WellResult } from '../../domain/results.ts'
import { plateLook } from '../../web/screens/analyses/detail/plate-look.ts'

const sample = {
  uuid: '00000000-0000-4000-8000-000000000001',
  name: 'Swab 1',
  sample_type: 'unknown' as const,
  coordinates: ['A1', 'A2'],
}

function result(well: string, call: WellResult['call']): WellResult {
  return { well, call, cq: call === 'detected' ? 21.5 : null, trace: [] } as unknown as WellResult
}

function look(running: boolean) {
  return plateLook({
    samples: [sample],
    shape: cartridges.Wells16,
    colour: 'call',
    results: [result('A1', 'detected'), result('A2', 'invalid')],
    running,
  }).looks
}

test('while a run goes on only a detection is a result: the rest may still rise', () => {
  const [risen, other] = look(true)
  expect(risen?.label).toContain('Detected')
  expect(other?.label).toContain('No result yet')
  expect(other?.badge).toBe('U')
})

test('once it is over every call is shown', () => {
  expect(look(false)[1]?.label).toContain('Invalid')
  expect(look(false)[1]?.badge).toBe('▲')
})

test('a sample that a reviewer keeps back is marked in the corner and named, whatever the plate is coloured by', () => {
  const review = {
    sample_uuid: sample.uuid,
    verdict: 'held',
    reason: 'repeat it',
  } as unknown as SampleReview
  for (const colour of ['call', 'type', 'cq'] as const) {
    const [held] = plateLook({
      samples: [sample],
      shape: cartridges.Wells16,
      colour,
      results: [result('A1', 'detected')],
      running: false,
      reviews: [review],
    }).looks
    expect(held).toMatchObject({ tag: '◐', label: expect.stringContaining('Held back: repeat it') })
  }
  expect(look(false)[0]?.tag).toBeUndefined()
})
