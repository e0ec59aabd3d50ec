import type { CartridgeName } from '../../domain/catalog/cartridges.ts'
import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { Analysis, AnalysisSource, Exclusion, Sample } from '../../domain/entities/analysis.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { Process } from '../../domain/entities/process-recipe.ts'
import type { RunCurves } from '../run/blob.ts'

/** An imported run in our own terms: what an analysis is made of. */
export interface ImportPlan {
  cartridge_type: CartridgeName
  samples: Sample[]
  exclusions: Exclusion[]
  process: Process
  evaluation: Evaluation
  curves: RunCurves
  /** Dyes of the file whose channel nobody knows, with the one that each was given; none in an archive of ours. */
  guessed: { channel: WavelengthName; dye: string }[]
  source: Omit<AnalysisSource, 'file_name' | 'file_hash'>
  /** Only from an archive of ours: what an instrument's file does not say of a run. */
  told?: ToldRun
}

/** Facts that an archive of an analysis adds to the run itself. */
export interface ToldRun extends Pick<
  Analysis,
  'recipe_name' | 'end_reason' | 'notebook' | 'started_at' | 'ended_at' | 'points'
> {
  /**
   * A signature stays with the record it was made on: a signed analysis is imported as completed, or as ended early.
   */
  status: 'COMPLETE' | 'ABORT' | 'INCOMPLETE'
  /** Digest of the newest results, to see whether the same ones come out here. */
  wells_digest: string
}
