import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { AdjustRow } from '../../web/screens/analyses/detail/curves/AdjustRow.tsx'
import { applyTried, useTrial } from '../../web/screens/analyses/detail/curves/use-trial.ts'
import { RecalculateDialog } from '../../web/screens/analyses/detail/RecalculateDialog.tsx'
import { analyse } from '../../workers/run/analyse.ts'
import { curveLayers } from '../../workers/run/views.ts'
import { makeRun } from '../workers/run.ts'
import { mount } from './mount.tsx'

const input = makeRun([
  { type: 'unknown', wells: [[22, 25]] },
  { type: 'positive', wells: [[20, 25]] },
])
const { amplification, melt, evaluation, cartridge_type, samples, exclusions } = input
const method = { evaluation, process: { lid_temperature: 105, steps: [], groups: [] } }
const record = { cartridge_type, samples, exclusions, method } as unknown as Analysis
const curves = { amplification, melt }
const base = { results: analyse(input), layers: curveLayers(amplification, evaluation) }
const [first] = evaluation.targets

function Trial() {
  const { set, reset, results } = useTrial(record, curves, base)
  const well = results?.wells.find(({ target }) => target === first!.name)
  return (
    <>
      <button onClick={() => set(first!.name, { threshold: 0.3 })}>Raise</button>
      <button onClick={() => set('IC', { threshold: 0.2 })}>Other</button>
      <button onClick={reset}>Reset</button>
      <output data-threshold="">{well?.threshold?.toFixed(3)}</output>
    </>
  )
}

/** List the workers that the page starts from now on. */
function watchWorkers(): string[] {
  const started: string[] = []
  const Before = globalThis.Worker
  vi.stubGlobal(
    'Worker',
    class extends Before {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        started.push(String(url))
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return started
}

test('opens the bench before the first change, and a new one when the changes are taken back', async () => {
  const started = watchWorkers()
  mount(<Trial />)
  await expect.poll(() => started.length).toBe(1)
  const shown = () => document.querySelector('[data-threshold]')?.textContent
  const before = shown()
  await page.getByRole('button', { name: 'Raise' }).click()
  await expect.poll(shown).toBe('0.300')
  expect(started).toHaveLength(1)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => started.length).toBe(2)
  await page.getByRole('button', { name: 'Other' }).click()
  await expect.poll(shown).toBe(before)
})

const open = { record: { ...record, name: 'Plate', results: [] } as unknown as Analysis, curves }
const known = { results: base.results, selected: new Set<number>(), onClose: () => undefined }

test('A28-71: what was tried on the chart is compared at once, and only its reason is asked for', async () => {
  const tried = new Map([[first!.name, { threshold: 0.3 }]])
  const start = { evaluation: applyTried(evaluation, tried) }
  mount(<RecalculateDialog {...open} {...known} start={start} />)
  const keep = page.getByRole('button', { name: 'Keep new results' })
  await expect.element(keep).toBeVisible()
  await expect.element(page.getByLabelText(/^Reason/)).toHaveFocus()
  expect(page.getByRole('spinbutton', { name: 'Value' }).elements()).toEqual([])
  // Compare again once the settings are others than those that were tried.
  await page.getByText('Settings', { exact: true }).click()
  await page.getByRole('spinbutton', { name: 'Value' }).first().fill('0.4')
  await expect.element(page.getByRole('button', { name: 'Compare' })).toBeVisible()
  await expect.element(page.getByRole('spinbutton', { name: 'Value' }).first()).toBeVisible()
})

test('A28-71: a recalculation that begins with nothing tried asks for its settings first', async () => {
  mount(<RecalculateDialog {...open} {...known} />)
  await expect.element(page.getByRole('button', { name: 'Compare' })).toBeVisible()
  await expect.element(page.getByLabelText('Highest Cq').first()).toBeVisible()
})

test('A28-72: beside a threshold that moves no Cq it says so, and which method finds the Cq', async () => {
  const adjusting = { tried: new Map(), changes: 0, error: false, refusal: null }
  const acts = { set: () => undefined, reset: () => undefined, apply: () => undefined }
  const row = {
    targets: [first!],
    onTarget: () => undefined,
    threshold: 0.2,
    band: null,
    cycles: 40,
  }
  const words = page.getByText('a threshold does not move it', { exact: false })
  for (const [method, count] of [
    ['consensus', 1],
    ['threshold', 0],
    [undefined, 0],
  ] as const) {
    const { cq_method: _, ...plain } = first!
    const target = { ...plain, ...(method && { cq_method: method }) }
    const shown = mount(
      <AdjustRow {...row} adjusting={{ ...adjusting, ...acts }} target={target} />,
    )
    expect(words.elements(), method).toHaveLength(count)
    shown.remove()
  }
})
