import type { EngineDigests } from './engine-digests.ts'

let asked: Promise<EngineDigests> | undefined

/**
 * Calculate in Node the digests for the other engines, once per run and only if their test asks: an error fails that
 * test alone.
 */
export function nodeDigests(): Promise<EngineDigests> {
  return (asked ??= calculate().catch((error: unknown) => ({
    plates: '[]',
    node: [],
    error: String(error),
  })))
}

async function calculate(): Promise<EngineDigests> {
  const [{ digestPlates }, { writePlates }, { drawPlate, recordedPlates }] = await Promise.all([
    import('./engine-digest.ts'),
    import('./engine-plate.ts'),
    import('./engine-plates.ts'),
  ])
  const small = recordedPlates().filter(({ amplification }) => amplification.wells === 16)
  // Draw one: `npm run battery -- engines` compares 40 and every recorded plate.
  const plates = writePlates([...small, drawPlate(1)])
  return { plates, node: digestPlates(plates), error: null }
}
