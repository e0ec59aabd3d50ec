import type { Plugin } from 'vite'
import facts from '../package.json' with { type: 'json' }
import { textFile } from './compile-texts.ts'

/** Files of the built app that the page names before any of it runs (`web/public/start.js`). */
interface EarlyFiles {
  version: string
  /** Behind the sign-in: scripts and styles of the frame. */
  frame: string[]
  /** The list of analyses. */
  list: string[]
  /** Database, which is opened after the first page is drawn, and the calls of runs that it makes. */
  records: string[]
  /** Texts of the frame by language; of a language other than English also its first texts and its table of files. */
  texts: Record<string, string[]>
}

interface Piece {
  type: 'asset' | 'chunk'
  name?: string
  moduleIds?: readonly string[]
  viteMetadata?: { importedCss: ReadonlySet<string> }
}
type Bundle = Readonly<Record<string, Piece>>

/** The table of a language's files (`web/i18n/languages/LANGUAGE.ts`). */
const tableFile = /\/web\/i18n\/languages\/(\w+)\.ts$/

const start = '<script src="/start.js"></script>'

/**
 * Write into the page which files the app needs behind the sign-in, so that they are fetched together with the first
 * one instead of one after the other. Nothing in development, where there are no such files.
 */
export function nameEarlyFiles(): Plugin {
  return {
    name: 'early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const content = JSON.stringify(findEarlyFiles(bundle as Bundle)).replaceAll('"', '&quot;')
        return html.replace(start, `<meta name="early-files" content="${content}" />\n    ${start}`)
      },
    },
  }
}

/** Find the early files by the names that `scripts/group-modules.ts` gives, and by the files of the texts. */
function findEarlyFiles(bundle: Bundle): EarlyFiles {
  const pieces = Object.entries(bundle)
  const group = (name: string) =>
    pieces
      .filter(([, piece]) => piece.type === 'chunk' && piece.name === name)
      .flatMap(([file, { viteMetadata }]) => [file, ...(viteMetadata?.importedCss ?? [])])
      .map(addressOf)
  const texts: EarlyFiles['texts'] = {}
  for (const [file, { moduleIds = [] }] of pieces) {
    for (const id of moduleIds) {
      const [, table = ''] = tableFile.exec(id) ?? []
      if (table !== '' && table !== 'en') (texts[table] ??= []).push(addressOf(file))
      const [, part = '', language = ''] = textFile.exec(id) ?? []
      if (part === 'first' ? language !== 'en' : part === 'frame')
        (texts[language] ??= []).push(addressOf(file))
    }
  }
  return {
    version: facts.version,
    frame: group('signed-in'),
    list: group('list'),
    records: [...group('runs'), ...group('records')],
    texts,
  }
}

function addressOf(file: string): string {
  return `/${file}`
}
