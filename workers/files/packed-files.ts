import { Fault, type FaultDetail } from '../../domain/fault.ts'
import { type FileContent, openContent } from './file-content.ts'
import type { FileFormat } from './file-format.ts'
import { countValues, type ImportedFile, type ImportedRun } from './imported-run.ts'
import type { FileLimits } from './limits.ts'
import type { Notice } from './notices.ts'
import { type Archive, type ArchiveMember, isArchive } from './open-archive.ts'
import { refuseFile } from './refuse-file.ts'
import { isWorkbook } from './spreadsheet/open-workbook.ts'
import { isNested, isTable } from './tables/table-members.ts'

type ArchiveContent = FileContent & { kind: 'archive' }

/** Names of run files that are text. */
const textFiles = /\.(rex|ixo|r96)$/i

/** Reasons to refuse tables that are no loss of curves where the files of the runs are beside them. */
const besideCurves: readonly string[] = ['tables_unknown', 'results_without_curves']

/**
 * Return the format of an archive with the files of several runs, as people send them: each file is read by itself, and
 * what else the archive holds as if they were not there. Archives inside those are refused.
 */
export function packedFiles(formats: readonly FileFormat[]): FileFormat {
  return {
    name: 'packed',
    recognise: (content) =>
      content.kind === 'archive' &&
      !isWorkbook(content.archive) &&
      findFiles(content.archive).length > 0,
    read: (content) => readPacked(content as ArchiveContent, formats),
  }
}

/** Find the members that are files of a run by themselves. */
function findFiles(archive: Archive): ArchiveMember[] {
  return archive.members.filter((member) => {
    if (/(^|\/)(__MACOSX\/|\._)/.test(member.name)) return false
    return textFiles.test(member.name) || (!isNested(member) && isArchive(archive.begin(member)))
  })
}

async function readPacked(
  content: ArchiveContent,
  formats: readonly FileFormat[],
): Promise<ImportedFile> {
  const { archive, limits, notices, name } = content
  const files = findFiles(archive)
  const found: ImportedFile[] = []
  let left = limits
  for (const member of files) {
    if (/\.pcrd$/i.test(member.name)) throw refuseFile('file_pcrd', { member: member.name })
    const bytes = archive.readNested(member)
    const file = await nameFault(member, () =>
      readFile(member, openContent(member.name, bytes, left), formats),
    )
    left = takeOff(left, bytes, file)
    found.push(placeIn(member, file))
  }
  const members = archive.members.filter((member) => !files.includes(member))
  const rest = { ...content, limits: left, archive: { ...archive, members } }
  const beside = await readRest(rest, formats)
  const runs = [...found.flatMap((file) => file.runs), ...beside]
  if (runs.length > 1) notices.add('files_packed', {}, { count: files.length })
  return {
    name,
    format: found[0]!.format,
    runs,
    notices: [...notices.list(), ...found.flatMap((file) => file.notices)],
  }
}

function readFile(
  { name }: ArchiveMember,
  content: FileContent,
  formats: readonly FileFormat[],
): ImportedFile | Promise<ImportedFile> {
  const format = formats.find((one) => one.recognise(content))
  // Refuse an archive of something else: curves may be in it.
  if (!format) throw refuseFile('zip_nested', { member: name })
  return format.read(content)
}

/** Take what a file has unpacked and kept from what is left for all files together. */
function takeOff(limits: FileLimits, bytes: Uint8Array, { runs }: ImportedFile): FileLimits {
  return {
    ...limits,
    totalBytes: limits.totalBytes - bytes.length,
    runs: limits.runs - runs.length,
    values: limits.values - countValues(runs),
  }
}

/** Read the members that are no files of a run, which may be the tables of one; name those that are not read. */
async function readRest(
  content: ArchiveContent,
  formats: readonly FileFormat[],
): Promise<ImportedRun[]> {
  const { archive, notices } = content
  const format = formats.find((one) => one.recognise(content))
  try {
    if (format) return (await format.read(content)).runs
  } catch (error) {
    const isUnknown = error instanceof Fault && besideCurves.includes(error.first.reason ?? '')
    if (!isUnknown) throw error
  }
  for (const member of archive.members) {
    notices.add(isTable(member) ? 'table_ignored' : 'member_ignored', { member: member.name })
  }
  return []
}

/** Say of a fault in which file it is. */
async function nameFault<T>({ name }: ArchiveMember, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const [first, ...others] = error.details as [FaultDetail, ...FaultDetail[]]
    const inside = first.params?.['member']
    const member = inside === undefined || inside === name ? name : `${name}: ${inside}`
    throw new Fault([{ ...first, params: { ...first.params, member } }, ...others])
  }
}

/** Put the name of its file before the experiment of each run, and before the places of its notices. */
function placeIn({ name }: ArchiveMember, file: ImportedFile): ImportedFile {
  const own = name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
  const notice = (one: Notice): Notice => {
    const { member } = one.place
    return { ...one, place: { ...one.place, member: member ? `${name}: ${member}` : name } }
  }
  const run = (one: ImportedRun): ImportedRun => ({
    ...one,
    experiment: one.experiment === '' ? own : `${own}: ${one.experiment}`,
    notices: one.notices.map(notice),
  })
  return { ...file, runs: file.runs.map(run), notices: file.notices.map(notice) }
}
