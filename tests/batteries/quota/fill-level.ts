import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { drain, Ledger } from '../crash/ledger.ts'
import { Room } from './browser-room.ts'

/** Length of a note: long enough that a full disk is met soon, of a text that nothing makes shorter. */
const noteLength = 15_000
const mostNotes = 120
/** Bytes that remain for notes after a filler has taken the rest. */
const leftBytes = 900_000
/** After room was made the browser may still believe what it found before. */
const believesMs = 40_000

export interface Case {
  name: string
  /** Plans that the page called saved. */
  saved: number
  /** It came to the end of the room, and said so. */
  toldFull: boolean
  problems: string[]
}

/**
 * Save plans offline until no room is left: a plan reported as saved stays, any other is refused with the reason
 * `machine_full`, and once there is room again all of it is sent.
 * @param quota bytes that the site may have on this disk.
 */
export async function fillLevel(
  browser: Browser,
  address: string,
  { script, quota }: { script: string; quota: number },
): Promise<Case> {
  const room = await Room.open(browser, address, { script, quota })
  const ledger = new Ledger()
  const problems: string[] = []
  try {
    await room.page.evaluate(() => inside.page.workOffline())
    await litter(room, quota - leftBytes)
    const told = await fillUp(room, ledger)
    if (told !== null && told !== 'refused machine_full') problems.push(`unclear: ${told}`)
    // Check that saved notes can be read on a full disk, also by a page that is opened on it.
    await ledger.checkPage(room.page, 'full')
    await room.sit()
    await ledger.checkPage(room.page, 'full, opened again')
    await room.allow(null)
    const again = await saveInTime(room, ledger)
    if (again !== 'ok') problems.push(`stuck: after room was made: ${again}`)
    problems.push(...(await drain(room.page)))
    const { saved } = ledger
    await ledger.settle(room.context.request, address, 'sent')
    problems.push(...ledger.problems)
    const name = `${(quota / 2 ** 20).toFixed(1)} MiB`
    return { name, saved, toldFull: told !== null, problems }
  } finally {
    await room.close()
  }
}

/** Fill the site's room with other files, unknown to the records. */
async function litter(room: Room, until: number): Promise<void> {
  const bytes = Math.max(0, until - (await room.usage()))
  await room.page.evaluate(async (total) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('litter', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('files')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error as Error)
    })
    const piece = 65_536
    for (let at = 0; at < total; at += piece) {
      const writing = database.transaction('files', 'readwrite')
      writing.objectStore('files').put(crypto.getRandomValues(new Uint8Array(piece)), at)
      const done = await new Promise<boolean>((resolve) => {
        writing.oncomplete = () => resolve(true)
        writing.onabort = () => resolve(false)
      })
      if (!done) break
    }
    database.close()
  }, bytes)
}

/** Save notes until one is refused; return the reason, null if all were saved. */
async function fillUp(room: Room, ledger: Ledger): Promise<string | null> {
  for (let at = 0; at < mostNotes; at += 1) {
    const answer = await saveOne(room, ledger, `q${at}`)
    if (answer !== 'ok') return answer
  }
  return null
}

async function saveInTime(room: Room, ledger: Ledger): Promise<string> {
  const until = Date.now() + believesMs
  for (;;) {
    const answer = await saveOne(room, ledger, 'after')
    if (answer === 'ok' || Date.now() > until) return answer
    await sleep(1000)
  }
}

async function saveOne(room: Room, ledger: Ledger, word: string): Promise<string> {
  const uuid = crypto.randomUUID()
  const kept = await room.page.evaluate(
    ({ uuid, word, length }) => {
      const noise = Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
        String.fromCharCode(0x400 + byte),
      ).join('')
      return inside.page.make({ uuid, name: word, notebook: `${word}\n${noise}` })
    },
    { uuid, word, length: noteLength },
  )
  if (kept.ok) ledger.add(uuid, word)
  return kept.ok ? 'ok' : `${kept.code} ${kept.reason}`
}
