import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Handout } from '../../domain/entities/handout.ts'
import type { Report } from '../../domain/entities/report.ts'
import { Fault } from '../../domain/fault.ts'
import { refusesFourEyes } from '../../domain/rules/analysis.ts'
import type { WhileHeld } from '../../domain/rules/recall.ts'
import { checkRead } from '../files/signed-files.ts'
import { faultOf, secondPersonRefusal } from './allow.ts'
import { actingOf, mustSee, readSeen } from './by.ts'
import { withKnownHands } from './hands.ts'
import { authorOf } from './operations.ts'
import { findOutdated } from './outdated-reports.ts'
import { makerFor } from './people-behind.ts'
import type { Planners } from './planner.ts'
import { refuseHeld } from './recalls/holds.ts'
import type { Sql } from './sql.ts'
import { signRecord, type SignatureOrder } from './sign.ts'
import { readLastBody } from './trailed-row.ts'

export type ReportChange =
  | {
      type: 'report.approve'
      uuid: string
      order: SignatureOrder
      /** Hashes of the files that were read just before (signed-files.ts). */
      read: readonly string[]
    }
  | {
      type: 'handout.create'
      uuid: string
      file: Pick<Handout, 'name' | 'format' | 'content_hash' | 'study_uuid' | 'runs'>
      whileHeld: WhileHeld
    }

/** List the files that an approved report needs: itself, and the results that it was made from. */
export function reportFiles({ file_hash, result_hash }: Report): string[] {
  return [file_hash, result_hash].filter((hash) => hash !== '')
}

/**
 * Refuse to approve a report that is no longer what its analysis says.
 * @throws Fault `stale`
 */
function checkCurrent(sql: Sql, report: Report, found: Analysis | null): void {
  const field = findOutdated(sql, report, found)
  if (!field) return
  throw new Fault('stale', 'The results changed since this report was made: make it again', {
    field,
    reason: 'report_outdated',
  })
}

export const reportPlanners: Planners<ReportChange> = {
  'report.approve': (sql, { uuid, order, read }, by, at) => ({
    kind: 'report',
    uuid,
    action: 'report.approve',
    change: (before) => {
      const record = mustSee('report', before, by.sight)
      if (record.signature) {
        throw new Fault('refused', 'This report is approved already', { reason: 'signed' })
      }
      refuseHeld(sql, record.analysis_uuid)
      // Read also one that was removed since: a hand in the analysis is a hand in what the report says of it.
      const found = readLastBody(sql, 'analysis', record.analysis_uuid)
      checkCurrent(sql, record, found)
      const analysis = found && withKnownHands(sql, found)
      const actor = { ...actingOf(by), fourEyes: by.fourEyes }
      // Ask who made it, since it may have been a program, by a key of theirs.
      const making = { kind: 'report', uuid, action: 'report.create' } as const
      const user_uuid = makerFor(sql, making, actor, record.user_uuid)
      for (const one of [{ ...record, user_uuid }, ...(analysis ? [analysis] : [])]) {
        const own = refusesFourEyes({ ...one, four_eyes: analysis?.four_eyes }, actor)
        if (own !== false) throw faultOf(secondPersonRefusal(own))
      }
      const signature = signRecord(sql, { ...record }, order, by, at)
      checkRead(read, reportFiles(record))
      return { ...record, signature }
    },
  }),
  'handout.create': (sql, { type, uuid, file, whileHeld }, by, at) => {
    // Check this here and not in `change`, which is not called when a person takes the same file once more.
    if (file.study_uuid) readSeen(sql, 'study', file.study_uuid, by.sight)
    for (const run of file.runs) readSeen(sql, 'analysis', run, by.sight)
    if (whileHeld === 'refused') for (const run of file.runs) refuseHeld(sql, run)
    const stamps = { uuid, created_at: at, updated_at: at }
    const made = { ...stamps, ...authorOf(by.actor), ...file } satisfies Handout
    return { kind: 'handout', uuid, action: type, change: (before) => before ?? made }
  },
}
