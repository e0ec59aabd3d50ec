import type { Browser } from '@playwright/test'
import { drain, Ledger } from '../crash/ledger.ts'
import { Room } from './browser-room.ts'

/** Of a note: long enough that a full disk is met soon, of a text that nothing makes shorter. */
const noteLength = 15_000
const mostNotes = 400

export interface Case {
  name: string
  /** Plans that the page called saved. */
  saved: number
  /** It came to the end of the room, and said so. */
  toldFull: boolean
  problems: string[]
}

/**
 * Saves plans without network until there is no room left: what was called saved stays, what was not is told with the reason
 * `machine_full`, and once there is room again it goes on and all of it is sent.
 */
export async function fillLevel(
  browser: Browser,
  address: string,
  script: string,
  free: number,
): Promise<Case> {
  const room = await Room.open(browser, address, script)
  const ledger = new Ledger()
  const problems: string[] = []
  try {
    await room.page.evaluate(() => inside.page.workOffline())
    await room.leave(free)
    const told = await fillUp(room, ledger)
    if (told !== null && told !== 'refused machine_full') problems.push(`unclear: ${told}`)
    // What is there can be read on a full disk, also by a page that is opened on it.
    await ledger.checkPage(room.page, 'full')
    await room.sit()
    await ledger.checkPage(room.page, 'full, opened again')
    await room.leave(null)
    // The browser counts what it has given back a moment later.
    const [again] = await saveOne(room, ledger, 'after')
    if (again !== 'ok') problems.push(`stuck: after room was made: ${again}`)
    problems.push(...(await drain(room.page)))
    const { saved } = ledger
    await ledger.settle(room.context.request, address, 'sent')
    problems.push(...ledger.problems)
    return { name: `${Math.round(free / 1024)} KiB free`, saved, toldFull: told !== null, problems }
  } finally {
    await room.close()
  }
}

/** Why it stopped; null when all of it found room. */
async function fillUp(room: Room, ledger: Ledger): Promise<string | null> {
  for (let at = 0; at < mostNotes; at += 1) {
    const [answer] = await saveOne(room, ledger, `q${at}`)
    if (answer !== 'ok') return answer
  }
  return null
}

async function saveOne(room: Room, ledger: Ledger, word: string): Promise<[string]> {
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
  return [kept.ok ? 'ok' : `${kept.code} ${kept.reason}`]
}
