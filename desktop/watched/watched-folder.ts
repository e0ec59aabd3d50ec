import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SettleFile, WatchedFile, WatchState } from '../../domain/desktop-bridge.ts'
import { Fault } from '../../domain/fault.ts'
import type { Tell } from '../device-registry.ts'
import { openQueue, type SeenFile, type WatchedPlace } from './keep-queue.ts'
import { largestFile, listFiles, readWhole } from './look-into-folder.ts'

/** Interval of the looks; shares of other machines send no events, and events are lost in bursts and sleep anyway. */
const lookMs = 2_000
/** Time for which size and time of a file do not change before it counts as finished. */
export const stillMs = 5_000
/** Files that the page is shown. */
const mostShown = 200

/** A folder into which instruments write. Finished files are kept in a queue on this disk until the page has imported them. */
export interface WatchedFolder {
  state(): WatchState
  /** Watch this folder from now on; what is in it is left alone. @throws Fault `invalid` where it cannot be read. */
  choose(place: Omit<WatchedPlace, 'paused'>): Promise<void>
  bind(company: Pick<WatchedPlace, 'company_uuid' | 'company_name'>): void
  pause(paused: boolean): void
  forget(): void
  /** Return the content of a file. @throws Fault `not_found` */
  take(hash: string): { name: string; bytes: Buffer }
  /** Note what became of a file. @throws Fault `refused` where that is known already. */
  settle(order: SettleFile): void
  /** Look now; the timer does so by itself. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** Parts of the machine; tests give their own clock. */
export interface WatchClock {
  now(): number
  every(ms: number, act: () => void): () => void
}

export const realClock: WatchClock = {
  now: Date.now,
  every(ms, act) {
    const timer = setInterval(act, ms)
    return () => clearInterval(timer)
  },
}

export function createWatchedFolder(options: {
  /** Folder of the window's data; the queue is kept below it. */
  data: string
  tell: Tell
  clock?: WatchClock
}): WatchedFolder {
  const { tell, clock = realClock } = options
  const home = join(options.data, 'watched')
  const queue = openQueue(home)
  const spool = join(home, 'files')
  mkdirSync(spool, { recursive: true, mode: 0o700 })
  const contentOf = (hash: string) => join(spool, hash)
  /** When each file was first seen as it is now. */
  let still = new Map<string, { file: SeenFile; since: number }>()
  let lookedAt: number | null = null
  let problem: WatchState['problem'] = null
  let writing = 0
  let going: Promise<void> | null = null
  let told = ''

  function state(): WatchState {
    const place = queue.place()
    const counts = queue.counts()
    return {
      folder: place?.folder ?? null,
      company_uuid: place?.company_uuid ?? null,
      company_name: place?.company_name ?? '',
      paused: place?.paused ?? false,
      looked_at: lookedAt === null ? null : new Date(lookedAt).toISOString(),
      problem,
      writing,
      counts: {
        waiting: counts.waiting ?? 0,
        asks: counts.asks ?? 0,
        imported: counts.imported ?? 0,
        failed: counts.failed ?? 0,
        ignored: counts.ignored ?? 0,
      },
      files: queue.list(mostShown),
    }
  }
  const isoNow = () => new Date(clock.now()).toISOString()

  function announce(): void {
    const now = state()
    const text = JSON.stringify({ ...now, looked_at: null })
    if (text === told) return
    told = text
    tell('watchState', now)
  }

  /** Keep a file's content, then its row: a row without its content would be a file that is lost. */
  async function keep(file: SeenFile, bytes: Buffer): Promise<void> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (queue.find(hash) === null) {
      const part = await open(`${contentOf(hash)}.part`, 'w', 0o600)
      try {
        await part.writeFile(bytes)
        await part.sync()
      } finally {
        await part.close()
      }
      await rename(`${contentOf(hash)}.part`, contentOf(hash))
    }
    queue.add(file, hash, basename(file.path).slice(0, 255), isoNow())
  }

  /** Name a file that is too large to be read, once for each writing. */
  function refuse(file: SeenFile): void {
    const hash = createHash('sha256').update(JSON.stringify(file)).digest('hex')
    queue.add(file, hash, basename(file.path).slice(0, 255), isoNow())
    const cause = { code: 'invalid', reason: 'file_too_large', params: {} }
    const nothing = { question: null, analysis_uuid: null, analysis_name: null }
    queue.settle({ hash, state: 'failed', cause, ...nothing }, isoNow())
  }

  async function lookOnce(): Promise<void> {
    const place = queue.place()
    if (!place || place.paused) return
    const { folder } = place
    let files: SeenFile[]
    try {
      files = await listFiles(folder)
      problem = null
    } catch (error) {
      problem = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable'
      return
    }
    const now = clock.now()
    lookedAt = now
    const before = still
    still = new Map()
    for (const file of files) {
      if (queue.known(file) !== null) continue
      if (file.size > largestFile) {
        refuse(file)
        continue
      }
      const key = file.path
      const last = before.get(key)
      const isSame = last && last.file.size === file.size && last.file.mtime === file.mtime
      const since = isSame ? last.since : now
      const bytes = now - since >= stillMs ? await readWhole(folder, file) : null
      if (bytes) await keep(file, bytes)
      else still.set(key, { file, since })
    }
    writing = still.size
  }

  async function look(): Promise<void> {
    going ??= lookOnce()
      .catch((error: unknown) => {
        // A full disk: the file stays where it is, and is looked at again.
        problem = (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'disk_full' : 'unreadable'
      })
      .finally(() => {
        going = null
        announce()
      })
    return going
  }

  const end = clock.every(lookMs, () => void look())
  return {
    state,
    look,
    async choose(place) {
      await going
      const files = await listFiles(place.folder).catch(() => {
        throw new Fault('invalid', 'The folder cannot be read', { field: 'folder' })
      })
      if (queue.place()?.folder !== place.folder) queue.leaveAlone(files)
      queue.setPlace({ ...place, paused: false })
      still = new Map()
      problem = null
      announce()
    },
    bind(company) {
      const place = queue.place()
      if (place?.company_uuid === null) queue.setPlace({ ...place, ...company })
      announce()
    },
    pause(paused) {
      const place = queue.place()
      if (place) queue.setPlace({ ...place, paused })
      announce()
    },
    forget() {
      queue.setPlace(null)
      writing = 0
      announce()
    },
    take(hash) {
      const file = queue.find(hash)
      if (!file || !existsSync(contentOf(hash))) {
        throw new Fault('not_found', 'No such file')
      }
      return { name: file.name, bytes: readFileSync(contentOf(hash)) }
    },
    settle(order) {
      if (!queue.settle(order, isoNow())) {
        throw new Fault('refused', 'It is known already what became of this file')
      }
      // The service keeps what was imported; what nobody wants is not kept on this disk either.
      if (isOver(order.state)) rmSync(contentOf(order.hash), { force: true })
      announce()
    },
    async stop() {
      end()
      await going
      queue.close()
    },
  }
}

function isOver(state: WatchedFile['state']): boolean {
  return state === 'imported' || state === 'ignored'
}
