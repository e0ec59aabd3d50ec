import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { useTrial } from '../../web/screens/analyses/detail/curves/use-trial.ts'
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
