import { decodeText, decodeXml } from '../decode-text.ts'
import type { FileContent } from '../file-content.ts'
import type { Archive, ArchiveMember } from '../open-archive.ts'
import { readXml, type XmlElement } from '../read-xml.ts'
import { refuseFile } from '../refuse-file.ts'

/** Find a member by the end of its path, because archives are packed from different folders. */
export function findMember(archive: Archive, path: string): ArchiveMember | undefined {
  const end = path.toLowerCase()
  return archive.members.find(({ name }) => {
    const own = name.replaceAll('\\', '/').toLowerCase()
    return own === end || own.endsWith(`/${end}`)
  })
}

/** Members of an archive as what they hold; undefined for one that is not there. */
export class EdsMembers {
  readonly #archive: Archive
  readonly #content: FileContent

  constructor(archive: Archive, content: FileContent) {
    this.#archive = archive
    this.#content = content
  }

  text(path: string): string | undefined {
    const member = findMember(this.#archive, path)
    return member && decodeText(this.#archive.read(member), this.#content.notices, path).text
  }

  xml(path: string): XmlElement | undefined {
    const member = findMember(this.#archive, path)
    if (!member) return undefined
    const { limits, notices } = this.#content
    const { text } = decodeXml(this.#archive.read(member), notices, path)
    // Read the temperatures of all wells, which are one text.
    return readXml(text, {
      limits: { ...limits, textLength: limits.memberBytes },
      member: path,
    })
  }

  /** Throw `json_malformed`. */
  json(path: string): unknown {
    const text = this.text(path)
    if (text === undefined) return undefined
    this.#content.limits.memory.takeJson(text, { member: path })
    try {
      return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
    } catch (error) {
      const detail = error instanceof Error ? error.message.slice(0, 120) : ''
      throw refuseFile('json_malformed', { member: path }, { detail })
    }
  }
}
