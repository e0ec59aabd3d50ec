import { createHash } from 'node:crypto'
import type { Browser, Page, Route } from '@playwright/test'
import type { Host } from '../../../desktop/start-host.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import { labSwarm } from '../../../scripts/demo/companies.ts'
import { password } from '../sync-real/stack.ts'
import type { Drop } from './drop-files.ts'

/** Time for the page to deliver all that waits, after the last drop (ms). */
const longestMs = 15 * 60_000
/** One of so many answers to an import is lost on its way. */
const lostOf = 12

/** The shell's window: the built page, signed in as a person of the laboratory. */
export interface ShellWindow {
  /** Plan runs of these names, with the method and samples of the instrument's file. */
  plan(names: readonly string[]): Promise<void>
  chooseFolder(): Promise<void>
  /** Cut every request to the service, or none. */
  setAway(away: boolean): void
  met: { away: number; lost: number }
  untilDelivered(host: Pick<Host, 'watched'>): Promise<void>
  judge(
    drops: readonly Drop[],
    planned: readonly Drop[],
    host: Pick<Host, 'watched'>,
  ): Promise<{ problems: string[]; imported: number; asked: number; results: number }>
}

export async function openWindow(
  browser: Browser,
  host: Pick<Host, 'port' | 'startAddress'>,
  base: string,
): Promise<ShellWindow> {
  const origin = `http://127.0.0.1:${host.port}`
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(host.startAddress)
  await signIn(page)
  const headers = { 'x-requested-with': 'XMLHttpRequest', origin }
  // Ask beside the page, so that this is no part of what is cut.
  const ask = async <Data>(path: string, options: object): Promise<Data> => {
    const answer = await page.request.post(`/v3${path}`, { headers, ...options })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return ((await answer.json()) as { data: Data }).data
  }
  const met = { away: 0, lost: 0 }
  let isAway = false
  let imports = 0
  await page.route('**/v3/**', async (route: Route) => {
    if (isAway) {
      met.away += 1
      return route.abort()
    }
    if (!route.request().url().endsWith('/analysis/import')) return route.continue()
    imports += 1
    if (imports % lostOf !== 0) return route.continue()
    // Lose the answer: the service has the file, but the page does not hear so, and sends it again.
    met.lost += 1
    await route.fetch().catch(() => undefined)
    return route.abort()
  })
  return {
    met,
    setAway: (away) => void (isAway = away),
    async plan(names) {
      const uuid = crypto.randomUUID()
      const fields = { uuid, name: 'Model', swarm_uuid: labSwarm, recipe_uuid: null, run: 0 }
      const file = { name: 'x.tsv', mimeType: 'text/plain', buffer: Buffer.from(base) }
      await ask('/analysis/import', { multipart: { fields: JSON.stringify(fields), file } })
      for (const name of names) await ask(`/analysis/duplicate/${uuid}`, { data: { name } })
    },
    async chooseFolder() {
      await page.goto('/devices?view=files')
      await page.getByRole('button', { name: 'Choose folder' }).click()
      await page.getByRole('button', { name: 'Stop watching' }).waitFor()
    },
    async untilDelivered({ watched }) {
      const end = Date.now() + longestMs
      // Reload, which asks the service at once: the page may have gone offline by itself meanwhile.
      await page.reload()
      while (watched.state().counts.waiting > 0 && Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    },
    judge: (drops, planned, { watched }) => judge(ask, { drops, planned, watched }),
  }
}

async function signIn(page: Page): Promise<void> {
  await page.waitForURL('**/login**')
  await page.getByLabel('User name or e-mail').fill('operator@aurora.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
}

/** Compare what the service has with what was dropped. */
async function judge(
  ask: <Data>(path: string, options: object) => Promise<Data>,
  given: { drops: readonly Drop[]; planned: readonly Drop[]; watched: Host['watched'] },
): Promise<{ problems: string[]; imported: number; asked: number; results: number }> {
  const { drops, planned, watched } = given
  const records: Analysis[] = []
  for (let page = 1; ; page += 1) {
    type Found = { data: Analysis[]; pages: number }
    const found = await ask<Found>(`/analysis/search?limit=100&page=${page}`, { data: {} })
    records.push(...found.data)
    if (page >= found.pages) break
  }
  const ofFolder = records.filter(({ source }) => source?.file_name.includes('Drop '))
  const problems: string[] = []
  let results = 0
  for (const { name, text, manner } of planned) {
    const hash = createHash('sha256').update(text).digest('hex')
    const plan = records.find((one) => one.name === name)
    const same = ofFolder.filter(({ source }) => source?.file_hash === hash)
    if (plan?.status !== 'COMPLETE') problems.push(`lost: ${name} (${manner}) is ${plan?.status}`)
    else if (plan.source?.file_hash !== hash) problems.push(`half: ${name} (${manner})`)
    else results += plan.results.length === 1 ? 1 : 0
    if (same.length > 1) problems.push(`doubled: ${name} (${manner}) ${same.length} times`)
  }
  for (const record of ofFolder) {
    if (!planned.some(({ name }) => name === record.name)) problems.push(`doubled: ${record.name}`)
  }
  const { counts, writing } = watched.state()
  const unasked = drops.length - planned.length - counts.asks
  if (unasked !== 0) problems.push(`unasked: ${unasked}`)
  const left = counts.waiting + counts.failed + writing
  if (left > 0) problems.push(`left over: ${left} ${JSON.stringify(counts)}`)
  return { problems, imported: ofFolder.length, asked: counts.asks, results }
}
