import { bca } from './bca/format.ts'
import { biomark } from './biomark/biomark-format.ts'
import { biomeme } from './biomeme/biomeme-format.ts'
import { dtprime } from './dtprime/dtprime-format.ts'
import { type FileContent, openContent } from './file-content.ts'
import type { FileFormat } from './file-format.ts'
import type { ImportedFile } from './imported-run.ts'
import { type FileLimits, fileLimits } from './limits.ts'
import { ixo } from './lightcycler/ixo-format.ts'
import { mxproBlocks } from './mxpro/block-format.ts'
import { nameAlike } from './names-alike.ts'
import { eds } from './quantstudio/eds-format.ts'
import { rdml } from './rdml/format.ts'
import { rdes } from './rdes/format.ts'
import { rex } from './rotorgene/rex-format.ts'
import { isArchive } from './open-archive.ts'
import { NoticeList } from './notices.ts'
import { packedFiles } from './packed-files.ts'
import { refuseFile } from './refuse-file.ts'
import { tables } from './tables/format.ts'
import { isRunDate } from './tables/vendor-date.ts'
import { holdsResults } from './tables/recognise.ts'

/** Formats that are archives of many parts, among which may be anything. */
const archives: readonly FileFormat[] = [bca, eds]

const others: readonly FileFormat[] = [
  rdml,
  rdes,
  rex,
  ixo,
  biomark,
  biomeme,
  dtprime,
  mxproBlocks,
  tables,
]

/** Asked in this order; the first that recognises the content reads it. */
export const fileFormats: readonly FileFormat[] = [
  ...archives,
  packedFiles([...archives, ...others]),
  ...others,
]

/**
 * Read a file of any known format. The result is complete, with a notice for everything that was
 * assumed or left out, or a `Fault('invalid')` whose `reason` is one of `fileReasons` and whose
 * `params` name the place. The name is only repeated, never trusted.
 */
export async function importFile(
  name: string,
  bytes: Uint8Array,
  limits: Partial<FileLimits> = {},
): Promise<ImportedFile> {
  const content = openContent(name, bytes, { ...fileLimits, ...limits })
  const format = fileFormats.find((one) => one.recognise(content))
  if (!format) throw refuseUnknown(content)
  const file = withoutFalseDates(await format.read(content))
  return { ...file, runs: file.runs.map(nameAlike) }
}

/** Leave out dates that no run has had, with a notice: kept, they would be another day than the one that is shown. */
function withoutFalseDates(file: ImportedFile): ImportedFile {
  const runs = file.runs.map((run) => {
    const { date } = run.source
    if (date === null || isRunDate(date)) return run
    const notices = new NoticeList()
    notices.add('element_ignored', { path: 'date' }, { element: date, count: 1 })
    const source = { ...run.source, date: null }
    return { ...run, source, notices: [...run.notices, ...notices.list()] }
  })
  return { ...file, runs }
}

function refuseUnknown(content: FileContent) {
  if (content.kind === 'old-workbook') return refuseFile('file_format_unknown')
  if (content.kind === 'archive') {
    const { archive } = content
    if (archive.members.some(({ name }) => /\.pcrd$/i.test(name))) return refuseFile('file_pcrd')
    const nested = archive.members.slice(0, 50).find((member) => isArchive(archive.begin(member)))
    if (nested) return refuseFile('zip_nested', { member: nested.name })
    const members = archive.members.slice(0, 5).map((member) => member.name)
    return refuseFile('file_format_unknown', {}, { members: members.join(', ') })
  }
  if (
    content.kind === 'text' &&
    holdsResults(content.decoded.text.slice(0, 64_000).split(/\r\n|\r|\n/))
  ) {
    return refuseFile('results_without_curves')
  }
  const first = content.decoded.text.trimStart().split(/\r?\n/, 1)[0] ?? ''
  return refuseFile('file_format_unknown', { line: 1 }, { begins: first.slice(0, 80) })
}
