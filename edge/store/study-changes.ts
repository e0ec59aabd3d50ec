import type { Study } from '../../domain/entities/study.ts'
import { checkRead } from '../files/signed-files.ts'
import { mustSee } from './by.ts'
import type { Planners } from './planner.ts'
import { refuseHeld } from './recalls/holds.ts'
import { allowStudy, refuseCorrected } from './rules/study.ts'
import { signRecord, type SignatureOrder } from './sign.ts'

export type StudyChange = {
  type: 'study.sign'
  uuid: string
  order: SignatureOrder
  /** Hashes of the files that were read just before (signed-files.ts). */
  read: readonly string[]
}

/** List the files that a signed study follows from: the signed results of its runs. */
export function studyFiles({ runs }: Study): string[] {
  return runs.map((run) => run.results_hash)
}

export const studyPlanners: Planners<StudyChange> = {
  'study.sign': (sql, { uuid, order, read }, by, at) => ({
    kind: 'study',
    uuid,
    action: 'study.sign',
    change: (before) => {
      const record = mustSee('study', before, by.sight)
      allowStudy('sign', record, by)
      for (const [index, run] of record.runs.entries()) {
        refuseHeld(sql, run.analysis_uuid)
        refuseCorrected(sql, run, `runs.${index}.analysis_uuid`)
      }
      const signature = signRecord(sql, { ...record }, order, by, at)
      checkRead(read, studyFiles(record))
      return { ...record, signature }
    },
  }),
}
