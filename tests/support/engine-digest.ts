import { digestValue } from './digest-value.ts'
import { readPlates, type EnginePlate } from './engine-plate.ts'
import { stages } from './engine-stages.ts'

/** Result of one stage for one plate, as digests of the bits. */
export interface StageDigest {
  stage: string
  plate: string
  /** SHA-256 over all items. */
  digest: string
  /** First 16 digits of each item's own digest, by what it is of: 'FAM A1'. */
  items: Record<string, string>
  /** Error of a stage that failed, which it must not do; null otherwise. */
  error: string | null
}

/** Return digests of every stage over plates written by `writePlates`. */
export function digestPlates(text: string): StageDigest[] {
  return readPlates(text).flatMap((plate) =>
    Object.keys(stages).map((stage) => digestStage(stage, plate)),
  )
}

function digestStage(stage: string, plate: EnginePlate): StageDigest {
  const items: Record<string, string> = {}
  let error: string | null = null
  try {
    for (const [item, value] of stages[stage]!(plate)) items[item] = digestValue(value).slice(0, 16)
  } catch (thrown) {
    error = String(thrown)
  }
  return { stage, plate: plate.name, digest: digestValue(items), items, error }
}

/** Find the first place at which two engines differ: 'stage sigmoid, plate qs5_4plex, FAM A1'; null for none. */
export function findDifference(one: StageDigest[], other: StageDigest[]): string | null {
  if (one.length !== other.length) return `${one.length} digests against ${other.length}`
  for (const [index, { stage, plate, digest, items, error }] of one.entries()) {
    const theirs = other[index]!
    const place = `stage ${stage}, plate ${plate}`
    const failure = error ?? theirs.error
    if (failure !== null) return `${place}: ${failure}`
    if (digest === theirs.digest && stage === theirs.stage) continue
    const keys = [...new Set([...Object.keys(items), ...Object.keys(theirs.items)])]
    return `${place}, ${keys.find((key) => items[key] !== theirs.items[key]) ?? 'order of items'}`
  }
  return null
}
