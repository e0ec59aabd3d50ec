import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, posix, relative, sep } from 'node:path'

/** Reference of a text inside the repository. `to` is as written, `line` where it begins. */
export interface Citation {
  kind: 'section' | 'decision' | 'document' | 'link' | 'path' | 'unknown'
  to: string
  line: number
}

/** Targets of references: headings of documents, numbers of decisions, and files. */
export interface Places {
  /** Heading slugs by document, from the root: 'docs/offline.md'. */
  headings: ReadonlyMap<string, ReadonlySet<string>>
  decisions: ReadonlySet<string>
  exists(path: string): boolean
}

const skipped =
  /^(node_modules|dist|\.git|\.state|\.wrangler|\.cache|\.ci|test-results|pkg|target)$/
const read = /\.(ts|tsx|mjs|js|css|md|sql|rs|toml|html)$/

/** List the texts of the tree that may cite something, from the root, with forward slashes. */
export function listTexts(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.test(entry.name)) return []
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return listTexts(root, path)
    return read.test(entry.name) && statSync(join(root, path)).size < 400_000 ? [path] : []
  })
}

/**
 * Find what a text cites: `spec §4`, `decision 5`, `decisions 5 and D21`, names of documents with their sections,
 * relative links of Markdown, and, in Markdown, paths of files in backticks.
 */
export function findCitations(path: string, text: string): Citation[] {
  const found: Citation[] = []
  // Join a citation that the end of a comment's line breaks. The break stays one sign, so that lines can be counted.
  const flat = text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#(?!#))?[ \t]*(?=\S)/g, '\n')
  const add = (kind: Citation['kind'], to: string, at: number) =>
    found.push({ kind, to, line: flat.slice(0, at).split('\n').length })
  for (const { 0: all, index } of flat.matchAll(/\bspec\s§\d+(?:(?:,|\sand|\sto)\s§\d+)*/g)) {
    for (const [number] of all.matchAll(/\d+/g))
      add('section', `docs/specification.md ${number}`, index)
  }
  const numbers = /\b[Dd]ecisions?\s((?:[RD]?\d+\b(?:(?:,|\sand|\sto)\s(?=[RD]?\d))?)+)/g
  for (const { 1: all = '', index } of flat.matchAll(numbers)) {
    for (const [number] of all.matchAll(/[RD]?\d+/g)) add('decision', number, index)
  }
  for (const { 1: number = '', index } of flat.matchAll(/\b[Rr]uling\s(\d+)/g)) {
    add('unknown', `ruling ${number}`, index)
  }
  for (const { 0: all, index } of flat.matchAll(/\b[a-z]+(?:-[a-z]+)+ §[\d.]+/g))
    add('unknown', all, index)
  const named =
    /(?<![\w/.$*{}-]|\]\()((?:[\w.-]+\/)*[\w-]+\.md)\b(?:`?,?\ssections?\s(\d+)|`?,?\s(\d+)(?=[.,);]))?/g
  for (const { 1: name = '', 2: worded, 3: bare, index } of flat.matchAll(named)) {
    const section = worded ?? bare
    add('document', section ? `${name} ${section}` : name, index)
  }
  if (path.endsWith('.md')) {
    const prose = flat.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ' '))
    for (const { 1: to = '', index } of prose.matchAll(/\]\((?!https?:|mailto:|<)([^)\s]+)\)/g)) {
      add('link', to, index)
    }
    for (const { 1: to = '', index } of prose.matchAll(
      /`(?!dist\/)((?:[\w-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|toml|css))`/g,
    )) {
      add('path', to, index)
    }
  }
  return found
}

/** Say why a citation of the file at `path` leads nowhere; null when it leads somewhere. */
export function judgeCitation(path: string, { kind, to }: Citation, places: Places): string | null {
  const near = (name: string) =>
    [name, posix.join(posix.dirname(path), name)].find((one) => places.exists(one))
  if (kind === 'unknown') return `${to}: name a decision or a section of a document of docs/`
  if (kind === 'decision') {
    return places.decisions.has(to) ? null : `decision ${to}: there is none in docs/decisions`
  }
  if (kind === 'path') return near(to) ? null : `${to}: there is no such file`
  if (kind === 'link') {
    const [file = '', anchor] = to.split('#')
    const target = file ? posix.join(posix.dirname(path), file) : path
    if (!places.exists(target)) return `${to}: there is no such file`
    if (!anchor || places.headings.get(target)?.has(anchor)) return null
    return `${to}: there is no such heading`
  }
  const [name = '', section] = to.split(' ')
  const alone = [...places.headings.keys()].filter((document) => document.endsWith(`/${name}`))
  const target = near(name) ?? near(`docs/${name}`) ?? (alone.length === 1 ? alone[0] : undefined)
  if (!target) return `${name}: there is no such document`
  const has = [...(places.headings.get(target) ?? [])].some((slug) =>
    slug.startsWith(`${section}-`),
  )
  return !section || has ? null : `${to}: there is no such section`
}

/** Read what can be pointed at from the tree under `root`. */
export function readPlaces(root: string, texts: readonly string[]): Places {
  const headings = new Map(
    texts
      .filter((path) => path.endsWith('.md'))
      .map((path) => [path, new Set(slugsOf(readFileSync(join(root, path), 'utf8')))]),
  )
  const folder = 'docs/decisions'
  const files = texts.filter((path) => dirname(path).split(sep).join('/') === folder)
  const own = files.flatMap((path) => /^(\d{3})-/.exec(basename(path))?.[1] ?? [])
  const gaps = [...(headings.get(`${folder}/gaps.md`) ?? [])].filter((slug) => /^d\d+$/.test(slug))
  return {
    headings,
    decisions: new Set([
      ...own.map((number) => String(+number)),
      ...gaps.map((d) => d.toUpperCase()),
    ]),
    exists: (path) => !relative('.', path).startsWith('..') && existsSync(join(root, path)),
  }
}

/** Make the anchors of a document's headings as code hosts do. */
function slugsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return [...text.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, title = '']) => {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
}
