import { strToU8, zipSync } from 'fflate'
import type { CallFile } from '../../domain/call.ts'
import type { exportFormats } from '../../domain/catalog/export-formats.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { standingComments } from '../../domain/rules/well-comment.ts'
import { Fault } from '../../domain/fault.ts'
import type { Results } from '../../domain/results.ts'
import { exportRun } from '../../workers/files/export-run.ts'
import type { ExportRun } from '../../workers/files/imported-run.ts'
import { writeRdes } from '../../workers/files/rdes/write.ts'
import { writeRdml } from '../../workers/files/rdml/write.ts'
import { writeTidy } from '../../workers/files/tidy/write-tidy.ts'
import { type WorkbookFact, writeWorkbook } from '../../workers/files/tidy/write-workbook.ts'
import { finishInSlices } from '../../workers/slices.ts'
import type { AccountContext } from '../context.ts'
import { readCurves } from '../runs/evaluate.ts'
import { fileName, plainName } from '../files/file-name.ts'
import { writeFhirResults } from '../../workers/files/answers/write-fhir.ts'
import { writeHl7Results } from '../../workers/files/answers/write-hl7.ts'
import { collectOrdered } from '../../workers/files/answers/collect-ordered.ts'
import { nameDevice, nameInstrument } from '../reports/name-device.ts'
import { unwrap } from '../outcome.ts'
import { resultsCsv } from '../reports/results-csv.ts'
import { findCorrection, markCorrection, sayCorrection } from '../reports/say-correction.ts'
import { sayRunCalibrations } from '../reports/run-calibrations.ts'
import { readRunEnd } from '../runs/early-end.ts'

/** `bca` holds more than the run: export-archive.ts. */
export type ExportFormat = Exclude<(typeof exportFormats)[number], 'bca'>

const types = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  rdml: 'application/vnd.rdml+zip',
  zip: 'application/zip',
  hl7: 'x-application/hl7-v2+er7; charset=utf-8',
  json: 'application/fhir+json; charset=utf-8',
} as const

/** Write an analysis with its newest results as a file of a format; all but `csv`, `hl7` and `fhir` hold the curves too. */
export async function writeExport(
  context: AccountContext,
  format: ExportFormat,
  record: Analysis,
  results: Results,
  hash: string,
): Promise<CallFile> {
  if (format === 'hl7' || format === 'fhir') {
    const first = await findFirstVersion(context, record)
    const ordered = collectOrdered(record, results, hash, first)
    return format === 'hl7'
      ? nameFile(record, '', 'hl7', writeHl7Results(ordered))
      : nameFile(record, '-fhir', 'json', writeFhirResults(ordered))
  }
  const calibrations = await sayRunCalibrations(context, record)
  const device = await nameDevice(context, record.device_uuid)
  const correctedBy = await findCorrection(context, record)
  const correction = sayCorrection(record, correctedBy)
  if (format === 'csv') {
    const facts = { end: await readRunEnd(context, record), calibrations, device }
    return nameFile(
      record,
      '',
      'csv',
      resultsCsv(record, results, hash, facts, correction || undefined),
    )
  }
  if (record.curves_hash === null) {
    throw new Fault('refused', 'Not found samples', { reason: 'no_results' })
  }
  const curves = await readCurves(context.env, record, record.curves_hash)
  const end = await readRunEnd(context, record, curves)
  const instrument = await nameInstrument(context, record)
  const written = exportRun(record, results, curves, instrument, end)
  const run = { ...written, calibrations, correction }
  const { engine } = results
  switch (format) {
    // Work in slices, so that others go first: the points of a large plate take seconds.
    case 'tidy': {
      const { bytes } = await finishInSlices(writeTidy(run))
      return nameFile(record, '-tidy', 'csv', bytes)
    }
    case 'xlsx': {
      const facts = listFacts(record, results, hash, { end, calibrations, device, correction })
      const { bytes } = await finishInSlices(writeWorkbook(run, facts, results))
      return nameFile(record, '', 'xlsx', bytes)
    }
    case 'rdml': {
      const made = record.results.at(-1)?.computed_at ?? null
      const writer = { software: engine.name, version: engine.version, made }
      const { bytes } = await finishInSlices(writeRdml([run], writer))
      return nameFile(record, '', 'rdml', bytes)
    }
    case 'rdes':
      return writeTables(record, run, markCorrection(record, correctedBy))
  }
}

/**
 * Return the id of the first version of a run, by which the laboratory system knows its results. Refuse a run that a later version
 * corrects: the laboratory system would take its results as final.
 * @throws Fault `refused` with the reason `answer_corrected`.
 */
async function findFirstVersion({ own, by }: AccountContext, { uuid }: Analysis): Promise<string> {
  const asked = { name: 'corrections', analysis: uuid } as const
  const { first, newest } = await unwrap(own.ask(asked, by.sight))
  if (newest.uuid === uuid) return first
  throw new Fault('refused', 'A later version corrects this run', {
    reason: 'answer_corrected',
    params: { version: newest.version },
  })
}

/**
 * RDES has a table for each phase: two of them are packed. Its columns are fixed and have no place for how the run ended, for its
 * correction and for a colour compensation, so the names of the files say it.
 */
function writeTables(record: Analysis, run: ExportRun, correction: string): CallFile {
  const { amplification, melt } = writeRdes(run)
  const end = run.end ? `-${run.end.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}` : ''
  const suffix = `${correction}${run.compensated ? '-compensated' : ''}${end}`
  if (amplification && melt) {
    const name = `${plainName(record.name)}${suffix}`
    const files = { [`${name}-amplification.tsv`]: amplification, [`${name}-melt.tsv`]: melt }
    const bytes = zipSync(files, { level: 6, mtime: new Date(1980, 0, 1, 12) })
    return nameFile(record, `${suffix}-rdes`, 'zip', bytes)
  }
  return nameFile(record, suffix, 'tsv', amplification ?? melt ?? strToU8(''))
}

function nameFile(
  record: Analysis,
  suffix: string,
  extension: keyof typeof types,
  bytes: Uint8Array,
): CallFile {
  const name = fileName(record.name, `${suffix}.${extension}`)
  return { bytes, type: types[extension], name }
}

/** Facts of a run in words. */
type RunWords = Record<'end' | 'calibrations' | 'correction', string> & { device: string | null }

/** List the facts that tell a reader of the workbook the origin of its numbers. */
function listFacts(
  record: Analysis,
  results: Results,
  hash: string,
  { end, calibrations, device, correction }: RunWords,
): WorkbookFact[] {
  const { evaluation } = results
  const entry = record.results.at(-1)
  const { source, signature } = record
  return [
    ['Analysis', record.name],
    ['Analysis UUID', record.uuid],
    ['Status', record.status],
    ['Correction', correction || null],
    ['Recipe', record.recipe_name],
    ['Recipe version', record.method.recipe_version],
    ['Device', device],
    ['Calibrations', calibrations || null],
    ['Cartridge', record.cartridge_type],
    ['Run by', record.user_name],
    ['Started at (UTC)', record.started_at],
    ['Ended at (UTC)', record.ended_at],
    ['Started by device clock (UTC)', record.device_times?.started_at ?? null],
    ['Ended by device clock (UTC)', record.device_times?.ended_at ?? null],
    ['Run end', end],
    ['End reason', record.end_reason],
    ['Engine', `${results.engine.name} ${results.engine.version}`],
    ['Curves hash', record.curves_hash],
    ['Result hash', hash],
    ['Computed at (UTC)', entry?.computed_at ?? null],
    ['Computed by', entry?.computed_by ?? null],
    ['Reason', entry?.reason ?? null],
    ['Passive reference', evaluation.passive_reference],
    ...evaluation.targets.map((target): WorkbookFact => [
      `Settings of ${target.name}`,
      JSON.stringify(target),
    ]),
    ['Settings', JSON.stringify(evaluation)],
    ...record.exclusions.map((one): WorkbookFact => [
      `Excluded ${one.well}${one.target === null ? '' : ` ${one.target}`}`,
      one.reason,
    ]),
    ...(record.sample_reviews ?? []).map((one): WorkbookFact => [
      `Sample ${one.verdict} ${record.samples.find(({ uuid }) => uuid === one.sample_uuid)?.name ?? ''}`,
      [one.user_name, one.at, one.reason].filter(Boolean).join(' · '),
    ]),
    ...standingComments(record).map((one): WorkbookFact => [
      `Comment on ${[one.well, one.target].filter(Boolean).join(' ')}`,
      [one.user_name, one.at, one.text].filter(Boolean).join(' · '),
    ]),
    ['Imported from', source?.file_name ?? null],
    ['Imported file hash', source?.file_hash ?? null],
    ['Curves in the file', source?.curves ?? null],
    ['Signed by', signature?.printed_name ?? null],
    ['Signed at (UTC)', signature?.at ?? null],
    ['Meaning', signature?.meaning ?? null],
  ]
}
