import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from '@playwright/test'
import { Random } from '../security/random.ts'
import { headers, readAtEdge, serveDesk, signIn, sitDown } from '../sync-real/desk.ts'
import type { Stack } from '../../../scripts/stack.ts'
import { drain, type Killed, Ledger } from './ledger.ts'

const settleEvery = 5

/** Two who write straight to the service, besides the page: what it has answered is there after the kill. */
const writers = 2

/**
 * Kill workerd while a page sends its edits and two others write: acknowledged edits are there when it answers again,
 * and in the end every word, once. The company's store opens after the process answers.
 * @returns how long the process itself took to start, besides.
 */
export async function killEdge(
  browser: Browser,
  { stack, address }: { stack: Pick<Stack, 'restartEdge'>; address: string },
  script: string,
  { count, seed }: { count: number; seed: number },
): Promise<Killed & { started: number[] }> {
  const random = new Random(seed)
  const context = await browser.newContext()
  await serveDesk(context, () => script)
  await signIn(context.request, address, 'operator')
  const ledger = new Ledger()
  const [reopened, started]: [number[], number[]] = [[], []]
  let page = await context.newPage()
  await sitDown(page, address)
  await page.evaluate(() => inside.page.ready())
  for (let kill = 0; kill < count;) {
    const until = Math.min(count, kill + settleEvery)
    const plans = await makePlans(page, `e${seed}k${kill}`)
    const desks = plans.map(
      (uuid, at) => new Desk(context, address, uuid, `e${seed}k${kill}d${at}`),
    )
    for (; kill < until; kill += 1) {
      const first = ledger.follow(page)
      const written = page.evaluate(
        (prefix) => inside.page.scribble(prefix, 15),
        `p${seed}k${kill}`,
      )
      written.catch(() => undefined)
      const stop = new AbortController()
      const writing = desks.map((desk) => desk.write(stop.signal))
      await first
      await sleep(100 + random.below(900))
      const began = performance.now()
      const restarted = stack.restartEdge()
      // Let them go on for a while, into the void.
      await sleep(random.below(500))
      await page.evaluate(() => inside.page.rest())
      await restarted
      const answered = performance.now()
      started.push(answered - began)
      await readAtEdge(context.request, address, plans[0]!)
      reopened.push(performance.now() - answered)
      stop.abort()
      await Promise.all(writing)
      for (const desk of desks) ledger.problems.push(...(await desk.check(`kill ${kill}`)))
      await page.close()
      page = await context.newPage()
      await sitDown(page, address)
      await ledger.checkPage(page, `kill ${kill}`)
    }
    ledger.problems.push(...(await drain(page)))
    await ledger.settle(context.request, address, `kill ${kill}`)
    for (const desk of desks) {
      ledger.problems.push(...(await desk.finish()))
      ledger.saved += desk.acknowledged.size
    }
    await page.evaluate(() => inside.page.refresh())
    console.log(`workerd: ${kill} kills, ${ledger.saved} words, ${ledger.problems.length} problems`)
  }
  await context.close()
  return { kills: count, saved: ledger.saved, reopened, started, problems: ledger.problems }
}

async function makePlans(page: Parameters<typeof drain>[0], prefix: string): Promise<string[]> {
  const uuids = Array.from({ length: writers }, () => crypto.randomUUID())
  for (const uuid of uuids) {
    const plan = { uuid, name: prefix, notebook: '' }
    await page.evaluate((given) => inside.page.make(given), plan)
  }
  const problems = await drain(page)
  if (problems.length > 0) throw new Error(problems[0])
  return uuids
}

/** Writes words in one record, one after the other, each with an operation id of its own that it keeps until it is answered. */
class Desk {
  readonly acknowledged = new Set<string>()
  readonly #context: BrowserContext
  readonly #address: string
  readonly #uuid: string
  readonly #prefix: string
  #next = 0
  #opId: string = crypto.randomUUID()
  #note = ''

  constructor(context: BrowserContext, address: string, uuid: string, prefix: string) {
    this.#context = context
    this.#address = address
    this.#uuid = uuid
    this.#prefix = prefix
  }

  async write(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!(await this.#send().catch(() => false))) await sleep(50)
    }
  }

  async #send(): Promise<boolean> {
    const word = `${this.#prefix}x${this.#next}`
    const to = this.#note === '' ? word : `${this.#note}\n${word}`
    const { request } = this.#context
    const answer = await request.post(`${this.#address}/v3/analysis/merge/${this.#uuid}`, {
      headers: { ...headers, 'Operation-Id': this.#opId },
      data: { base_seq: 0, changes: [{ field: 'notebook', from: this.#note, to }] },
      timeout: 10_000,
    })
    if (!answer.ok()) return false
    this.acknowledged.add(word)
    this.#note = to
    this.#next += 1
    this.#opId = crypto.randomUUID()
    return true
  }

  async check(when: string): Promise<string[]> {
    const { request } = this.#context
    const answer = await request.get(`${this.#address}/v3/analysis/get/${this.#uuid}`, { headers })
    const { data } = (await answer.json()) as { data?: { notebook: string } }
    const lines = data?.notebook.split('\n') ?? []
    const lost = [...this.acknowledged].filter((word) => !lines.includes(word))
    const twice = lines.filter((line, at) => lines.indexOf(line) !== at)
    return [
      ...lost.map((word) => `lost: ${when}: ${word}, which was answered`),
      ...twice.map((word) => `doubled: ${when}: ${word}`),
    ]
  }

  /** Send the last one again, which may have been taken without an answer: it is taken once. */
  async finish(): Promise<string[]> {
    for (let tries = 0; tries < 20; tries += 1) {
      if (await this.#send().catch(() => false)) return this.check('in the end')
      await sleep(100)
    }
    return [`stalled: ${this.#prefix} cannot write any more`]
  }
}
