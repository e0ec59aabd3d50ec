import type { FoundSubject } from '../../../domain/calls/recalls.ts'
import type { RecallSubject, SubjectKind } from '../../../domain/entities/recall.ts'
import type { Sql } from '../sql.ts'
import { findCalibrations } from './calibration-subjects.ts'
import { joinName, nameDevice, sayMoment } from './subject-names.ts'

/** Most subjects of one answer. */
const mostSubjects = 50

/** List the things that analyses of the store name, and what its company produces, keeps or publishes: the last used or made first. */
export function findSubjects(sql: Sql, kind: SubjectKind, search = ''): FoundSubject[] {
  const wanted = search.trim().toLowerCase()
  return finders[kind](sql)
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => b.last_at.localeCompare(a.last_at) || a.name.localeCompare(b.name))
    .slice(0, mostSubjects)
}

/** Name a subject as people know it; the lot, or an id, where no analysis names it. */
export function nameSubject(sql: Sql, subject: RecallSubject): string {
  switch (subject.kind) {
    case 'lot': {
      const row = sql.first<{ name: string | null }>(
        `SELECT coalesce(
           (SELECT body ->> '$.kit.name' FROM records INDEXED BY analysis_by_kit_bkit_uuid
            WHERE kind = 'analysis' AND json_extract(body, '$.kit.bkit_uuid') = ?
            ORDER BY created_at DESC LIMIT 1),
           (SELECT body ->> '$.name' FROM records WHERE kind = 'bkit' AND uuid = ?)) AS name`,
        subject.bkit_uuid,
        subject.bkit_uuid,
      )
      return joinName(row?.name, subject.lot)
    }
    case 'recipe': {
      const row = sql.first<{ name: string | null }>(
        `SELECT coalesce(
           (SELECT body ->> '$.recipe_name' FROM records
            WHERE kind = 'analysis' AND instr(body, ?) > 0 AND body ->> '$.method.recipe_uuid' = ?
            ORDER BY created_at DESC LIMIT 1),
           (SELECT body ->> '$.name' FROM records WHERE kind IN ('recipe', 'global_recipe') AND uuid = ?),
           (SELECT body ->> '$.name' FROM records
            WHERE kind = 'recipe' AND json_extract(body, '$.origin.global_uuid') = ?
            ORDER BY created_at LIMIT 1)) AS name`,
        subject.recipe_uuid,
        subject.recipe_uuid,
        subject.recipe_uuid,
        subject.recipe_uuid,
      )
      return joinName(row?.name ?? subject.recipe_uuid, `v${subject.version}`)
    }
    case 'device':
      return nameDevice(sql, subject.device_uuid)
    case 'calibration':
      return joinName(nameDevice(sql, subject.device_uuid), sayMoment(subject.from))
    case 'dye_calibration': {
      const row = sql.first<DyeOrigin>(
        `SELECT device_name, measured_at FROM (${dyeOrigins}) WHERE calibration_uuid = ? LIMIT 1`,
        subject.calibration_uuid,
      )
      return row ? nameDyes(row) : subject.calibration_uuid
    }
  }
}

type DyeOrigin = { device_name: string; measured_at: string }

/** Select the calibrations of dyes whose matrix analyses are judged with, as each analysis names its own. */
const dyeOrigins = `
  SELECT body ->> '$.method.evaluation.compensation.from.calibration_uuid' AS calibration_uuid,
    body ->> '$.method.evaluation.compensation.from.device_name' AS device_name,
    body ->> '$.method.evaluation.compensation.from.measured_at' AS measured_at, created_at
  FROM records
  WHERE kind = 'analysis' AND body ->> '$.method.evaluation.compensation.from.calibration_uuid' IS NOT NULL`

/** Name a calibration of dyes by its instrument and time: the name of its run may be of a laboratory that one does not see. */
function nameDyes({ device_name, measured_at }: DyeOrigin): string {
  return joinName(device_name, sayMoment(measured_at))
}

type Counted = { analyses: number; last_at: string }

type LotRow = { bkit_uuid: string; lot: string; name: string | null } & Counted

/** List the lots that the company produces: they are recalled also where none of its own runs used one. */
function listProduced(sql: Sql): LotRow[] {
  return sql.all<LotRow>(
    `SELECT lot.body ->> '$.bkit_uuid' AS bkit_uuid, lot.body ->> '$.lot_number' AS lot, kit.body ->> '$.name' AS name,
       0 AS analyses, lot.created_at AS last_at
     FROM records AS lot
     LEFT JOIN records AS kit ON kit.kind = 'bkit' AND kit.uuid = lot.body ->> '$.bkit_uuid'
     WHERE lot.kind = 'bkit_lot' AND lot.deleted_at IS NULL`,
  )
}

function listUsed(sql: Sql): LotRow[] {
  return sql.all<LotRow>(
    // Read each body once, for its kit.
    `WITH kits AS MATERIALIZED (
       SELECT body -> '$.kit' AS kit, created_at FROM records INDEXED BY analysis_by_kit_bkit_uuid
       WHERE kind = 'analysis' AND json_extract(body, '$.kit.bkit_uuid') IS NOT NULL)
     SELECT kit ->> '$.bkit_uuid' AS bkit_uuid, trim(kit ->> '$.lot') AS lot, max(kit ->> '$.name') AS name,
       count(*) AS analyses, max(created_at) AS last_at
     FROM kits GROUP BY bkit_uuid, lower(lot)`,
  )
}

type VersionRow = { recipe_uuid: string; version: number; name: string } & Counted

/** List all versions of the recipes that the company keeps or publishes: copies may have been run where none of its own runs used one. */
function listKept(sql: Sql): VersionRow[] {
  return sql.all<VersionRow>(
    `WITH RECURSIVE versions (recipe_uuid, version, name, newest, created_at, updated_at) AS (
       SELECT uuid, 1, body ->> '$.name', body ->> '$.version', created_at, updated_at
       FROM records WHERE kind IN ('recipe', 'global_recipe')
       UNION ALL SELECT recipe_uuid, version + 1, name, newest, created_at, updated_at
       FROM versions WHERE version < newest)
     SELECT recipe_uuid, version, name, 0 AS analyses, iif(version = newest, updated_at, created_at) AS last_at
     FROM versions`,
  )
}

function listRun(sql: Sql): VersionRow[] {
  return sql.all<VersionRow>(
    `SELECT body ->> '$.method.recipe_uuid' AS recipe_uuid, body ->> '$.method.recipe_version' AS version,
       max(body ->> '$.recipe_name') AS name, count(*) AS analyses, max(created_at) AS last_at
     FROM records WHERE kind = 'analysis' AND body ->> '$.method.recipe_uuid' IS NOT NULL
     GROUP BY recipe_uuid, version`,
  )
}

const finders: Record<SubjectKind, (sql: Sql) => FoundSubject[]> = {
  lot: (sql) => {
    const found = new Map<string, LotRow>()
    for (const row of [...listProduced(sql), ...listUsed(sql)]) {
      found.set(`${row.bkit_uuid} ${row.lot.trim().toLowerCase()}`, row)
    }
    return [...found.values()].map(({ bkit_uuid, lot, name, ...counted }) => ({
      subject: { kind: 'lot', bkit_uuid, lot },
      name: joinName(name, lot),
      ...counted,
    }))
  },
  device: (sql) =>
    sql
      .all<{ device_uuid: string } & Counted>(
        `SELECT body ->> '$.device_uuid' AS device_uuid, count(*) AS analyses, max(created_at) AS last_at
         FROM records WHERE kind = 'analysis' AND body ->> '$.device_uuid' IS NOT NULL GROUP BY device_uuid`,
      )
      .map(({ device_uuid, ...counted }) => ({
        subject: { kind: 'device', device_uuid },
        name: nameDevice(sql, device_uuid),
        ...counted,
      })),
  recipe: (sql) => {
    const found = new Map<string, VersionRow>()
    for (const row of [...listKept(sql), ...listRun(sql)]) {
      found.set(`${row.recipe_uuid} ${row.version}`, row)
    }
    return [...found.values()].map(({ recipe_uuid, version, name, ...counted }) => ({
      subject: { kind: 'recipe', recipe_uuid, version },
      name: joinName(name, `v${version}`),
      ...counted,
    }))
  },
  calibration: findCalibrations,
  dye_calibration: (sql) =>
    sql
      .all<{ calibration_uuid: string } & DyeOrigin & Counted>(
        `SELECT calibration_uuid, max(device_name) AS device_name, max(measured_at) AS measured_at,
           count(*) AS analyses, max(created_at) AS last_at
         FROM (${dyeOrigins}) GROUP BY calibration_uuid`,
      )
      .map(({ calibration_uuid, device_name, measured_at, ...counted }) => ({
        subject: { kind: 'dye_calibration', calibration_uuid },
        name: nameDyes({ device_name, measured_at }),
        ...counted,
      })),
}
