import { join } from 'node:path'
import type {
  BridgeParams,
  bridgeCalls,
  SettleFile,
  WatchedFile,
  WatchState,
} from '../../domain/desktop-bridge.ts'
import { Fault } from '../../domain/fault.ts'
import type { Tell } from '../device-registry.ts'
import { keepFiles, type KeptFiles } from './keep-files.ts'
import { openQueue, type Queue, type SeenFile, type WatchedPlace } from './keep-queue.ts'
import { writeAnswers } from './write-answers.ts'
import { largestFile, type Listed, listFiles, readWhole } from './look-into-folder.ts'

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
  /** Note that samples of an analysis were planned from the orders of a file. @throws Fault `not_found` */
  plan(hash: string, analysis: string): void
  /**
   * Write answers to the orders of a file beside it.
   * @throws Fault `not_found` where the analysis was not planned from it, `not_ready` where the folder cannot be written
   */
  answer(order: AnswerOrders): Promise<void>
  /** Look now; the timer does so by itself. */
  look(): Promise<void>
  stop(): Promise<void>
}

type AnswerOrders = BridgeParams<(typeof bridgeCalls)['watchAnswer']>

/** Parts of the machine; tests give their own clock. */
export interface WatchClock {
  now(): number
  every(ms: number, act: () => void): () => void
}

const realClock: WatchClock = {
  now: Date.now,
  every(ms, act) {
    const timer = setInterval(act, ms)
    return () => clearInterval(timer)
  },
}

/** Result of the looks into the folder. */
interface Looks {
  at: number | null
  problem: WatchState['problem']
  /** Time at which each file that is not taken yet was first seen as it is now. */
  still: Map<string, { file: SeenFile; since: number }>
}

interface Parts {
  queue: Queue
  files: KeptFiles
  clock: WatchClock
  looks: Looks
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
  const files = keepFiles(join(home, 'files'), queue)
  const looks: Looks = { at: null, problem: null, still: new Map() }
  let going: Promise<void> | null = null
  let told = ''
  const state = () => describeState(queue, looks)
  function announce(): void {
    const now = state()
    // Compare to the minute, in which the page says when the folder was looked into last.
    const text = JSON.stringify({ ...now, looked_at: now.looked_at?.slice(0, 16) })
    if (text === told) return
    told = text
    tell('watchState', now)
  }
  async function look(): Promise<void> {
    going ??= lookOnce({ queue, files, clock, looks })
      .catch((error: unknown) => {
        // Note a full disk: the file stays where it is, and is looked at again.
        looks.problem =
          (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'disk_full' : 'unreadable'
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
    ...choices(queue, looks, announce, () => going),
    take(hash) {
      const bytes = files.read(hash)
      const file = queue.find(hash)
      if (!file || !bytes) throw new Fault('not_found', 'No such file')
      return { name: file.name, bytes }
    },
    settle(order) {
      if (!queue.settle(order, new Date(clock.now()).toISOString())) {
        throw new Fault('refused', 'It is known already what became of this file')
      }
      // Drop what is over: the service keeps what was imported, and what nobody wants is not kept on this disk either.
      if (isOver(order.state)) files.drop(order.hash)
      announce()
    },
    ...answers(queue, announce),
    async stop() {
      end()
      await going
      queue.close()
    },
  }
}

/** Make the calls by which orders of a laboratory system are planned and answered. */
function answers(queue: Queue, announce: () => void): Pick<WatchedFolder, 'plan' | 'answer'> {
  return {
    plan(hash, analysis) {
      if (!queue.plan(hash, analysis)) throw new Fault('not_found', 'No such file')
      announce()
    },
    async answer({ hash, analysis_uuid, signed_at, files }) {
      const place = queue.place()
      const plan = queue.find(hash)?.plans.find((one) => one.analysis_uuid === analysis_uuid)
      if (!place || !plan) throw new Fault('not_found', 'No such plan')
      try {
        await writeAnswers(place.folder, files)
      } catch {
        throw new Fault('not_ready', 'The folder cannot be written', { field: 'folder' })
      }
      queue.answer(hash, analysis_uuid, signed_at)
      announce()
    },
  }
}

/** Make the calls by which a person says which folder is watched. */
function choices(
  queue: Queue,
  looks: Looks,
  announce: () => void,
  going: () => Promise<void> | null,
): Pick<WatchedFolder, 'choose' | 'bind' | 'pause' | 'forget'> {
  const forgetLooks = () => Object.assign(looks, { problem: null, still: new Map() })
  return {
    async choose(place) {
      await going()
      const there = await listFiles(place.folder).catch(() => {
        throw new Fault('invalid', 'The folder cannot be read', { field: 'folder' })
      })
      if (queue.place()?.folder !== place.folder) queue.leaveAlone(there.files)
      queue.setPlace({ ...place, paused: false })
      forgetLooks()
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
      forgetLooks()
      announce()
    },
  }
}

/** Look into the folder once, and take in what has been still for long enough. */
async function lookOnce({ queue, files, clock, looks }: Parts): Promise<void> {
  const place = queue.place()
  if (!place || place.paused) return
  const { folder } = place
  let there: Listed
  try {
    there = await listFiles(folder)
    looks.problem = there.all ? null : 'too_many'
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    looks.problem = isGone ? 'missing' : 'unreadable'
    return
  }
  const now = clock.now()
  const at = new Date(now).toISOString()
  const before = looks.still
  const still: Looks['still'] = new Map()
  const isWanted = () => {
    const present = queue.place()
    return present?.folder === folder && present.company_uuid === place.company_uuid
  }
  const elsewhere = (file: SeenFile) => (hash: string) =>
    there.files.find((one) => one.path !== file.path && queue.known(one) === hash)?.path ?? null
  for (const file of there.files) {
    if (queue.known(file) !== null) continue
    const last = before.get(file.path)
    const isSame = last && last.file.size === file.size && last.file.mtime === file.mtime
    const since = isSame ? last.since : now
    const isStill = now - since >= stillMs
    if (isStill && file.size > largestFile) {
      if (isWanted()) files.refuse(file, at)
      continue
    }
    const take = async () => {
      const bytes = isStill ? await readWhole(folder, file) : null
      if (bytes) await files.keep(file, bytes, { at, isWanted, elsewhere })
      return bytes !== null
    }
    const isTaken = await take().catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOSPC') throw error
      // Go on after one file that cannot be read, so that it holds up no other.
      looks.problem = 'unreadable'
      return false
    })
    if (!isTaken) still.set(file.path, { file, since })
  }
  looks.at = now
  looks.still = still
}

function describeState(queue: Queue, { at, problem, still }: Looks): WatchState {
  const place = queue.place()
  const counts = queue.counts()
  return {
    folder: place?.folder ?? null,
    company_uuid: place?.company_uuid ?? null,
    company_name: place?.company_name ?? '',
    paused: place?.paused ?? false,
    looked_at: at === null ? null : new Date(at).toISOString(),
    problem,
    writing: still.size,
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

function isOver(state: WatchedFile['state']): boolean {
  return state === 'imported' || state === 'ignored'
}
