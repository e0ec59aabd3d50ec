import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { bundleScript } from '../../../scripts/bundle-script.ts'
import { compileTexts } from '../../../scripts/compile-texts.ts'
import { password } from './stack.ts'
import type { LabPage } from './page.ts'

declare global {
  // Declare the global of the bundled page.
  var inside: { page: LabPage }
}

export const headers = { 'X-Requested-With': 'XMLHttpRequest' }

/**
 * Bundle the page without its screens as a script.
 * @param options.shape makes it one of another version (web/local/partition.ts).
 * @param options.keepsOnce a mistake to be found: what waits is kept in one place only.
 */
export function bundlePage(options: { shape?: number; keepsOnce?: boolean } = {}): Promise<string> {
  const { shape, keepsOnce } = options
  const plugins = [compileTexts(), production]
  if (shape !== undefined) plugins.push(otherShape(shape))
  if (keepsOnce) plugins.push(keptOnce)
  return bundleScript(new URL('./page.ts', import.meta.url), { plugins })
}

/** Define `production` for this script, as the page's own build does. */
const production: ReturnType<typeof compileTexts> = {
  name: 'production',
  config: () => ({ define: { 'process.env.NODE_ENV': '"production"' } }),
}

function otherShape(shape: number): ReturnType<typeof compileTexts> {
  const change = [/export const shape = \d+/, `export const shape = ${shape}`] as const
  return changed('/web/local/partition.ts', change)
}

const keptOnce = changed('/web/local/storage-buckets.ts', [
  /.storageBuckets. in navigator/,
  'false',
])

/** Replace a text in one of the page's files. */
function changed(
  file: string,
  [from, to]: readonly [string | RegExp, string],
): ReturnType<typeof compileTexts> {
  return {
    name: `changed${file}`,
    transform(code: string, id: string) {
      if (!id.endsWith(file)) return null
      const other = code.replace(from, to)
      if (other === code) throw new Error(`${file} does not say ${String(from)} any more`)
      return other
    },
  }
}

const path = '/desk'

/** Serve the script to a browser's pages, from the edge's own origin. */
export async function serveDesk(context: BrowserContext, script: () => string): Promise<void> {
  await context.route(`**${path}`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script src="/desk.js"></script>',
    }),
  )
  await context.route('**/desk.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script() }),
  )
}

export async function signIn(request: APIRequestContext, address: string, username: string) {
  const answer = await request.post(`${address}/v3/session/login`, {
    headers,
    data: { username, password },
  })
  if (!answer.ok()) throw new Error(`${username}: ${answer.status()} ${await answer.text()}`)
}

/** Open the page without its records. Wait longer than a browser does by itself: the machine may be busy with other work. */
export async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(`${address}${path}`, { timeout: 120_000 })
}

/** Open the page and its records. */
export async function sitDown(
  page: Page,
  address: string,
  scope?: string,
): Promise<{ uuid: string; ms: number }> {
  await openDesk(page, address)
  return page.evaluate((given) => inside.page.start(given), scope)
}

/** Ask once more where the service closed an idle connection just as it was used again: a read may be repeated. */
const reading = { headers, maxRetries: 3 }

/** Read a record as the edge has it, or null. */
export async function readAtEdge(
  request: APIRequestContext,
  address: string,
  uuid: string,
): Promise<Record<string, unknown> | null> {
  const answer = await request.get(`${address}/v3/analysis/get/${uuid}`, reading)
  const text = await answer.text()
  const read = JSON.parse(text) as { ok: boolean; data?: Record<string, unknown> }
  if (answer.status() >= 500) throw new Error(text)
  return read.data ?? null
}

export interface TrailEntry {
  op_id: string
  action: string
  changes: { field: string; before?: unknown; after?: unknown }[]
}

export async function readTrail(
  request: APIRequestContext,
  address: string,
  uuid: string,
): Promise<TrailEntry[]> {
  const answer = await request.get(`${address}/v3/audit/record/analysis/${uuid}`, reading)
  return ((await answer.json()) as { data: TrailEntry[] }).data
}
