import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Cookie, Page } from '@playwright/test'
import { Random } from '../security/random.ts'
import { openDesk, serveDesk, signIn, sitDown } from '../sync-real/desk.ts'
import { type BrowserProcess, startBrowser } from './browser-process.ts'
import { drain, type Killed, Ledger } from './ledger.ts'

/** Plans that wait while the tables change under them, unless the caller says how many. */
const usualPlans = 24
const sendEvery = 20

/** Two versions of the page whose tables have another shape. */
export interface Versions {
  now: string
  next: string
}

/**
 * Kill the browser while an opening page carries waiting operations over to tables of another shape, or empties its
 * tables for another view of the company: opened again it shows all of them.
 * @returns how many were killed before the page had opened, besides.
 */
export async function killMigration(
  address: string,
  versions: Versions,
  {
    count,
    seed,
    plans = usualPlans,
    executable,
  }: { count: number; seed: number; plans?: number; executable?: string | undefined },
): Promise<Killed & { inside: number }> {
  const random = new Random(seed)
  const profile = mkdtempSync(join(tmpdir(), 'bapp-migrate-'))
  const ledger = new Ledger()
  const reopened: number[] = []
  let cookies: Cookie[] = []
  let version: keyof Versions = 'now'
  let scope: string | undefined
  let lasts = 400
  let insideOf = 0
  let running: BrowserProcess | null = null
  try {
    for (let kill = 0; kill <= count; kill += 1) {
      running = await startBrowser(profile, executable)
      const { context } = running
      await serveDesk(context, () => versions[version])
      if (kill === 0) await signIn(context.request, address, 'operator')
      else await context.addCookies(cookies)
      const page = await context.newPage()
      const began = performance.now()
      await sitDown(page, address, scope)
      if (kill > 0) reopened.push(performance.now() - began)
      await ledger.checkPage(page, `kill ${kill}`)
      if (kill === 0) await warmUp(page)
      if (kill % sendEvery === 0 || kill === count) {
        scope = undefined
        await reload(page, address)
        ledger.problems.push(...(await drain(page)))
        await ledger.settle(context.request, address, `kill ${kill}`)
        await page.evaluate(() => inside.page.ready())
        await page.evaluate(() => inside.page.refresh())
        console.log(
          `migration: ${kill} kills, ${ledger.saved} words, ${ledger.problems.length} problems`,
        )
        // Write nothing behind the last kill, where nobody would look for it.
        if (kill < count) await fill(page, ledger, { prefix: `m${seed}k${kill}`, plans })
      }
      await page.evaluate(() => inside.page.workOffline())
      cookies = await context.cookies()
      await page.close()
      if (kill < count) {
        if (random.chance(70)) version = version === 'now' ? 'next' : 'now'
        else scope = `view-${kill}`
        const opened = await migrate(context, address, scope, random.below(Math.ceil(lasts)))
        if (opened === null) insideOf += 1
        else lasts = Math.max(150, opened)
      }
      await running.kill()
      running = null
    }
  } finally {
    await running?.kill()
    rmSync(profile, { recursive: true, force: true })
  }
  const { saved, problems } = ledger
  return { kills: count, saved, reopened, problems, inside: insideOf }
}

/** Open the page of the other shape or view. How long that took, or null where the time was up before. */
async function migrate(
  context: BrowserContext,
  address: string,
  scope: string | undefined,
  killAfter: number,
): Promise<number | null> {
  const page = await context.newPage()
  await openDesk(page, address)
  const opening = page.evaluate((given) => inside.page.start(given), scope)
  opening.catch(() => undefined)
  return Promise.race([opening.then(({ ms }) => ms), sleep(killAfter).then(() => null)])
}

async function warmUp(page: Page): Promise<void> {
  await page.evaluate(() => inside.page.ready())
  await sleep(6000)
}

/** Reload with the account's own view. */
async function reload(page: Page, address: string): Promise<void> {
  await page.evaluate(() => inside.page.workOnline())
  await sitDown(page, address)
}

async function fill(
  page: Page,
  ledger: Ledger,
  { prefix, plans }: { prefix: string; plans: number },
): Promise<void> {
  await page.evaluate(() => inside.page.workOffline())
  for (let at = 0; at < plans; at += 1) {
    const uuid = crypto.randomUUID()
    const words = [`${prefix}p${at}`, `${prefix}p${at}n`]
    const [made, noted] = await page.evaluate(
      async ([id, first, second]) => [
        await inside.page.make({ uuid: id!, name: first!, notebook: first! }),
        await inside.page.note(id!, second!),
      ],
      [uuid, ...words],
    )
    if (made?.ok && noted?.ok) for (const word of words) ledger.add(uuid, word)
    else ledger.problems.push(`not saved: ${prefix}`)
  }
}
