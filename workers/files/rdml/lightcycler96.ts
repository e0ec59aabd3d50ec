import { decodeXml } from '../decode-text.ts'
import type { FileLimits } from '../limits.ts'
import type { NoticeList } from '../notices.ts'
import type { Archive } from '../open-archive.ts'
import { childrenOf, childText, readXml, type XmlElement } from '../read-xml.ts'

/** Members that LightCycler 96 software writes beside the document: what people excluded, and what it called. */
const extensionName = /(^|[/\\])app_data\.xml$/i
const calculatedName = /(^|[/\\])calculated_data\.xml$/i

/** Result of LightCycler 96 software for one target in one reaction. */
export interface Lc96Result {
  /** `Positive`, `Negative` or `Invalid`; null where it made no call. */
  call: string | null
  excluded: boolean
}

/** Results of all reactions of a file, by `keyOfLc96`. */
export type Lc96Results = ReadonlyMap<string, Lc96Result>

/** Return the key of one target in a reaction, by the ids of the document. */
export function keyOfLc96(run: string, reaction: string, target: string): string {
  return JSON.stringify([run, reaction, target])
}

/** Return true for a member that `readLc96` reads, in an archive of LightCycler 96 software. */
export function isLc96Member(name: string): boolean {
  return extensionName.test(name) || calculatedName.test(name)
}

/**
 * Read calls and exclusions of an archive of LightCycler 96 software (`.lc96p`, or its RDML); empty for any other. The
 * document itself has a `cq` for every reaction, also for those that the software calls negative and shows without one
 * (100, or any number), and it does not say what was excluded. Layout: `experiment/run/react/factGraph` in both members
 * (the pages on qPCR of openreadout/openreadout). Throws `zip_*` and `xml_*`.
 */
export function readLc96(archive: Archive, limits: FileLimits, notices: NoticeList): Lc96Results {
  const results = new Map<string, Lc96Result>()
  const read = (
    test: RegExp,
    root: string,
    take: (known: Lc96Result, graph: XmlElement) => void,
  ) => {
    const member = archive.members.find(({ name }) => test.test(name))
    if (!member) return
    const { text } = decodeXml(archive.read(member), notices, member.name)
    const document = readXml(text, {
      limits,
      member: member.name,
      // Drop the curves that the software normalised, which are by far the most of it.
      onClose: ({ name }) => name !== 'normFlour',
    })
    if (document.name !== root) {
      notices.add('member_ignored', { member: member.name })
      return
    }
    for (const [key, graph] of findGraphs(document)) {
      const known = results.get(key) ?? { call: null, excluded: false }
      results.set(key, known)
      take(known, graph)
    }
  }
  read(extensionName, 'rocheLC96AppExtension', (known, { attributes }) => {
    known.excluded = attributes['isExcluded'] === 'true'
  })
  read(calculatedName, 'rocheLC96CalculatedData', (known, graph) => {
    known.call = childText(graph, 'call') || null
  })
  return results
}

function findGraphs(document: XmlElement): (readonly [string, XmlElement])[] {
  return childrenOf(document, 'experiment').flatMap((experiment) =>
    childrenOf(experiment, 'run').flatMap((run) =>
      childrenOf(run, 'react').flatMap((reaction) =>
        childrenOf(reaction, 'factGraph').map((graph) => {
          const ids = [run, reaction].map(({ attributes }) => attributes['id'] ?? '')
          const [ofRun = '', ofReaction = ''] = ids
          return [keyOfLc96(ofRun, ofReaction, graph.attributes['targetId'] ?? ''), graph] as const
        }),
      ),
    ),
  )
}
