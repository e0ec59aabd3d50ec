import { createHash } from 'node:crypto'
import { Fault } from '../../domain/fault.ts'
import type { DamagePlace } from '../../domain/trail/damage.ts'
import { anchorsBeyond, keepAnchor, largestAnchor, listAnchors, readAnchor } from '../anchors.ts'
import { logFailure, logNote } from '../log.ts'
import { DamageFault, forgetDamage, keepDamage, readDamage } from './damage.ts'
import { readMeta } from './migrations.ts'
import type { Sql } from './sql.ts'
import { differsFrom, type Report, sweepStore } from './sweep.ts'
import {
  markAnchored,
  maySeal,
  newestCheckpoint,
  nextSeal,
  readRewound,
  sealEntries,
  sealInterval,
  sealTrail,
  type StoredCheckpoint,
  unanchored,
  writeRewound,
} from './trail-checkpoints.ts'
import { type TrailSigner, trailSigner } from './trail-key.ts'
import { fillTree, trailSize } from './trail-tree.ts'
import { wakeBy } from './wake.ts'

/** The whole store is compared with its trail at its start, and so long after (ms). */
export const sweepInterval = 24 * 3_600_000
/** Rows that are compared between two pauses, in which others are served. */
const rowsAtOnce = 2048
/** Longest that an answer waits for the first comparison (ms): in a large store it goes on meanwhile. */
const patience = 5_000

/**
 * Sees to it that the trail is signed and that the signatures are kept outside the store. Works beside the writes,
 * never in them; what fails is tried again at the next wake-up.
 */
export class TrailKeeper {
  readonly #ctx: DurableObjectState
  readonly #env: Env
  readonly #sql: Sql
  /** What is known without asking the database: a write costs nothing but a comparison. */
  #sealed = 0
  #dueAt = 0
  #planned = false
  #working: Promise<void> | null = null
  #signer: TrailSigner | null = null
  #inspected = false
  #sweeping: Promise<void> | null = null
  #sweptAt: string | null = null

  constructor(ctx: DurableObjectState, env: Env, sql: Sql) {
    this.#ctx = ctx
    this.#env = env
    this.#sql = sql
  }

  /** To be told of each new entry. The first after a start always looks at the anchors. */
  noticeWrite(seq: number): void {
    if (this.#dueAt === Number.POSITIVE_INFINITY) return
    if (seq - this.#sealed >= sealEntries || Date.now() >= this.#dueAt) {
      this.#ctx.waitUntil(this.keep())
    } else if (!this.#planned) {
      this.#planned = true
      this.#ctx.waitUntil(wakeBy(this.#ctx.storage, this.#dueAt + 10))
    }
  }

  /** Makes the checkpoint that is due and keeps every one that is not kept yet. Never throws. */
  keep(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = null
    })
    return this.#working
  }

  /** The company's signer; null for a store that nobody founded. */
  signer(): TrailSigner | null {
    const company = readMeta(this.#sql, 'company')
    if (company === null) return null
    this.#signer ??= trailSigner(this.#env, company)
    return this.#signer
  }

  /** Compares the anchors with the trail. Found once, it stays found. */
  async inspect(): Promise<void> {
    const company = readMeta(this.#sql, 'company')
    const rewound = readRewound(this.#sql)
    if (company === null || (rewound && !rewound.explained)) return
    const own = Math.max(newestCheckpoint(this.#sql)?.size ?? 0, rewound?.explained?.up_to ?? 0)
    const [beyond] = await anchorsBeyond(this.#env, company, own)
    // A checkpoint is written here before it is kept there, also one made while we looked.
    const known = beyond && (newestCheckpoint(this.#sql)?.size ?? 0) >= beyond.size
    if (beyond && !known) this.#reportRewound('anchor_ahead', beyond.size)
  }

  /** The same once in the object's life. Gives whether the store turned out to have been put back; never throws. */
  async inspectOnce(): Promise<boolean> {
    if (this.#inspected) return false
    this.#inspected = true
    const before = readRewound(this.#sql)?.found_at
    try {
      await this.inspect()
    } catch (error) {
      logFailure('anchors not read', error)
    }
    return readRewound(this.#sql)?.found_at !== before
  }

  /** When the whole store was last found to be what its trail says, or not; null before the first time. */
  get sweptAt(): string | null {
    return this.#sweptAt
  }

  /** Compare the whole store with its trail, with its checkpoints and with its anchors. Never throws. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep((place) => keepDamage(this.#sql, place))
      .then(() => {})
      .finally(() => {
        this.#sweeping = null
      })
    return this.#sweeping
  }

  /** Compare once more when the last time is a day ago. */
  async sweepWhenDue(): Promise<void> {
    const last = this.#sweptAt === null ? 0 : Date.parse(this.#sweptAt)
    if (Date.now() >= last + sweepInterval) await this.sweep()
  }

  /** Wait for the first comparison, but not for ever. */
  async firstSweep(): Promise<void> {
    if (this.#sweptAt !== null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    await Promise.race([this.sweep(), enough])
    clearTimeout(timer)
  }

  /** @returns whether it came to its end. */
  async #sweep(report: Report, lost = this.#lostSize()): Promise<boolean> {
    const signer = this.signer()
    const company = readMeta(this.#sql, 'company')
    if (!signer || company === null) return false
    try {
      const { name } = this.#ctx.id
      if (name && name !== company) report({ reason: 'company_differs' })
      const anchors = await this.#anchorsToRead(company, lost)
      const slices = sweepStore(this.#sql, signer, new Set(anchors), report)
      let slice = slices.next()
      for (let rows = 0; !slice.done; slice = slices.next()) {
        rows += slice.value
        if (rows < rowsAtOnce) continue
        rows = 0
        await wait(1)
      }
      for (const [size, root] of slice.value) {
        const note = await readAnchor(this.#env, company, size)
        if (note && differsFrom(note, root)) report({ reason: 'anchor_differs', seq: size })
      }
      this.#sweptAt = now()
      await wakeBy(this.#ctx.storage, Date.now() + sweepInterval)
      return true
    } catch (error) {
      if (error instanceof DamageFault) report(error.place)
      logFailure('the store was not compared with its trail', error)
      return false
    }
  }

  #lostSize(): number {
    return readRewound(this.#sql)?.explained?.up_to ?? 0
  }

  /**
   * Sizes of anchors that have to be read: not those which are, by their MD5, the notes of own checkpoints, nor those of what
   * was lost when the store was put back and its operator has said why.
   */
  async #anchorsToRead(company: string, lost: number): Promise<number[]> {
    const own = new Map(
      this.#sql
        .all<Pick<StoredCheckpoint, 'size' | 'note'>>('SELECT size, note FROM checkpoints')
        .map(({ size, note }) => [size, createHash('md5').update(note).digest('hex')]),
    )
    const kept = await listAnchors(this.#env, company).catch((error: unknown) => {
      logFailure('anchors not read', error)
      return []
    })
    return kept
      .filter(({ size, md5 }) => own.get(size) !== md5 && size > lost)
      .map(({ size }) => size)
  }

  /**
   * Takes an operator's word for why the store was put back, or that its damage was mended: then it must agree with its
   * trail. False when there is nothing to explain.
   * @throws Fault `refused` when the store still differs from its trail.
   */
  async explain(): Promise<boolean> {
    const mended = readDamage(this.#sql) !== null
    if (mended) await this.#forgetMended()
    return (await this.#explainRewound()) || mended
  }

  async #forgetMended(): Promise<void> {
    const found: DamagePlace[] = []
    await this.inspect()
    const differing = readDamage(this.#sql)?.places.find((one) => one.reason === 'anchor_differs')
    // A restored store does not know what of it was lost and explained before its backup was made.
    const told = readRewound(this.#sql)
    if (differing && (!told || told.explained)) {
      this.#reportRewound('anchor_differs', differing.seq ?? 0)
    }
    const rewound = readRewound(this.#sql)
    // What was written since a store was put back may lie where the anchors of what was lost are: their word is explained next.
    const lost = rewound && !rewound.explained ? Number.POSITIVE_INFINITY : this.#lostSize()
    const isWhole = await this.#sweep((place) => found.push(place), lost)
    const [first] = found
    if (isWhole && !first) {
      forgetDamage(this.#sql)
      // Nothing was planned while nothing could be signed.
      return this.keep()
    }
    if (!first) throw new Fault('timeout', 'The store could not be compared with its audit trail')
    throw new Fault('refused', 'The store still differs from its audit trail', {
      reason: 'store_damaged',
      params: { found: [first.reason, first.kind, first.uuid, first.seq].join(' ') },
    })
  }

  async #explainRewound(): Promise<boolean> {
    const company = readMeta(this.#sql, 'company') ?? ''
    await this.inspect()
    const up_to = await largestAnchor(this.#env, company)
    const rewound = readRewound(this.#sql)
    if (!rewound || rewound.explained) return false
    writeRewound(this.#sql, { ...rewound, explained: { at: now(), up_to } })
    await this.keep()
    return true
  }

  async #work(): Promise<void> {
    const signer = this.signer()
    if (!signer) return
    try {
      fillTree(this.#sql)
      await this.firstSweep()
      await this.inspect()
      if (maySeal(this.#sql)) {
        const due = nextSeal(this.#sql)
        if (due !== null && due <= Date.now()) sealTrail(this.#sql, signer, now())
        await this.#anchor()
      }
    } catch (error) {
      if (error instanceof DamageFault) keepDamage(this.#sql, error.place)
      else logFailure('checkpoint not kept', error)
    }
    await this.#plan()
  }

  async #anchor(): Promise<void> {
    const company = readMeta(this.#sql, 'company') ?? ''
    for (const { size, note } of unanchored(this.#sql)) {
      const standing = await keepAnchor(this.#env, company, { size, note })
      if (standing.note !== note) return this.#reportRewound('anchor_differs', size)
      markAnchored(this.#sql, size, now())
    }
  }

  /** When to look again: when the next checkpoint is due, or half a minute after something failed. */
  async #plan(): Promise<void> {
    const newest = newestCheckpoint(this.#sql)
    const rewound = readRewound(this.#sql)
    const due = nextSeal(this.#sql)
    this.#sealed = newest?.size ?? 0
    this.#planned = false
    // Once it was explained each entry may be the first that can be signed again.
    const held = (rewound !== null && !rewound.explained) || readDamage(this.#sql) !== null
    this.#dueAt = held
      ? Number.POSITIVE_INFINITY
      : (due ?? Date.parse(newest?.at ?? now()) + sealInterval)
    if (held || !maySeal(this.#sql)) return
    const retry = unanchored(this.#sql).length > 0
    if (retry) return wakeBy(this.#ctx.storage, Date.now() + 30_000)
    if (due !== null) await wakeBy(this.#ctx.storage, Math.max(due, Date.now()) + 10)
  }

  #reportRewound(reason: 'anchor_ahead' | 'anchor_differs', anchor: number): void {
    const rewound = { reason, anchor, size: trailSize(this.#sql), found_at: now() }
    writeRewound(this.#sql, rewound)
    logNote('the store has been put back: it holds less than was signed', rewound)
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function now(): string {
  return new Date().toISOString()
}
