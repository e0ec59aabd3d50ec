import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Cookie, Page } from '@playwright/test'
import { Random } from '../security/random.ts'
import { serveDesk, signIn, sitDown } from '../sync-real/desk.ts'
import { type BrowserProcess, startBrowser } from './browser-process.ts'
import { CutWrites } from './cut-writes.ts'
import { drain, type Killed, Ledger } from './ledger.ts'
import { hasBegunAnew } from './level-log.ts'

/** Kills between two looks at the edge. */
const settleEvery = 10

interface Options {
  count: number
  seed: number
  /** The page holds a mistake: what it loses is not described. */
  planted?: boolean
  /** Another build of Chromium. */
  executable?: string | undefined
}

export interface BrowserKilled extends Killed {
  /** Time of the process before the page, in ms. */
  started: number[]
  /** Kills that have cut a write off by themselves. */
  cut: number
  /** Times that the browser has thrown all of its databases away for such a write. */
  emptied: number
}

/**
 * Kill the browser while it saves, online and offline in turns: after each kill the saved words are on the page again,
 * and in the end they are at the edge, once. Some kills interrupt a write.
 */
export async function killBrowser(
  address: string,
  script: string,
  options: Options,
): Promise<BrowserKilled> {
  const lives = new Lives(address, script, options)
  try {
    for (let kill = 0; kill <= options.count; kill += 1) await lives.next(kill)
  } finally {
    await lives.end()
  }
  return lives.result()
}

/** One browser profile, and what is opened on it and killed. */
class Lives {
  readonly #address: string
  readonly #script: string
  readonly #options: Options
  readonly #random: Random
  readonly #profile = mkdtempSync(join(tmpdir(), 'bapp-crash-'))
  readonly #cuts = new CutWrites(this.#profile)
  readonly #ledger = new Ledger()
  readonly #reopened: number[] = []
  readonly #started: number[] = []
  #emptied = 0
  #cookies: Cookie[] = []
  #running: BrowserProcess | null = null

  constructor(address: string, script: string, options: Options) {
    this.#address = address
    this.#script = script
    this.#options = options
    this.#random = new Random(options.seed)
  }

  async next(kill: number): Promise<void> {
    const { count } = this.#options
    const { context, page } = await this.#open(kill)
    await this.#check(kill, context, page)
    if (kill === 0) await warmUp(page)
    if (kill % settleEvery === 0 || kill === count) await this.#settle(kill, context, page)
    this.#cookies = await context.cookies()
    if (this.#random.chance(50)) await page.evaluate(() => inside.page.workOffline())
    else await page.evaluate(() => inside.page.workOnline())
    if (kill < count) await this.#write(kill, page)
    await this.#kill()
    if (kill < count) this.#cuts.afterKill(kill)
  }

  async end(): Promise<void> {
    await this.#kill()
    rmSync(this.#profile, { recursive: true, force: true })
  }

  result(): BrowserKilled {
    const { saved, problems } = this.#ledger
    const times = { reopened: this.#reopened, started: this.#started }
    const kills = this.#options.count
    return { kills, saved, problems, ...times, cut: this.#cuts.byKill, emptied: this.#emptied }
  }

  async #open(kill: number): Promise<{ context: BrowserContext; page: Page }> {
    const starting = performance.now()
    this.#running = await startBrowser(this.#profile, this.#options.executable)
    const { context } = this.#running
    this.#started.push(performance.now() - starting)
    await serveDesk(context, () => this.#script)
    if (kill === 0) await signIn(context.request, this.#address, 'operator')
    else await context.addCookies(this.#cookies)
    const page = await context.newPage()
    const opening = performance.now()
    await sitDown(page, this.#address)
    if (kill > 0) this.#reopened.push(performance.now() - opening)
    return { context, page }
  }

  async #check(kill: number, context: BrowserContext, page: Page): Promise<void> {
    const { problems } = this.#ledger
    const before = problems.length
    if (kill > 0 && hasBegunAnew(this.#profile, 'records')) {
      this.#emptied += 1
      await this.#ledger.checkEither(page, context.request, this.#address, `kill ${kill}`)
      // Fetch from the edge the edits that had been sent.
      await page.evaluate(() => inside.page.workOnline())
      await page.evaluate(() => inside.page.ready())
    }
    await this.#ledger.checkPage(page, `kill ${kill}`)
    if (problems.length > before && !this.#options.planted) console.log(await describe(page))
  }

  async #settle(kill: number, context: BrowserContext, page: Page): Promise<void> {
    const { problems } = this.#ledger
    problems.push(...(await drain(page)))
    await this.#ledger.settle(context.request, this.#address, `kill ${kill}`)
    await page.evaluate(() => inside.page.refresh())
    const name = this.#options.planted ? 'planted' : 'browser'
    const cut = `${this.#cuts.byKill} writes cut off, ${this.#emptied} times from an empty browser`
    console.log(
      `${name}: ${kill} kills, ${cut}, ${this.#ledger.saved} words, ${problems.length} problems`,
    )
  }

  /** Write until the page has called something saved, and a while longer. */
  async #write(kill: number, page: Page): Promise<void> {
    const first = this.#ledger.follow(page)
    const prefix = `b${this.#options.seed}k${kill}`
    const written = page.evaluate((given) => inside.page.scribble(given), prefix)
    written.catch(() => undefined)
    await first
    await sleep(this.#random.below(700))
  }

  async #kill(): Promise<void> {
    await this.#running?.kill()
    this.#running = null
  }
}

/** Wait until the browser has stored its own data, such as the session: their loss is not tested here. */
async function warmUp(page: Page): Promise<void> {
  await page.evaluate(() => inside.page.ready())
  await sleep(6000)
}

/** Describe the page's data on the disk, for a person who investigates a loss. */
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
