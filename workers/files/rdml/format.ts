import { decodeXml } from '../decode-text.ts'
import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import { countValues, type ImportedFile, type ImportedRun } from '../imported-run.ts'
import type { Archive, ArchiveMember } from '../open-archive.ts'
import { childOf } from '../read-xml.ts'
import { refuseFile } from '../refuse-file.ts'
import { noticeIgnored } from './ignored-elements.ts'
import { isLc96Member, readLc96 } from './lightcycler96.ts'
import { readDocument, type RdmlDocument, type RdmlRun } from './read-document.ts'
import { readRun } from './read-run.ts'

const rootTag = /<(?:[\w.-]+:)?rdml[\s/>]/

/** Members that are looked at for documents. */
const mostMembers = 50

/**
 * RDML 1.0 to 1.4 (rdml.org): an archive whose `rdml_data.xml` is the document, with all others whose XML has the root
 * `rdml`, as people pack the files of several runs, or that XML alone.
 */
export const rdml: FileFormat = {
  name: 'rdml',
  recognise(content) {
    if (content.kind === 'archive') return findMembers(content.archive).length > 0
    return content.kind === 'xml' && rootTag.test(content.decoded.text.slice(0, 65_536))
  },
  read: readRdml,
}

/** Find the members that are documents: by their name, which comes first, or by how they begin. */
function findMembers(archive: Archive): ArchiveMember[] {
  const isNamed = ({ name }: ArchiveMember) => /(^|[/\\])rdml_data\.xml$/i.test(name)
  const others = archive.members
    .filter((member) => !isNamed(member) && /\.(xml|rdml|rdm)$/i.test(member.name))
    .slice(0, mostMembers)
    .filter((member) => rootTag.test(readLetters(archive.begin(member))))
  return [...archive.members.filter(isNamed), ...others]
}

/** Read the ASCII letters of some bytes, whatever their encoding. */
function readLetters(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 4096).filter((byte) => byte !== 0))
}

function readRdml(content: FileContent): ImportedFile {
  const { name, notices } = content
  const runs: ImportedRun[] = []
  for (const opened of openDocuments(content)) runs.push(...readMember(content, opened, runs))
  if (runs.length === 0) throw refuseFile('file_without_runs')
  return { name, format: 'rdml', runs, notices: notices.list() }
}

/** Read the runs of a document; of several in one archive each run says which it is of. */
function readMember(
  content: FileContent,
  { text, member, isOnly }: OpenDocument,
  before: readonly ImportedRun[],
): ImportedRun[] {
  const { limits, notices } = content
  const lc96 = content.kind === 'archive' ? readLc96(content.archive, limits, notices) : new Map()
  const document = { ...readDocument(text, { limits, notices, member }), lc96 }
  const runs = readRuns(document, limits.values - countValues(before))
  for (const { element } of document.runs.filter((run) => !hasReactions(run))) {
    notices.add('run_ignored', document.placeOf(element, 'experiment/run'))
  }
  if (runs.length === 0 && isOnly) {
    throw refuseFile('file_without_runs', { ...(member !== undefined && { member }) })
  }
  // Name a document that describes samples only; others beside it have the runs.
  if (runs.length === 0 && member !== undefined) notices.add('member_ignored', { member })
  document.numbers.finish()
  noticeIgnored(document.root, notices, document.placeOf)
  if (isOnly) return runs
  const file = (member ?? '').replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
  return runs.map((run) => ({
    ...run,
    experiment: run.experiment === '' ? file : `${file}: ${run.experiment}`,
  }))
}

/** Read all runs; together they may have as many values as one file has left. */
function readRuns(document: RdmlDocument, most: number): ImportedRun[] {
  let left = most
  return document.runs.filter(hasReactions).map((run) => {
    const read = readRun(run, { ...document, limits: { ...document.limits, values: left } })
    left -= countValues([read])
    return read
  })
}

function hasReactions({ element }: RdmlRun): boolean {
  return childOf(element, 'react') !== undefined
}

interface OpenDocument {
  text: string
  member?: string
  /** No other document is in the archive. */
  isOnly: boolean
}

/** Open the documents of an RDML file one by one. @throws Fault `file_format_unknown` for an archive that holds none. */
export function* openDocuments(content: FileContent): Generator<OpenDocument> {
  if (content.kind === 'xml') {
    yield { text: content.decoded.text, isOnly: true }
    return
  }
  if (content.kind !== 'archive') throw refuseFile('file_format_unknown')
  const { archive, notices } = content
  const members = findMembers(archive)
  if (members.length === 0) throw refuseFile('file_format_unknown')
  for (const { name } of archive.members) {
    const isRead = members.some((member) => member.name === name) || isLc96Member(name)
    if (!isRead) notices.add('member_ignored', { member: name })
  }
  for (const member of members) {
    const { text } = decodeXml(archive.read(member), notices, member.name)
    yield { text, member: member.name, isOnly: members.length === 1 }
  }
}
