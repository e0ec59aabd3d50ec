import type { Browser } from '@playwright/test'
import { drain, Ledger } from '../crash/ledger.ts'
import type { Case } from './fill-level.ts'
import { Room } from './browser-room.ts'

/** Tables of the records. Waiting operations are in the first, with a second copy elsewhere. */
const tables = ['analyses', 'devices', 'methods', 'organisation', 'instruments', 'kits'] as const

export interface Eviction {
  what: (typeof tables)[number] | 'files' | 'everything'
  /** The page is open meanwhile, or opened again after it. */
  open: boolean
}

/** Return the cases one after the other, each with an open page and with one that is opened again. */
export function evictionAt(at: number): Eviction {
  const kinds = [...tables, 'files', 'everything'] as const
  return { what: kinds[at % kinds.length] ?? 'everything', open: (at / kinds.length) % 2 < 1 }
}

/**
 * Take a table, the kept files or the whole origin away. A table and the files: what waits is still there and is sent. The
 * whole origin: what had been sent comes back by itself, and the browser was asked not to do so as soon as something waited.
 */
export async function evict(
  browser: Browser,
  address: string,
  script: string,
  { what, open }: Eviction,
): Promise<Case> {
  const room = await Room.open(browser, address, { script })
  const ledger = new Ledger()
  const problems: string[] = []
  const persists = room.page.evaluate(watchPersist)
  try {
    await persists
    const uuids = await savePlans(room, ledger, what === 'everything')
    if ((await room.page.evaluate(askedToPersist)) === 0)
      problems.push('unclear: never asked to persist')
    await takeAway(room, what)
    if (!open) await room.sit()
    else await room.page.evaluate(() => inside.page.push())
    await waitFor(room, uuids)
    await ledger.checkPage(room.page, 'taken away')
    problems.push(...(await drain(room.page)))
    await room.page.evaluate(() => inside.page.ready())
    const { saved } = ledger
    await ledger.settle(room.context.request, address, 'sent')
    problems.push(...ledger.problems)
    return {
      name: `${what} ${open ? 'under an open page' : 'between two'}`,
      saved,
      toldFull: false,
      problems,
    }
  } finally {
    await room.close()
  }
}

async function takeAway(room: Room, what: Eviction['what']): Promise<void> {
  if (what === 'everything') await room.evict('indexeddb,cache_storage')
  else if (what === 'files') await room.evict('cache_storage')
  else if ((await room.dropTable(what)).length === 0) throw new Error(`there is no table ${what}`)
}

/** Plans that wait; or, where everything goes, such as the service has. */
async function savePlans(room: Room, ledger: Ledger, sent: boolean): Promise<string[]> {
  const uuids = Array.from({ length: 5 }, () => crypto.randomUUID())
  if (!sent) await room.page.evaluate(() => inside.page.workOffline())
  for (const [at, uuid] of uuids.entries()) {
    const word = `evicted${at}`
    const kept = await room.page.evaluate(
      ([id, text]) => {
        return inside.page.make({ uuid: id!, name: text!, notebook: text! })
      },
      [uuid, word],
    )
    if (kept.ok) ledger.add(uuid, word)
    else ledger.problems.push(`not saved: ${kept.reason}`)
  }
  if (sent) ledger.problems.push(...(await drain(room.page)))
  return uuids
}

/** Wait until the pulled records are there again, within half a minute. */
async function waitFor(room: Room, uuids: readonly string[]): Promise<void> {
  const until = Date.now() + 30_000
  while (Date.now() < until) {
    const seen = await room.page.evaluate((all) => inside.page.look(all), [...uuids])
    if (seen.length === uuids.length) return
    await room.page.evaluate(() => inside.page.hint())
    await new Promise((done) => setTimeout(done, 200))
  }
}

type Watching = typeof globalThis & { persistAsked?: number }

function watchPersist(): void {
  const { storage } = navigator
  const persist = storage.persist.bind(storage)
  storage.persist = () => {
    const watching = globalThis as Watching
    watching.persistAsked = (watching.persistAsked ?? 0) + 1
    return persist()
  }
}

function askedToPersist(): number {
  return (globalThis as Watching).persistAsked ?? 0
}
