import type { RecallPerson } from '../../../domain/calls/recalls.ts'
import type { Recall } from '../../../domain/entities/recall.ts'
import type { Language } from '../../../domain/catalog/languages.ts'
import { readRecord } from '../operations.ts'
import type { Sql } from '../sql.ts'
import { findFiles } from './touched-files.ts'
import { findStudies } from './touched-studies.ts'
import { findTouched } from './touched.ts'

type Role = RecallPerson['roles'][number]

/** A person whom a recall concerns, with the address that mail goes to. */
export interface ConcernedPerson extends RecallPerson {
  language: Language
  email: string
}

/**
 * Find the people whom a recall concerns: who planned touched analyses, signed them, made a report of them, asked for or
 * gave their certificate, compared them in a study, or took a file of them. People who have left are not among them.
 */
export function findPeople(
  sql: Sql,
  { subject, notified }: Pick<Recall, 'subject' | 'notified'>,
): ConcernedPerson[] {
  const roles = new Map<string, { roles: Set<Role>; analyses: Set<string> }>()
  const add = (person: string | null, role: Role, analysis: string) => {
    if (person === null) return
    const known = roles.get(person) ?? { roles: new Set(), analyses: new Set() }
    known.roles.add(role)
    known.analyses.add(analysis)
    roles.set(person, known)
  }
  const runs = findTouched(sql, subject)
  for (const { analysis_uuid, user_uuid, signer } of runs) {
    add(user_uuid, 'planned', analysis_uuid)
    add(signer?.uuid ?? null, 'signed', analysis_uuid)
  }
  const uuids = JSON.stringify(runs.map(({ analysis_uuid }) => analysis_uuid))
  for (const { person, analysis } of readMakers(sql, uuids)) add(person, 'reported', analysis)
  for (const { asker, giver, analysis } of readCertifiers(sql, uuids)) {
    add(asker, 'certified', analysis)
    add(giver, 'certified', analysis)
  }
  for (const { people, touched } of findStudies(sql, runs)) {
    for (const { analysis_uuid } of touched) {
      for (const person of people) add(person, 'compared', analysis_uuid)
    }
  }
  for (const { person, analyses } of findFiles(sql, runs)) {
    for (const { analysis_uuid } of analyses) add(person, 'exported', analysis_uuid)
  }
  return [...roles].flatMap(([uuid, known]): ConcernedPerson[] => {
    const user = readRecord(sql, 'user', uuid)
    if (user?.active !== 'Y' || user.service) return []
    return [
      {
        uuid,
        name: user.name,
        email: user.email,
        language: user.default_language,
        roles: [...known.roles],
        analyses: known.analyses.size,
        notified: notified.includes(uuid),
      },
    ]
  })
}

function readMakers(sql: Sql, uuids: string) {
  return sql.all<{ person: string; analysis: string }>(
    `SELECT body ->> '$.user_uuid' AS person, wanted.value AS analysis
     FROM json_each(?) AS wanted CROSS JOIN records INDEXED BY report_by_analysis_uuid
       ON json_extract(body, '$.analysis_uuid') = wanted.value
     WHERE kind = 'report' AND deleted_at IS NULL`,
    uuids,
  )
}

function readCertifiers(sql: Sql, uuids: string) {
  return sql.all<{ asker: string; giver: string | null; analysis: string }>(
    `SELECT body ->> '$.requestor' AS asker, body ->> '$.reviewer' AS giver, wanted.value AS analysis
     FROM json_each(?) AS wanted CROSS JOIN records INDEXED BY certificate_by_analysis_uuid
       ON json_extract(body, '$.analysis_uuid') = wanted.value
     WHERE kind = 'certificate' AND deleted_at IS NULL`,
    uuids,
  )
}
