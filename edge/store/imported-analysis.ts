import type { Analysis, AnalysisSource } from '../../domain/entities/analysis.ts'
import type { ToldRun } from '../../workers/files/import-plan.ts'
import type { KeptResults } from './analysis-rows.ts'
import type { NewFile } from './material-changes.ts'

/** An imported run as the edge read it from its file, with what was computed and kept of it. */
export interface ImportedAnalysis extends Pick<
  Analysis,
  'uuid' | 'name' | 'swarm_uuid' | 'cartridge_type' | 'method' | 'samples' | 'exclusions' | 'points'
> {
  recipe_name: string
  /** Time of the run as the file gives it. */
  ran_at: string | null
  /** Serial number of its instrument, where the file names one. */
  serial: string | undefined
  /** Facts that an archive of ours has beside the run. */
  told?: ToldRun | undefined
  /** Images and other files that came with it, kept already. */
  files: readonly NewFile[]
  curves_hash: string
  result: KeptResults
  source: AnalysisSource
  /** Plan of a planned analysis as it was when the results were computed. */
  planned?: Pick<Analysis, 'samples' | 'method'> | undefined
  /** `updated_at` of the plan as its sender has compared it with the file. */
  base: string | undefined
  /** Refuse the run of a file that was imported before. */
  once: boolean
}
