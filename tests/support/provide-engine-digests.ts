import type { TestProject } from 'vitest/node'
import type { EngineDigests } from './engine-digests-context.ts'

/** Runs in Node before the tests of a project do. What breaks here must fail one test, not all. */
export async function setup(project: TestProject): Promise<void> {
  let provided: EngineDigests
  try {
    provided = await calculate()
  } catch (error) {
    provided = { plates: '[]', node: [], error: String(error) }
  }
  project.provide('engineDigests', provided)
}

async function calculate(): Promise<EngineDigests> {
  const [{ digestPlates }, { writePlates }, { drawPlate, recordedPlates }] = await Promise.all([
    import('./engine-digest.ts'),
    import('./engine-plate.ts'),
    import('./engine-plates.ts'),
  ])
  const small = recordedPlates().filter(({ amplification }) => amplification.wells === 16)
  const plates = writePlates([...small, ...[1, 2, 3].map((seed) => drawPlate(seed))])
  return { plates, node: digestPlates(plates), error: null }
}
