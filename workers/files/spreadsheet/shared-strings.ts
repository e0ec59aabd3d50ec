import { decodeXml } from '../decode-text.ts'
import type { FileLimits } from '../limits.ts'
import type { NoticeList } from '../notices.ts'
import type { Archive, ArchiveMember } from '../open-archive.ts'
import { readXml, type XmlElement } from '../read-xml.ts'
import { memoryOf } from '../reading-memory.ts'
import { refuseFile } from '../refuse-file.ts'

/** Read the texts that cells refer to. Throws `table_too_large`. */
export function readSharedStrings(
  archive: Archive,
  member: ArchiveMember,
  limits: FileLimits,
  notices: NoticeList,
): string[] {
  const { text } = decodeXml(archive.read(member), notices, member.name)
  const strings: string[] = []
  readXml(text, {
    limits,
    member: member.name,
    isDropped: true,
    onClose(element) {
      if (element.name !== 'si') return true
      const text = textOf(element)
      limits.memory.take(memoryOf.text + 2 * text.length, { member: member.name })
      strings.push(text)
      if (strings.length > limits.cells) {
        throw refuseFile(
          'table_too_large',
          { member: member.name },
          {
            what: 'texts',
            limit: limits.cells,
          },
        )
      }
      return false
    },
  })
  return strings
}

/** Return the text of a rich or plain string, without its phonetic hints. */
export function textOf(element: XmlElement): string {
  if (element.name === 't') return element.text
  return element.children
    .filter(({ name }) => name !== 'rPh' && name !== 'phoneticPr')
    .map(textOf)
    .join('')
}
