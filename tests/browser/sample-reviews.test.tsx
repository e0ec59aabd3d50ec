// Replace the service by its own rule: check what the page sends and shows.
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Fault } from '../../domain/fault.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { SampleDecision } from '../../domain/entities/sample-review.ts'
import { mergeSampleReviews } from '../../domain/sync/merge-sample-reviews.ts'
import { NotReleased } from '../../web/screens/analyses/detail/review/NotReleased.tsx'
import { SampleReviewBar } from '../../web/screens/analyses/detail/review/SampleReviewBar.tsx'
import { useSampleReviews } from '../../web/screens/analyses/detail/review/use-sample-reviews.ts'
import { SignedContent } from '../../web/screens/analyses/detail/SignedContent.tsx'
import { setSingleKeys } from '../../web/state/single-keys.ts'
import { mount } from './mount.tsx'
import { wedge } from './plate-step.tsx'
import { pressKeys } from './press-keys.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/session.ts', async (load) => ({
  ...(await load<object>()),
  may: () => true,
}))
afterEach(() => {
  asked.mockReset()
  setSingleKeys(true)
})

const result = 'a'.repeat(64)
const samples = ['F-1', 'F-2', 'F-3'].map((name, at) => ({
  uuid: `s${at}`,
  name,
  sample_type: 'unknown',
  coordinates: [`A${at + 1}`],
}))
const run = (changes: object = {}) =>
  ({
    uuid: 'run',
    name: 'Monday run',
    recipe_name: 'Any',
    status: 'COMPLETE',
    cartridge_type: 'Wells16',
    user_name: 'Olga',
    samples,
    exclusions: [],
    results: [
      {
        hash: result,
        engine: 'e',
        computed_at: '2026-11-21T10:00:00.000Z',
        summary: { detected: 1, not_detected: 2, review: 0, invalid: 0, controls_ok: true },
      },
    ],
    method: { evaluation: { targets: [], controls: {} } },
    updated_at: '2026-11-21T10:00:00.000Z',
    ...changes,
  }) as unknown as Analysis

/** Serve the record: join each change with it, each answer a second later than the one before. */
function serve(first: Analysis) {
  let record = first
  let second = 0
  const sent: SampleDecision[][] = []
  asked.mockImplementation(async (_row: unknown, parts: { body: Body }) => {
    const { decisions, result_hash } = parts.body
    sent.push(decisions)
    second += 1
    const at = `2026-11-21T11:00:0${second}.000Z`
    const who = { user_uuid: 'me', user_name: 'Ada', at, result_hash }
    const merged = mergeSampleReviews(record.sample_reviews ?? [], decisions, who)
    if (merged.clash) throw new Fault('stale', 'Meanwhile', { reason: 'changed_meanwhile' })
    record = { ...record, sample_reviews: merged.reviews, updated_at: at }
    return record
  })
  return sent
}
interface Body {
  decisions: SampleDecision[]
  result_hash: string
}

function Bench({ record, refusal = null }: { record: Analysis; refusal?: string | null }) {
  const [selected, select] = useState<ReadonlySet<number>>(new Set())
  const reviews = useSampleReviews(record)
  return (
    <>
      {samples.map(({ name }, at) => (
        <button key={name} type="button" onClick={() => select(new Set([at]))}>
          Well {name}
        </button>
      ))}
      <SampleReviewBar reviews={reviews} refusal={refusal} selected={selected} onSelect={select} />
      <SignedContent record={reviews.record} hash="" />
    </>
  )
}

const choose = (name: string) => page.getByRole('button', { name: `Well ${name}` }).click()
const text = () => area().element().textContent
const area = () => page.getByRole('region', { name: 'Review of single samples' })

test('A accepts, H holds back with a reason, U undoes; each is announced and counted', async () => {
  const sent = serve(run())
  mount(<Bench record={run()} />)
  await expect.poll(text).toMatch(/3 not decided/)
  await choose('F-1')
  await pressKeys('a')
  await expect.element(area().getByRole('status')).toHaveTextContent('F-1: Accepted')
  await choose('F-2')
  await pressKeys('h')
  const dialog = page.getByRole('alertdialog', { name: 'Hold back: F-2' })
  await expect.element(dialog).toBeVisible()
  // Expect the focus in the reason, which is what is wanted.
  await expect.element(dialog.getByLabelText(/Reason/)).toHaveFocus()
  await dialog.getByRole('button', { name: 'Hold back' }).click()
  await expect.element(dialog.getByLabelText(/Reason/)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabelText(/Reason/).click()
  await userEvent.keyboard('repeat it')
  await dialog.getByRole('button', { name: 'Hold back' }).click()
  await expect.element(area().getByRole('status')).toHaveTextContent('F-2: Held back')
  await expect.poll(text).toMatch(/1 accepted · 1 held back · 1 not decided/)
  expect(sent.map(([one]) => one)).toEqual([
    { sample_uuid: 's0', verdict: 'accepted', reason: '', seen: null },
    { sample_uuid: 's1', verdict: 'held', reason: 'repeat it', seen: null },
  ])
  // Expect the same count in the notice above the signature.
  await expect.element(page.getByText(/2 of 3 samples/)).toBeVisible()
  await expect.element(page.getByText('F-2: Held back (repeat it)')).toBeVisible()
  await expect.poll(() => document.querySelector('[role=alertdialog]')).toBeNull()
  await pressKeys('u')
  await expect.element(area().getByRole('status')).toHaveTextContent('Undone: F-2')
  await pressKeys('u')
  await expect.poll(text).toMatch(/3 not decided/)
  // Undo what was seen there, and nothing that came between.
  expect(sent.at(-1)).toEqual([
    { sample_uuid: 's0', verdict: null, reason: '', seen: '2026-11-21T11:00:01.000Z' },
  ])
})

test('attack B9: a label that a bar-code reader types is no verdict', async () => {
  const sent = serve(run())
  mount(<Bench record={run()} />)
  await choose('F-1')
  wedge('BA-22H31')
  // Wait as a person does who puts the reader down: the next key is heard, and nothing of the label was.
  await new Promise((resolve) => setTimeout(resolve, 500))
  await pressKeys('h')
  await expect.element(page.getByRole('alertdialog', { name: 'Hold back: F-1' })).toBeVisible()
  expect(sent).toEqual([])
})

test('keys pressed faster than the service answers come one after the other', async () => {
  const sent = serve(run())
  mount(<Bench record={run()} />)
  await choose('F-1')
  await pressKeys('aua')
  await expect.poll(text).toMatch(/1 accepted · 2 not decided/)
  await choose('F-2')
  await pressKeys('a')
  await expect.poll(text).toMatch(/2 accepted · 1 not decided/)
  expect(sent.every(([one]) => one !== undefined)).toBe(true)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('the reason why nothing can be decided is shown by the buttons and the keys', async () => {
  serve(run())
  mount(<Bench record={run()} refusal="Needs a network" />)
  await choose('F-1')
  const accept = area().getByRole('button', { name: 'Accept' })
  await expect.element(accept).toHaveAccessibleDescription('Needs a network')
  await pressKeys('a')
  await expect.element(area().getByRole('status')).toHaveTextContent('Needs a network')
  expect(asked).not.toHaveBeenCalled()
})

test('the single keys can be turned off', async () => {
  serve(run())
  mount(<Bench record={run()} />)
  await choose('F-1')
  await area()
    .getByRole('button', { name: /^Keys ?A ?H ?U/ })
    .click()
  await pressKeys('a')
  await expect.poll(text).toMatch(/3 not decided/)
  expect(asked).not.toHaveBeenCalled()
})

test('a decision of another reviewer meanwhile is not overwritten, and it says so', async () => {
  const theirs = {
    sample_uuid: 's0',
    verdict: 'held',
    reason: 'smeared',
    user_uuid: 'you',
    user_name: 'You',
    at: '2026-11-21T10:30:00.000Z',
    result_hash: result,
  }
  serve(run({ sample_reviews: [theirs] }))
  mount(<Bench record={run()} />)
  await choose('F-1')
  await pressKeys('a')
  await expect.element(page.getByText(/changed in the meantime/)).toBeVisible()
  await expect.poll(text).toMatch(/3 not decided/)
})

test('words on earlier results are kept or taken back by a person', async () => {
  const early = {
    sample_uuid: 's1',
    verdict: 'held',
    reason: 'repeat it',
    user_uuid: 'me',
    user_name: 'Ada',
    at: '2026-11-21T09:00:00.000Z',
    result_hash: 'b'.repeat(64),
  }
  const record = run({ sample_reviews: [early] })
  const sent = serve(record)
  mount(<Bench record={record} />)
  await expect.poll(text).toMatch(/1 sample was decided based on earlier results/)
  await area().getByRole('button', { name: 'Keep these decisions' }).click()
  await expect
    .poll(() => sent[0])
    .toEqual([{ sample_uuid: 's1', verdict: 'held', reason: 'repeat it', seen: early.at }])
  await expect.poll(text).not.toMatch(/earlier results/)
})

test('a signed analysis says which samples it does not release', async () => {
  const held = { sample_uuid: 's2', verdict: 'rejected', reason: 'wrong tube' }
  mount(<NotReleased record={run({ status: 'VALIDATION', sample_reviews: [held] })} />)
  await expect.element(page.getByText('The result of 1 sample is not released')).toBeVisible()
  await expect.element(page.getByText('F-3: Rejected (wrong tube)')).toBeVisible()
})
