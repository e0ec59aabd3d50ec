import { decodeXml } from '../decode-text.ts'
import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import type { ImportedFile, ImportedRun } from '../imported-run.ts'
import type { Archive, ArchiveMember } from '../open-archive.ts'
import { childOf } from '../read-xml.ts'
import { refuseFile } from '../refuse-file.ts'
import { noticeIgnored } from './ignored-elements.ts'
import { isLc96Member, readLc96 } from './lightcycler96.ts'
import { readDocument, type RdmlDocument, type RdmlRun } from './read-document.ts'
import { readRun } from './read-run.ts'

const rootTag = /<(?:[\w.-]+:)?rdml[\s/>]/

/**
 * RDML 1.0 to 1.4 (rdml.org): an archive whose `rdml_data.xml`, or else first XML with the root `rdml`,
 * is the document, or that XML alone.
 */
export const rdml: FileFormat = {
  name: 'rdml',
  recognise(content) {
    if (content.kind === 'archive') return findMember(content.archive) !== null
    return content.kind === 'xml' && rootTag.test(content.decoded.text.slice(0, 65_536))
  },
  read: readRdml,
}

/** Find the member that is the document: by its name, or by how it begins. */
function findMember(archive: Archive): ArchiveMember | null {
  const named = archive.members.find(({ name }) => /(^|[/\\])rdml_data\.xml$/i.test(name))
  if (named) return named
  const found = archive.members
    .filter(({ name }) => /\.(xml|rdml|rdm)$/i.test(name))
    .slice(0, 50)
    .find((member) => rootTag.test(readLetters(archive.begin(member))))
  return found ?? null
}

/** Read the ASCII letters of some bytes, whatever their encoding. */
function readLetters(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 4096).filter((byte) => byte !== 0))
}

function readRdml(content: FileContent): ImportedFile {
  const { name, limits, notices } = content
  const { text, member } = openDocument(content)
  const lc96 = content.kind === 'archive' ? readLc96(content.archive, limits, notices) : new Map()
  const document = { ...readDocument(text, { limits, notices, member }), lc96 }
  const runs = readRuns(document)
  for (const { element } of document.runs.filter((run) => !hasReactions(run))) {
    notices.add('run_ignored', document.placeOf(element, 'experiment/run'))
  }
  if (runs.length === 0) {
    throw refuseFile('file_without_runs', { ...(member !== undefined && { member }) })
  }
  document.numbers.finish()
  noticeIgnored(document.root, notices, document.placeOf)
  return { name, format: 'rdml', runs, notices: notices.list() }
}

/** Read all runs; together they may have as many values as one file. */
function readRuns(document: RdmlDocument): ImportedRun[] {
  let left = document.limits.values
  return document.runs.filter(hasReactions).map((run) => {
    const read = readRun(run, { ...document, limits: { ...document.limits, values: left } })
    for (const curves of [read.amplification, read.melt]) {
      left -= curves?.readings.values.length ?? 0
    }
    return read
  })
}

function hasReactions({ element }: RdmlRun): boolean {
  return childOf(element, 'react') !== undefined
}

/** Open the XML of an RDML file. @throws Fault `file_format_unknown` for an archive that holds none. */
export function openDocument(content: FileContent): { text: string; member?: string } {
  if (content.kind === 'xml') return { text: content.decoded.text }
  if (content.kind !== 'archive') throw refuseFile('file_format_unknown')
  const { archive, notices } = content
  const member = findMember(archive)
  if (!member) throw refuseFile('file_format_unknown')
  for (const { name } of archive.members) {
    if (name !== member.name && !isLc96Member(name)) notices.add('member_ignored', { member: name })
  }
  return { text: decodeXml(archive.read(member), notices, member.name).text, member: member.name }
}
