import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Certificate } from '../../domain/entities/certificate.ts'
import { Fault } from '../../domain/fault.ts'
import type { CertificateAction } from '../../domain/actions/certificate.ts'
import { isAmong } from '../../domain/rules/second-person.ts'
import { checkRead, filesBehind } from '../files/signed-files.ts'
import { allowAction, faultOf, secondPersonRefusal } from './allow.ts'
import { actingOf, type By, mustSee, readSeen } from './by.ts'
import { readRecord, type StoredBody, wasEverUsed } from './operations.ts'
import { peopleBehind } from './people-behind.ts'
import type { Planners } from './planner.ts'
import { checkBase } from './record-changes.ts'
import { holdOn, refuseHeld } from './recalls/holds.ts'
import { checkConfirmed, signRecord, type SignatureOrder } from './sign.ts'
import type { Sql } from './sql.ts'
import { madeWith, readTrueAudit } from './trailed-row.ts'
import { laterVersion } from './version-changes.ts'

export type CertificateChange =
  | { type: 'certificate.create'; uuid: string; analysis: string; note: string }
  | { type: 'certificate.edit'; uuid: string; note: string | undefined; base: string | undefined }
  | {
      type: 'certificate.request'
      uuid: string
      note: string | undefined
      base: string | undefined
    }
  | {
      type: 'certificate.issue'
      uuid: string
      order: SignatureOrder
      /** Hashes of the analysis' files that were read just before (signed-files.ts). */
      read: readonly string[]
    }
  | { type: 'certificate.reject'; uuid: string; reason: string; base: string | undefined }
  | { type: 'certificate.delete'; uuid: string; reason: string }

export const certificatePlanners: Planners<CertificateChange> = {
  'certificate.create': (sql, change, by, at) => ({
    ...named(change),
    change: (before) => create(sql, before, change, by, at),
  }),
  'certificate.edit': (_sql, change, by) => ({
    ...named(change),
    change: (before) => {
      const record = allow('edit', before, by)
      const { note = record.note, base } = change
      checkBase(record, base, { note })
      return { ...record, note }
    },
  }),
  'certificate.request': (sql, change, by, at) => ({
    ...named(change),
    change: (before) => {
      const record = allow('request', before, by, '', sql)
      const { note = record.note, base } = change
      checkBase(record, base, { note })
      readSigned(sql, record.analysis_uuid, by)
      return { ...record, note, status: 'Waiting', requested_at: at }
    },
  }),
  'certificate.issue': (sql, change, by, at) => ({
    ...named(change),
    change: (before) => {
      const record = allow('issue', before, by, '', sql)
      const analysis = readSigned(sql, record.analysis_uuid, by)
      const reviewed = review(sql, record, analysis, by, at)
      const signature = signRecord(sql, reviewed, change.order, by, at)
      checkRead(change.read, filesBehind(analysis))
      return { ...reviewed, status: 'Issued', signature }
    },
  }),
  'certificate.reject': (sql, change, by, at) => ({
    ...named(change),
    reason: change.reason,
    change: (before) => {
      const record = allow('reject', before, by, change.reason)
      checkBase(record, change.base, {})
      const analysis = readRecord(sql, 'analysis', record.analysis_uuid)
      return {
        ...review(sql, record, analysis, by, at),
        status: 'Rejected',
        rejection: change.reason,
      }
    },
  }),
  'certificate.delete': (_sql, change, by) => ({
    ...named(change),
    reason: change.reason,
    change: (before) => {
      allow('delete', before, by)
      return null
    },
  }),
}

function named({ type, uuid }: CertificateChange) {
  return { kind: 'certificate', uuid, action: type } as const
}

function allow(
  action: CertificateAction,
  before: Certificate | null,
  by: By,
  reason = '',
  sql?: Sql,
): Certificate {
  const record = mustSee('certificate', before, by.sight)
  const facts = sql && { recall_hold: () => holdOn(sql, record.analysis_uuid) }
  allowAction('certificate', action, record.status, by.permissions, reason, facts)
  return record
}

function create(
  sql: Sql,
  before: Certificate | null,
  { uuid, analysis, note }: CertificateChange & { type: 'certificate.create' },
  by: By,
  at: string,
): StoredBody {
  if (before || wasEverUsed(sql, 'certificate', uuid)) {
    throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
  }
  const record = readSigned(sql, analysis, by)
  refuseHeld(sql, analysis)
  const made = {
    kind: 'certificate',
    action: 'certificate.create',
    field: 'analysis_uuid',
  } as const
  const others = madeWith(sql, { ...made, value: analysis })
  if (others.some(({ status }) => status !== 'Rejected')) {
    throw new Fault('refused', 'A certificate of this analysis is under way or issued', {
      field: 'analysis_uuid',
      reason: 'certificate_exists',
    })
  }
  return {
    uuid,
    created_at: at,
    updated_at: at,
    name: record.name,
    analysis_uuid: record.uuid,
    analysis_hash: record.signature?.record_hash ?? '',
    swarm_uuid: record.swarm_uuid,
    status: 'Pending',
    requestor: by.actor.uuid,
    requestor_name: by.actor.name,
    note,
    requested_at: null,
    reviewer: null,
    reviewer_name: '',
    reviewed_at: null,
    rejection: '',
    signature: null,
  } satisfies Certificate
}

/** Return the signed analysis to certify; of several versions only the newest can be. */
function readSigned(sql: Sql, analysis: string, by: By): Analysis {
  const record = readSeen(sql, 'analysis', analysis, by.sight)
  if (laterVersion(sql, analysis)) {
    throw new Fault('refused', 'There is a later version: correct that one', {
      field: 'analysis_uuid',
      reason: 'corrected_already',
    })
  }
  if (record.status === 'VALIDATION') return record
  throw new Fault('refused', 'Only a validated analysis is certified', {
    field: 'analysis_uuid',
    reason: 'not_validated',
  })
}

/** List the people who made the certificate out, requested it or changed its note. */
function listAskers(sql: Sql, { uuid, requestor }: Certificate): string[] {
  const asked = readTrueAudit(sql, 'certificate', uuid).filter(
    ({ action, changes }) =>
      action === 'certificate.request' || changes.some(({ field }) => field === 'note'),
  )
  const people = asked.flatMap(({ actor, at }) => peopleBehind(sql, actor, at))
  return [requestor, ...people.map((one) => one.uuid)]
}

/**
 * Add the reviewer to the certificate: a person of the company with the reviewer flag and, where the company requires
 * four eyes now or did when the run began, not the one who asked for it.
 */
function review(
  sql: Sql,
  record: Certificate,
  analysis: Analysis | null,
  by: By,
  at: string,
): Certificate {
  checkConfirmed(sql, by)
  const person = readRecord(sql, 'user', by.actor.uuid)
  if (person?.reviewer !== 'Y') {
    throw new Fault('forbidden', 'Only a reviewer issues or rejects a certificate', {
      reason: 'not_a_reviewer',
    })
  }
  const fourEyes = by.fourEyes || analysis?.four_eyes === 'Y'
  const own = fourEyes && isAmong(listAskers(sql, record), actingOf(by))
  if (own !== false) throw faultOf(secondPersonRefusal(own))
  return { ...record, reviewer: person.uuid, reviewer_name: person.name, reviewed_at: at }
}
