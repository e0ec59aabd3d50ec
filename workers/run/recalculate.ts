import { summarise, type ResultSummary } from '../../domain/results.ts'
import type { Judgement } from './judge-target.ts'
import { analyse } from './analyse.ts'
import { decodeCurves } from './blob.ts'

/** New results of a stored run: as the file that is kept, so that they cross threads without a copy. */
export interface Recalculated {
  summary: ResultSummary
  /** JSON in UTF-8. */
  file: Uint8Array<ArrayBuffer>
}

/** Calculate the results of a stored run from its curve file. Throws the faults of `decodeCurves`. */
export function recalculate(curves: Uint8Array, judgement: Judgement): Recalculated {
  const results = analyse({ ...decodeCurves(curves), ...judgement })
  return {
    summary: summarise(results),
    file: new TextEncoder().encode(JSON.stringify(results)),
  }
}
