import type { RecallReach } from '../../../domain/calls/recalls.ts'
import { isTouched, type RunFacts } from '../../../domain/rules/recall.ts'
import { openRecord } from '../open-record.ts'
import type { Sql } from '../sql.ts'
import { asItIsNow } from './calibration-subjects.ts'
import { dependantsByRecords, followSubject } from './dependants.ts'

/**
 * Find what the open recalls reach, the company's own first, then those that the provider announced and for which the company holds
 * nothing yet: `nothing_found` is said of the runs of that day. Runs are read as far as they measured dyes, because a plan names no other.
 */
export function findReaches(sql: Sql): RecallReach[] {
  const recalls = [...readOpen(sql), ...readAnnounced(sql)]
  if (recalls.length === 0) return []
  const measuring = readMeasuring(sql)
  const dependants = dependantsByRecords(sql)
  return recalls.map((recall) => {
    const { things } = followSubject(asItIsNow(sql, recall.subject), dependants, (one) =>
      measuring.filter((run) => isTouched(one, run)),
    )
    return { ...recall, things }
  })
}

type Named = Omit<RecallReach, 'things'>

function readOpen(sql: Sql): Named[] {
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'recall' AND deleted_at IS NULL AND status = 'open' ORDER BY uuid`,
    )
    .map(({ body }) => name(openRecord('recall', body), null))
}

function readAnnounced(sql: Sql): Named[] {
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'recall_notice' AND deleted_at IS NULL ORDER BY uuid`,
    )
    .map(({ body }) => openRecord('recall_notice', body))
    .filter(({ answer }) => answer?.kind !== 'held')
    .map((notice) => name(notice, notice.sender))
}

function name(one: Omit<Named, 'sender'>, sender: string | null): Named {
  const { uuid, number, name: subjectName, reason, subject } = one
  return { uuid, number, name: subjectName, reason, subject, sender }
}

/** Read the runs in which calibrations of dyes were measured. */
function readMeasuring(sql: Sql): (RunFacts & { uuid: string })[] {
  return sql
    .all<{ uuid: string; facts: string }>(
      `SELECT uuid, json_object('kit', body -> '$.kit', 'device_uuid', body ->> '$.device_uuid',
         'started_at', body ->> '$.started_at', 'method', json_object(
           'recipe_uuid', body ->> '$.method.recipe_uuid', 'recipe_version', body ->> '$.method.recipe_version',
           'evaluation', json_object('compensation', body -> '$.method.evaluation.compensation'))) AS facts
       FROM records WHERE kind = 'analysis' AND uuid IN (
         SELECT body ->> '$.run_uuid' FROM records WHERE kind = 'dye_calibration')`,
    )
    .map(({ uuid, facts }) => ({ uuid, ...JSON.parse(facts) }))
}
