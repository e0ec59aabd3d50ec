import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { diffResults } from '../../domain/rules/diff-results.ts'
import { Fault } from '../../domain/fault.ts'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import type { BenchRun } from '../../web/screens/methods/bench/bench-run.ts'
import { BenchView } from '../../web/screens/methods/bench/BenchView.tsx'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { encodeCurves } from '../../workers/run/blob.ts'
import { makeRun } from '../workers/run.ts'
import { recordOfRun } from './bench/run-record.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const inputs = [18, 24, 30].map((first) =>
  makeRun([
    { type: 'positive', wells: [[18, 25]] },
    { type: 'unknown', wells: [[first, 25]] },
    { type: 'unknown', wells: [[first + 3, 25]] },
    { type: 'unknown', wells: [[first + 6, 25]] },
  ]),
)
const inForce = inputs[0]!.evaluation
const [first] = inForce.targets
const name = first!.name

function runOf(input: AnalyseInput, at: number): BenchRun {
  return {
    ...recordOfRun(input, { name: `Plate ${at + 1}`, sample: 'Swab' }),
    uuid: uuidOf(at),
    curves_hash: 'a'.repeat(64),
    created_at: '2026-11-20T08:00:00.000Z',
    device_uuid: null,
    bcube: 'bcube-1',
  }
}
const runs = inputs.map(runOf)

function withThreshold(evaluation: Evaluation, target: string, value: number): Evaluation {
  return {
    ...evaluation,
    targets: evaluation.targets.map((one) =>
      one.name === target ? { ...one, threshold: { method: 'fixed' as const, value } } : one,
    ),
  }
}

let draft: Evaluation = inForce
let broken: string | null = null

async function load({ uuid }: BenchRun): Promise<Uint8Array> {
  if (uuid === broken) throw new Fault('invalid', 'damaged', { reason: 'file_damaged' })
  return encodeCurves(inputs[runs.findIndex((one) => one.uuid === uuid)]!)
}

/** Play the editor of a method, as far as the bench needs it. */
function Editor({ start }: { start: Evaluation }) {
  const [now, setDraft] = useState(start)
  draft = now
  return (
    <BenchView
      {...{ inForce, runs, load }}
      draft={now}
      onThreshold={(target, value) => setDraft((before) => withThreshold(before, target, value))}
      isReading={false}
      sourceOf={({ bcube }) => bcube ?? ''}
    />
  )
}

const open = (start = inForce) => mount(<Editor start={start} />)
const changesOf = (at: number) =>
  diffResults(analyse(inputs[at]!), analyse({ ...inputs[at]!, evaluation: draft }))
const row = (at: number) => page.getByRole('row', { name: new RegExp(`Plate ${at + 1}`) })
const cells = (at: number) =>
  [...row(at).element().querySelectorAll('[role=cell][data-kind=number]')].map(
    (one) => one.textContent,
  )
const list = page.getByRole('region', { name: 'Before and after, by well' })
const listText = () => list.element().textContent
const expected = (at: number) => {
  const changes = changesOf(at)
  const calls = changes.filter(({ callChanged }) => callChanged).length
  return [String(calls), String(changes.length - calls)]
}

beforeEach(async () => {
  await page.viewport(1366, 900)
})
afterEach(async () => {
  broken = null
  history.replaceState(null, '', location.pathname)
  await chooseLanguage('en')
})

describe('the test bench of a method', () => {
  test('says that nothing changes while the draft is the method in force', async () => {
    open()
    await expect.element(page.getByText('Nothing would change.').first()).toBeVisible()
    for (const at of [0, 1, 2]) await expect.poll(() => cells(at)).toEqual(['0', '0'])
  })

  test('a threshold moved on the chart changes counts, plate and list of every run', async () => {
    open()
    const slider = page.getByRole('slider', { name: new RegExp(name) })
    await expect.element(slider).toBeVisible()
    slider.element().focus()
    for (let press = 0; press < 3; press++) await userEvent.keyboard('{ArrowUp}')
    await expect.poll(() => draft).not.toBe(inForce)
    for (const at of [0, 1, 2]) await expect.poll(() => cells(at)).toEqual(expected(at))
    expect(changesOf(0).length).toBeGreaterThan(0)
    await expect.poll(listText).toMatch(/threshold 0\.5\d* → /)
    const moved = page.getByRole('gridcell', { name: /only the Cq changes/ })
    await expect.poll(() => moved.elements().length).toBeGreaterThan(0)
  })

  test('a changed call says the rule that settles it, and a well chosen on the plate its own', async () => {
    open({ ...inForce, targets: inForce.targets.map((one) => ({ ...one, cq_max: 26 })) })
    await page.getByRole('button', { name: 'Plate 3' }).click()
    await expect.poll(listText).toMatch(/26\.00/)
    const rows = () => list.element().querySelectorAll('[role=rowgroup] [role=row]').length
    await expect.poll(rows).toBe(changesOf(2).length)
    const [change] = changesOf(2)
    await page.getByRole('gridcell', { name: new RegExp(`^${change!.well}\\b`) }).click()
    const own = changesOf(2).filter(({ well }) => well === change!.well).length
    await expect.poll(rows).toBe(own)
    expect(own).toBeLessThan(changesOf(2).length)
  })

  test('compares the runs that are chosen', async () => {
    open()
    await page.getByRole('button', { name: 'Choose runs' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Plate 2' }).click()
    await expect.poll(() => dialog.element().textContent).toContain('2 of at most 50 runs selected')
    await dialog.getByRole('button', { name: 'Compare' }).click()
    await expect.poll(() => row(1).query()).toBeNull()
    await expect.poll(() => cells(2)).toEqual(['0', '0'])
  })

  test('a run whose file is damaged says so, and the others are compared', async () => {
    broken = runs[1]!.uuid
    open(withThreshold(inForce, name, 2))
    await expect.poll(() => row(1).element().textContent).toMatch(/file/i)
    for (const at of [0, 2]) await expect.poll(() => cells(at)).toEqual(expected(at))
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
  })
})
