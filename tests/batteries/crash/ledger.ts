import { setTimeout as sleep } from 'node:timers/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { readAtEdge } from '../sync-real/desk.ts'

/** Words that a page reported as saved, until they are found at the edge. */
export class Ledger {
  readonly #open = new Map<string, Set<string>>()
  readonly problems: string[] = []
  saved = 0

  /** Follow what a page says aloud. Resolves with the first word that is saved. */
  follow(page: Page): Promise<void> {
    return new Promise((first) => {
      page.on('console', (message) => {
        const [, uuid, word] = /^saved (\S+) (\S+)$/.exec(message.text()) ?? []
        if (uuid && word) {
          this.add(uuid, word)
          first()
        } else if (message.text().startsWith('not saved')) this.problems.push(message.text())
      })
    })
  }

  add(uuid: string, word: string): void {
    this.saved += 1
    const words = this.#open.get(uuid) ?? new Set()
    this.#open.set(uuid, words.add(word))
  }

  /** Check that the page shows every word. */
  async checkPage(page: Page, when: string): Promise<void> {
    const looks = await page.evaluate((all) => inside.page.look(all), [...this.#open.keys()])
    const shown = new Map(looks.map((look) => [look.uuid, look.shown]))
    for (const [uuid, words] of this.#open)
      this.#check(`${when}, page`, uuid, words, shown.get(uuid))
  }

  /** Check a page whose tables the browser has deleted: writes that the edge does not have must still be there. */
  async checkEither(
    page: Page,
    request: APIRequestContext,
    address: string,
    when: string,
  ): Promise<void> {
    const looks = await page.evaluate((all) => inside.page.look(all), [...this.#open.keys()])
    const shown = new Map(looks.map((look) => [look.uuid, look.shown]))
    for (const [uuid, words] of this.#open) {
      const record = await readAtEdge(request, address, uuid)
      const known = new Set([shown.get(uuid), record].flatMap(linesOf))
      for (const word of words) {
        if (!known.has(word)) this.problems.push(`lost: ${when}, page and edge: ${word} of ${uuid}`)
      }
    }
  }

  /** Check that the edge has every word, once, and forget those. */
  async settle(request: APIRequestContext, address: string, when: string): Promise<void> {
    for (const [uuid, words] of this.#open) {
      const record = await readAtEdge(request, address, uuid)
      this.#check(`${when}, edge`, uuid, words, record)
    }
    this.#open.clear()
  }

  #check(
    when: string,
    uuid: string,
    words: ReadonlySet<string>,
    record: Record<string, unknown> | null | undefined,
  ): void {
    const lines = linesOf(record)
    for (const word of words) {
      if (!lines.includes(word)) this.problems.push(`lost: ${when}: ${word} of ${uuid}`)
    }
    const twice = lines.filter((line, at) => line !== '' && lines.indexOf(line) !== at)
    for (const line of twice) this.problems.push(`doubled: ${when}: ${line} of ${uuid}`)
  }
}

function linesOf(record: Record<string, unknown> | null | undefined): string[] {
  const note = record?.['notebook']
  return typeof note === 'string' ? note.split('\n') : []
}

/** Longer than a machine needs that does much else. */
const drainMs = 180_000
const nudgeEveryMs = 3000

/** Send what waits, and wait until nothing does. */
export async function drain(page: Page): Promise<string[]> {
  await page.evaluate(() => inside.page.workOnline())
  const until = Date.now() + drainMs
  for (let nudged = 0; Date.now() < until;) {
    if (Date.now() - nudged > nudgeEveryMs) {
      nudged = Date.now()
      await page.evaluate(() => inside.page.push())
    }
    if ((await page.evaluate(() => inside.page.left())) === 0) return []
    await sleep(100)
  }
  const waiting = await page.evaluate(() => inside.page.waiting())
  return waiting.flatMap(({ pending }) => pending.map(({ text }) => `stalled: ${text}`))
}

export interface Killed {
  kills: number
  saved: number
  /** From the next opening of the page, or of the service, until its records can be read, in ms. */
  reopened: number[]
  problems: string[]
}
