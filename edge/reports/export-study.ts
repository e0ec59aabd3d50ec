import type { CallFile } from '../../domain/call.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { designOf, type Study, type StudyFormat } from '../../domain/entities/study.ts'
import type { PaperName } from '../../domain/entities/report.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import { exportRun } from '../../workers/files/export-run.ts'
import type { ExportRun } from '../../workers/files/imported-run.ts'
import { writeRdml } from '../../workers/files/rdml/write.ts'
import { writeXlsxSliced } from '../../workers/files/tidy/write-xlsx.ts'
import { engine } from '../../workers/run/engine.ts'
import { finishInSlices } from '../../workers/slices.ts'
import type { AccountContext } from '../context.ts'
import { findCompany } from '../directory/companies.ts'
import { readCurves } from '../runs/evaluate.ts'
import { fileName } from '../files/file-name.ts'
import { hashText } from '../crypto/hash-text.ts'
import { readRunEnd } from '../runs/early-end.ts'
import { refuseHeldReports } from './make-report.ts'
import { nameInstrument } from './name-device.ts'
import { reportFontReader } from './report-fonts.ts'
import { readCorrection } from './say-correction.ts'
import { rowsCsv } from '../files/rows-csv.ts'
import { type LoadedStudy, loadStudy, readRuns } from './study/load-study.ts'
import { genotypeRows } from './study/genotype-rows.ts'
import { quantityRows, studySheets } from './study/study-rows.ts'
import { studyScript } from './study/study-script.ts'

const types: Readonly<Record<StudyFormat, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  genotypes: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  rdml: 'application/vnd.rdml+zip',
  r: 'text/plain; charset=utf-8',
}

/** Endings of files that are not the name of the format. */
const endings: Readonly<Partial<Record<StudyFormat, string>>> = {
  r: '.R',
  genotypes: '-genotypes.csv',
}

interface StudyOrder {
  format: StudyFormat
  paper?: PaperName | undefined
  language?: Language | undefined
}

/**
 * Write a study as a file. The figures are calculated from the signed runs, never taken from the page. Nothing is kept.
 * @throws Fault `refused` while a recall holds one of its runs, `not_found` for a run that the person does not see.
 */
export async function exportStudy(
  context: AccountContext,
  study: Study,
  order: StudyOrder,
): Promise<CallFile> {
  await refuseHeldReports(
    context,
    study.runs.map((run) => run.analysis_uuid),
  )
  const { format } = order
  return {
    bytes: await write(context, study, order),
    type: types[format],
    name: fileName(study.name, `-v${study.version}${endings[format] ?? `.${format}`}`),
  }
}

async function write(
  context: AccountContext,
  study: Study,
  { format, ...print }: StudyOrder,
): Promise<Uint8Array> {
  if (format === 'rdml') return writeRuns(context, study)
  const loaded = await loadStudy(context, study)
  const hash = hashStudy(study)
  switch (format) {
    case 'pdf':
      return printStudy(context, loaded, hash, print)
    case 'csv':
      return rowsCsv(quantityRows(loaded))
    case 'genotypes':
      return rowsCsv(genotypeRows(loaded))
    case 'xlsx':
      return finishInSlices(writeXlsxSliced(studySheets(loaded, hash)))
    case 'r':
      return new TextEncoder().encode(studyScript(loaded, hash))
  }
}

/** Hash what the figures follow from: the runs with the hashes of their results, and the settings. */
function hashStudy({ runs, ...study }: Study): string {
  return hashText(canonicalJson({ runs, ...designOf(study) }))
}

/** Write all runs with their curves into one file, one experiment for each. */
async function writeRuns(context: AccountContext, study: Study): Promise<Uint8Array> {
  const runs: ExportRun[] = []
  for await (const { record, results } of readRuns(context, study)) {
    if (record.curves_hash === null) continue
    const curves = await readCurves(context.env, record, record.curves_hash)
    const instrument = await nameInstrument(context, record)
    const end = await readRunEnd(context, record, curves)
    const correction = await readCorrection(context, record)
    runs.push({ ...exportRun(record, results, curves, instrument, end), correction })
  }
  const writer = { software: engine.name, version: engine.version, made: study.updated_at }
  return (await finishInSlices(writeRdml(runs, writer))).bytes
}

/** Print a study as a PDF, in the account's language unless another one is asked for. Nothing is kept. */
async function printStudy(
  { env, origin, account, company }: AccountContext,
  loaded: LoadedStudy,
  hash: string,
  order: { paper?: PaperName | undefined; language?: Language | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const [{ makeStudyPdf }, { speaker }, found] = await Promise.all([
    import('./pdf/make-pdf.ts'),
    import('./pdf/content/say.ts'),
    findCompany(env.DIRECTORY, company),
  ])
  const { timezone, date_format } = account.preferences
  return makeStudyPdf(
    {
      ...loaded,
      hash,
      laboratory: found?.name ?? account.company_details.name,
      say: speaker(order.language ?? account.default_language, timezone, date_format),
      paper: order.paper ?? (env.REGION === 'na' ? 'letter' : 'a4'),
    },
    reportFontReader(env, origin),
  )
}
