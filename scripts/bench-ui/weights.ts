import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { signIn } from '../bench-session.ts'
import { readyChromium } from '../install-chromium.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import { projectRoot } from '../run-tool.ts'
import type { RunningProduct } from './product.ts'

interface Chunk {
  file: string
  imports?: string[]
}

/**
 * Measure what each screen adds to the JavaScript of the list of analyses, gzip: its own file and everything it imports
 * at once. Files that it fetches later (a drawing library at the first chart) come after it is drawn.
 */
export async function measureRoutes(product: RunningProduct): Promise<ReportRow[]> {
  const folder = join(projectRoot, 'dist', 'client')
  const manifest = JSON.parse(readFileSync(join(folder, 'asset-manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const there = await listFirstScripts(product)
  const weigh = (file: string) => gzipSync(readFileSync(join(folder, file))).length / 1000
  const routes = Object.keys(manifest)
    .filter((name) => /^web\/screens\/.*Screen\.tsx$/.test(name))
    .map((name) => {
      const files = listFiles(manifest, name).filter((file) => !there.has(file))
      return { name, kB: files.reduce((sum, file) => sum + weigh(file), 0) }
    })
    .toSorted((a, b) => b.kB - a.kB)
  const [largest] = routes
  if (!largest) throw new Error('The build names no screen')
  const name = largest.name.split('/').at(-1)?.replace('.tsx', '') ?? ''
  return [atMost(`JavaScript of the largest route (${name}), gzip`, largest.kB, 'kB', 80)]
}

/** List the files that the list of analyses has loaded, as the build names them. */
async function listFirstScripts({ address, state }: RunningProduct): Promise<Set<string>> {
  const browser = await chromium.launch(await readyChromium())
  try {
    const context = await browser.newContext({ baseURL: address, serviceWorkers: 'block' })
    await signIn(context, address, state)
    const files = new Set<string>()
    context.on('request', (request) => files.add(new URL(request.url()).pathname.slice(1)))
    const page = await context.newPage()
    await page.goto('/analyses')
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    return files
  } finally {
    await browser.close()
  }
}

/** List the scripts of a chunk and of its imports, each once. */
function listFiles(manifest: Record<string, Chunk>, name: string): string[] {
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
