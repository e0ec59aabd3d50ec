import { designOf, type Study } from '../../../domain/entities/study.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import { Fault } from '../../../domain/fault.ts'
import type { Results } from '../../../domain/results.ts'
import { type JudgedStudy, judgeStudy } from '../../../workers/study/judge-study.ts'
import {
  type OpenStudyRun,
  openStudyRun,
  readStudyRun,
} from '../../../workers/study/open-study-run.ts'
import { readBlob } from '../../files/blobs.ts'
import type { AccountContext } from '../../context.ts'
import { loadResults } from '../../runs/evaluate.ts'
import { unwrap } from '../../outcome.ts'

/** A signed run with the results that the study names. */
export interface StudyRecord {
  record: Analysis
  results: Results
}

/** A study with everything that its exports write. */
export interface LoadedStudy extends JudgedStudy {
  study: Study
  records: Analysis[]
  /** Version that corrects each run, which the study does not know; null where there is none. */
  corrected: (string | null)[]
}

/** Open the signed runs of a study one after the other, and calculate its figures. */
export async function loadStudy(context: AccountContext, study: Study): Promise<LoadedStudy> {
  const needsCurves = study.targets.some(({ threshold }) => threshold !== null)
  const opened: OpenStudyRun[] = []
  const records: Analysis[] = []
  for await (const { record, results } of readRuns(context, study)) {
    const signed = { ...record, results }
    const at = opened.length
    opened.push(
      needsCurves && record.curves_hash !== null
        ? openStudyRun(
            at,
            signed,
            await readBlob(context.env, record.company_uuid, record.curves_hash),
          )
        : readStudyRun(at, signed),
    )
    records.push(record)
  }
  const corrected = await Promise.all(records.map(({ uuid }) => findCorrection(context, uuid)))
  return { study, records, corrected, ...judgeStudy(opened, designOf(study)) }
}

/** Find the newest version of a run, where that is another one. */
async function findCorrection({ own, by }: AccountContext, analysis: string) {
  const { newest } = await unwrap(own.ask({ name: 'corrections', analysis }, by.sight))
  return newest.uuid === analysis ? null : newest.uuid
}

/**
 * Read the runs of a study in its order, each with the results that were signed.
 * @throws Fault `not_found` that names the first run that the person does not see.
 */
export async function* readRuns(
  { own, by, env }: AccountContext,
  { runs }: Study,
): AsyncGenerator<StudyRecord, void, undefined> {
  for (const run of runs) {
    const found = await own.get('analysis', run.analysis_uuid, by.sight)
    if (!found.ok) {
      throw new Fault('not_found', 'No such run', {
        field: 'runs',
        reason: 'study_run_unknown',
        params: { name: run.name },
      })
    }
    const record = found.value
    yield { record, results: await loadResults(env, record, run.results_hash) }
  }
}
