import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cookie, Page } from '@playwright/test'
import { Random } from '../security/random.ts'
import { serveDesk, signIn, sitDown } from '../sync-real/desk.ts'
import { type BrowserProcess, startBrowser } from './browser-process.ts'
import { drain, type Killed, Ledger } from './ledger.ts'

/** Kills between two looks at the edge. */
const settleEvery = 10

/**
 * Kills the browser while it saves, online and offline by turns: after each what it called saved is on the page again,
 * and in the end it is at the edge, once.
 */
export async function killBrowser(
  address: string,
  script: string,
  { count, seed }: { count: number; seed: number },
): Promise<Killed> {
  const random = new Random(seed)
  const profile = mkdtempSync(join(tmpdir(), 'bapp-crash-'))
  const ledger = new Ledger()
  const reopened: number[] = []
  let cookies: Cookie[] = []
  let running: BrowserProcess | null = null
  try {
    for (let kill = 0; kill <= count; kill += 1) {
      running = await startBrowser(profile)
      const { context } = running
      await serveDesk(context, () => script)
      if (kill === 0) await signIn(context.request, address, 'operator')
      else await context.addCookies(cookies)
      const page = await context.newPage()
      const began = performance.now()
      await sitDown(page, address)
      if (kill > 0) reopened.push(performance.now() - began)
      const before = ledger.problems.length
      await ledger.checkPage(page, `kill ${kill}`)
      if (ledger.problems.length > before) console.log(await describe(page))
      if (kill === 0) {
        await page.evaluate(() => inside.page.ready())
        // What the browser itself keeps lazily, such as who is signed in, is not what is tried here.
        await sleep(6000)
      }
      if (kill % settleEvery === 0 || kill === count) {
        ledger.problems.push(...(await drain(page)))
        await ledger.settle(context.request, address, `kill ${kill}`)
        await page.evaluate(() => inside.page.refresh())
        console.log(
          `browser: ${kill} kills, ${ledger.saved} words, ${ledger.problems.length} problems`,
        )
      }
      cookies = await context.cookies()
      const isOffline = random.chance(50)
      if (isOffline) await page.evaluate(() => inside.page.workOffline())
      else await page.evaluate(() => inside.page.workOnline())
      if (kill < count) {
        const first = ledger.follow(page)
        const written = page.evaluate((prefix) => inside.page.scribble(prefix), `b${seed}k${kill}`)
        written.catch(() => undefined)
        await first
        await sleep(random.below(700))
      }
      await running.kill()
      running = null
    }
  } finally {
    await running?.kill()
    rmSync(profile, { recursive: true, force: true })
  }
  return { kills: count, saved: ledger.saved, reopened, problems: ledger.problems }
}

/** What the page found on its disk, for whoever looks into a loss. */
function describe(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    const rows = await inside.page.rows(['~scope', '~mark', '"oldest"'])
    const waiting = await inside.page.left()
    const kept = Object.keys(localStorage)
    const online = inside.page.isOnline()
    return JSON.stringify({ online, waiting, kept, databases: names.length, rows })
  })
}
