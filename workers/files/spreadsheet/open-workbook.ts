import type { CellRows } from '../cell-rows.ts'
import { decodeXml } from '../decode-text.ts'
import type { FileLimits } from '../limits.ts'
import type { NoticeList } from '../notices.ts'
import type { Archive, ArchiveMember } from '../open-archive.ts'
import { childOf, childrenOf, readXml, type XmlElement } from '../read-xml.ts'
import { refuseFile } from '../refuse-file.ts'
import { findDateStyles } from './date-styles.ts'
import { readSheet } from './read-sheet.ts'
import { readSharedStrings } from './shared-strings.ts'
import type { WorkbookContext } from './workbook-context.ts'

// Read with the project's own archive and XML readers instead of a library: the one at hand unpacks all
// members at once and builds a document of each before anything can be counted, so that no limit holds.

export interface WorkbookSheet {
  name: string
  /** Nobody sees it who opens the workbook. */
  isHidden: boolean
  read(): CellRows
}

const workbookName = /^(.*\/)?xl\/workbook\.xml$/i

/** Return true if an archive is a workbook (Office Open XML, ECMA-376). */
export function isWorkbook(archive: Archive): boolean {
  return archive.members.some(({ name }) => workbookName.test(name.replaceAll('\\', '/')))
}

/** Open the sheets of a workbook in its order, to be read one by one. Throws `zip_*`, `xml_*`, `sheet_missing`. */
export function openWorkbook(
  archive: Archive,
  limits: FileLimits,
  notices: NoticeList,
): WorkbookSheet[] {
  const find = (test: RegExp) =>
    archive.members.find(({ name }) => test.test(name.replaceAll('\\', '/')))
  const parse = (member: ArchiveMember | undefined) =>
    member && readMember(archive, member, limits, notices)
  const workbook = parse(find(workbookName))
  const sheets = workbook && childOf(workbook, 'sheets')
  if (!sheets) throw refuseFile('sheet_missing', { member: 'xl/workbook.xml' })
  const relations = parse(find(/(^|\/)xl\/_rels\/workbook\.xml\.rels$/i))
  const strings = find(/(^|\/)xl\/sharedStrings\.xml$/i)
  const styles = parse(find(/(^|\/)xl\/styles\.xml$/i))
  const properties = childOf(workbook, 'workbookPr')?.attributes
  const context: WorkbookContext = {
    archive,
    limits,
    notices,
    strings: strings ? readSharedStrings(archive, strings, limits, notices) : [],
    dates: findDateStyles(styles),
    date1904: /^(1|true)$/.test(properties?.['date1904'] ?? ''),
  }
  const targetOf = readTargets(relations)
  const taken = new Set<ArchiveMember>()
  return childrenOf(sheets, 'sheet').flatMap((sheet, index) => {
    const name = sheet.attributes['name'] ?? `Sheet ${index + 1}`
    const target = targetOf(sheet)
    // Skip charts and macros, which are listed among the sheets.
    if (target !== null && !/worksheets/i.test(target)) return []
    const member = findSheet(archive, target ?? `worksheets/sheet${index + 1}.xml`)
    if (!member) throw refuseFile('sheet_missing', { member: name })
    // Refuse a sheet that several names lead to: it would be read for each of them, thousands of times.
    if (taken.has(member)) throw refuseFile('workbook_damaged', { member: name })
    taken.add(member)
    const isHidden = /hidden$/i.test(sheet.attributes['state'] ?? '')
    return [{ name, isHidden, read: () => readSheet(context, member, name) }]
  })
}

function readMember(
  archive: Archive,
  member: ArchiveMember,
  limits: FileLimits,
  notices: NoticeList,
): XmlElement {
  const { text } = decodeXml(archive.read(member), notices, member.name)
  return readXml(text, { limits, member: member.name })
}

/** Return how to find the target of a sheet: of several relations of one id the first counts. */
function readTargets(relations: XmlElement | undefined): (sheet: XmlElement) => string | null {
  const targets = new Map(
    relations?.children
      .toReversed()
      .map(({ attributes }) => [attributes['Id'], attributes['Target'] ?? null] as const),
  )
  return ({ attributes }) => targets.get(attributes['id']) ?? null
}

function findSheet(archive: Archive, target: string): ArchiveMember | undefined {
  const path = target
    .replaceAll('\\', '/')
    .replace(/^\/?(xl\/)?/i, 'xl/')
    .toLowerCase()
  return archive.members.find(({ name }) => name.replaceAll('\\', '/').toLowerCase().endsWith(path))
}
