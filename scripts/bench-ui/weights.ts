import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { atMost, type ReportRow } from '../report-table.ts'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
}
type Manifest = Record<string, Chunk>

/** A page, and the kB of JavaScript that a browser fetches for it, gzip. */
interface Route {
  name: string
  kB: number
}

/**
 * Hold the page that adds most to the JavaScript of the list of analyses against the bar.
 * @param folder Of the built app.
 * @param there Files that the list has loaded, as the build names them.
 */
export function judgeRoutes(folder: string, there: ReadonlySet<string>): ReportRow {
  const [largest] = weighRoutes(folder, there)
  if (!largest) throw new Error('The build names no page')
  const { name, kB } = largest
  return atMost(`JavaScript of the largest route (${name}), gzip`, kB, 'kB', 80)
}

/**
 * Weigh what each page adds: its own file and everything that it imports at once, the largest first. Files that it fetches
 * later (a drawing library at the first chart) come after it is drawn.
 */
export function weighRoutes(folder: string, there: ReadonlySet<string>): Route[] {
  const text = readFileSync(join(folder, 'asset-manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Manifest
  const weigh = (file: string) => gzipSync(readFileSync(join(folder, file))).length / 1000
  return Object.entries(manifest)
    .filter(([key, chunk]) => isPage(key, chunk))
    .map(([key, { name = key }]) => {
      const files = listFiles(manifest, key).filter((file) => !there.has(file))
      return { name, kB: files.reduce((sum, file) => sum + weigh(file), 0) }
    })
    .toSorted((a, b) => b.kB - a.kB)
}

/** Tell pages by their files; the home page is in one that `scripts/group-modules.ts` names, several editors are in one. */
function isPage(key: string, { name }: Chunk): boolean {
  return name === 'home' || /^web\/screens\/.*Screens?\.tsx$/.test(key)
}

/** List the scripts of a chunk and of its imports, each once. */
function listFiles(manifest: Manifest, name: string): string[] {
  const files = new Set<string>()
  const waiting = [name]
  const known = new Set<string>()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const chunk = manifest[next]
    if (!chunk || known.has(next)) continue
    known.add(next)
    files.add(chunk.file)
    waiting.push(...(chunk.imports ?? []))
  }
  return [...files].filter((file) => file.endsWith('.js'))
}
