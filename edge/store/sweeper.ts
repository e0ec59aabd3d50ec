import { fromHex, toBase64 } from '../../domain/trail/bytes.ts'
import type { DamageReason } from '../../domain/trail/damage.ts'
import { listAnchors, readAnchor } from '../anchors.ts'
import { logFailure } from '../log.ts'
import { DamageFault, keepDamage } from './damage.ts'
import { adoptExplanation, differsFrom, ownNotes } from './explain-rewound.ts'
import { readMeta, writeMeta } from './meta.ts'
import { isLost, type Rewound, readRewound } from './rewound.ts'
import type { Sql } from './sql.ts'
import { newSweep, type Report, type SweepProgress, sweepStore } from './sweep.ts'
import type { TrailSigner } from './trail-key.ts'
import { trailSize } from './trail-tree.ts'
import { wakeBy } from './wake.ts'

/** The whole store is compared with its trail at its start, and so long after (ms). */
const sweepInterval = 24 * 3_600_000
/** Time after which a comparison that could not be made is tried again (ms). */
const retryInterval = 5 * 60_000
/** Characters that are compared between two pauses, in which others are served: some milliseconds. */
const lengthAtOnce = 500_000
/** Rows after which it is written down how far the comparison has come. */
const rowsToNote = 8192
/** Longest that an answer waits for the first comparison (ms): in a large store it goes on meanwhile. */
const patience = 5_000

/** Differences of a round that goes on from notes which may come of the notes being of another moment of the store. */
const ofNotes: readonly DamageReason[] = [
  'checkpoint_differs',
  'anchor_differs',
  'tree_differs',
  'entries_missing',
]

/** Name the part that the last comparison could not read. */
export type NotChecked = 'anchors' | 'store'

/**
 * Compares the whole store with its trail in rounds, beside the requests. A round that was broken off by the end of the
 * object goes on where it was, and the whole store is compared after it. So every part is compared, even in a store so large
 * that its object ends before each round does.
 */
export class Sweeper {
  readonly #ctx: DurableObjectState
  readonly #env: Env
  readonly #sql: Sql
  #sweeping: Promise<void> | null = null
  #sweptAt: string | null = null
  #adopted = false
  #notChecked: NotChecked | null = null

  constructor(ctx: DurableObjectState, env: Env, sql: Sql) {
    this.#ctx = ctx
    this.#env = env
    this.#sql = sql
  }

  /** Time of the last comparison of the whole store with its trail; null before the first one. */
  get sweptAt(): string | null {
    return this.#sweptAt
  }

  /** Name the part that the last comparison could not read; null when it read all. */
  get notChecked(): NotChecked | null {
    return this.#notChecked
  }

  /** Compare the whole store with its trail, with its checkpoints and with its anchors. Never throws. */
  sweep(signer: TrailSigner | null): Promise<void> {
    this.#sweeping ??= this.#sweep(signer).finally(() => {
      this.#sweeping = null
    })
    return this.#sweeping
  }

  async #sweep(signer: TrailSigner | null): Promise<void> {
    if (!signer) return
    if (!(await this.#adopt(signer))) return
    const report: Report = (place) => keepDamage(this.#sql, place)
    const noted = readNotes(this.#sql)
    if (noted) await this.#finishNoted(signer, noted, report)
    await this.round(signer, report, readRewound(this.#sql, signer))
  }

  /** Adopt once, before anything is compared with anchors, the explanation from a version that signed none. */
  async #adopt(signer: TrailSigner): Promise<boolean> {
    if (this.#adopted) return true
    const company = readMeta(this.#sql, 'company') ?? ''
    try {
      await adoptExplanation(this.#sql, signer, { env: this.#env, company })
      this.#adopted = true
    } catch (error) {
      logFailure('anchors not read: the store is not compared', error)
      this.#notChecked = 'anchors'
      await this.#planNext(retryInterval)
    }
    return this.#adopted
  }

  async #planNext(after: number): Promise<void> {
    await wakeBy(this.#ctx.storage, Date.now() + after).catch((error: unknown) =>
      logFailure('no next comparison planned', error),
    )
  }

  /** Compare once more when the last time is a day ago; a clock that was ahead then holds up nothing. */
  async sweepWhenDue(signer: TrailSigner | null): Promise<void> {
    const last = this.#sweptAt === null ? 0 : Date.parse(this.#sweptAt)
    const now = Date.now()
    if (last > now || now >= last + sweepInterval) await this.sweep(signer)
  }

  /** Wait for the first comparison, but not for ever. */
  async firstSweep(signer: TrailSigner | null): Promise<void> {
    if (this.#sweptAt !== null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    await Promise.race([this.sweep(signer), enough])
    clearTimeout(timer)
  }

  /**
   * Compare the whole store from its beginning.
   * @param rewound anchors of what was lost are passed over.
   * @returns false when not all could be compared.
   */
  async round(
    signer: TrailSigner,
    report: Report,
    rewound: Rewound | null | 'explained next',
  ): Promise<boolean> {
    const { name } = this.#ctx.id
    if (name && name !== readMeta(this.#sql, 'company')) report({ reason: 'company_differs' })
    const missed = await this.#compare(signer, newSweep(), report, rewound)
    this.#notChecked = missed
    if (missed === null) this.#sweptAt = new Date().toISOString()
    await this.#planNext(missed === null ? sweepInterval : retryInterval)
    return missed === null
  }

  /** Findings that rest on the notes themselves are left to the whole round that follows. */
  async #finishNoted(signer: TrailSigner, noted: SweepProgress, report: Report): Promise<void> {
    const rewound = readRewound(this.#sql, signer)
    const own: Report = (place) => {
      if (!ofNotes.includes(place.reason)) report(place)
    }
    await this.#compare(signer, noted, own, rewound)
  }

  /** @returns what could not be compared; null when all was. */
  async #compare(
    signer: TrailSigner,
    progress: SweepProgress,
    report: Report,
    rewound: Rewound | null | 'explained next',
  ): Promise<NotChecked | null> {
    let missed: NotChecked | null = null
    const company = readMeta(this.#sql, 'company') ?? ''
    const anchors = await this.#anchorsToRead(company, rewound).catch((error: unknown) => {
      logFailure('anchors not read: the trail is not compared with them', error)
      missed = 'anchors'
      return new Set<number>()
    })
    const explained = rewound === 'explained next' ? undefined : rewound?.explained
    const wanted = new Set(explained ? [...anchors, explained.size] : anchors)
    try {
      await this.#slices(
        sweepStore(this.#sql, signer, progress, wanted, report),
        progress,
        (size, root) => {
          if (explained?.size === size && explained.root !== toBase64(root)) {
            report({ reason: 'checkpoint_differs', seq: size })
          }
          if (!anchors.has(size)) return
          return readAnchor(this.#env, company, size).then(
            (note) => {
              if (differsFrom(note, root)) report({ reason: 'anchor_differs', seq: size })
            },
            (error: unknown) => {
              logFailure('an anchor was not read', error)
              missed = 'anchors'
            },
          )
        },
      )
      if (explained && explained.size > trailSize(this.#sql)) {
        report({ reason: 'entries_missing', seq: explained.size })
      }
      return missed
    } catch (error) {
      if (error instanceof DamageFault) report(error.place)
      logFailure('the store was not compared with its trail', error)
      return 'store'
    }
  }

  async #slices(
    slices: Generator<number, void>,
    progress: SweepProgress,
    meet: (size: number, root: Uint8Array) => Promise<void> | void,
  ): Promise<void> {
    let length = 0
    let rows = 0
    for (let slice = slices.next(); !slice.done; slice = slices.next()) {
      length += slice.value
      rows += 1
      for (const [size, root] of progress.roots) await meet(size, root)
      progress.roots.clear()
      if (rows >= rowsToNote) {
        rows = 0
        writeNotes(this.#sql, progress)
      }
      if (length < lengthAtOnce) continue
      length = 0
      await wait(1)
    }
    for (const [size, root] of progress.roots) await meet(size, root)
    if (readMeta(this.#sql, noteName) !== null) {
      this.#sql.run('DELETE FROM meta WHERE name = ?', noteName)
    }
  }

  /**
   * List the sizes of anchors that have to be read: not those which are, by their MD5, the notes of own checkpoints, nor those of
   * what was lost when the store was put back and its operator has said why, or is about to.
   */
  async #anchorsToRead(
    company: string,
    rewound: Rewound | null | 'explained next',
  ): Promise<Set<number>> {
    if (rewound === 'explained next') return new Set()
    const own = ownNotes(this.#sql)
    const kept = await listAnchors(this.#env, company)
    return new Set(
      kept
        .filter(({ size, md5 }) => own.get(size) !== md5 && !isLost(rewound, size))
        .map(({ size }) => size),
    )
  }
}

const noteName = 'sweep'

function writeNotes(sql: Sql, progress: SweepProgress): void {
  writeMeta(sql, noteName, JSON.stringify({ ...progress, roots: undefined }))
}

/** Read the notes of a round that was broken off; null when there are none that can be read. */
function readNotes(sql: Sql): SweepProgress | null {
  try {
    const noted = JSON.parse(readMeta(sql, noteName) ?? 'null') as SweepProgress | null
    if (!noted || noted.size > trailSize(sql)) return null
    const hashes = [...noted.hashes, ...noted.tiles]
    const fits = hashes.every((hash) => fromHex(hash)?.length === 32)
    return fits ? { ...newSweep(), ...noted } : null
  } catch {
    return null
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
