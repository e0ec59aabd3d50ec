import { Fault } from '../../domain/fault.ts'
import type { DamagePlace } from '../../domain/trail/damage.ts'
import { anchorsBeyond, keepAnchor, keepSealNote, readSealNote } from '../anchors.ts'
import { logFailure, logNote } from '../log.ts'
import { DamageFault, forgetDamage, keepDamage, readDamage } from './damage.ts'
import { coverNote } from './entry-seals.ts'
import { voidAllReceipts } from './directory-receipts.ts'
import { explainFinding, type Outside } from './explain-rewound.ts'
import { readMeta } from './meta.ts'
import { maySeal, readRewound, type Rewound, writeFinding } from './rewound.ts'
import type { Sql } from './sql.ts'
import type { Report } from './sweep.ts'
import { type NotChecked, Sweeper } from './sweeper.ts'
import {
  markAnchored,
  newestCheckpoint,
  nextSeal,
  sealAfter,
  sealEntries,
  sealTrail,
  unanchored,
} from './trail-checkpoints.ts'
import { type TrailSigner, trailSigner } from './trail-key.ts'
import { fillTree, trailSize } from './trail-tree.ts'
import { wakeBy } from './wake.ts'

/**
 * Sees to it that the trail is signed and that the signatures are kept outside the store. Works beside the writes,
 * never in them; what fails is tried again at the next wake-up.
 */
export class TrailKeeper {
  readonly #ctx: DurableObjectState
  readonly #env: Env
  readonly #sql: Sql
  /** Cached facts, so that a write costs only a comparison and no query. */
  #sealed = 0
  #dueAt = 0
  #planned = false
  #working: Promise<void> | null = null
  #signer: TrailSigner | null = null
  #inspected = false
  #anchorsUnread = false
  #sealNoteKept = false
  readonly #sweeper: Sweeper

  constructor(ctx: DurableObjectState, env: Env, sql: Sql) {
    this.#ctx = ctx
    this.#env = env
    this.#sql = sql
    this.#sweeper = new Sweeper(ctx, env, sql)
  }

  /** Is called for each new entry. The first after a start always looks at the anchors. */
  noticeWrite(seq: number): void {
    if (this.#dueAt === Number.POSITIVE_INFINITY) return
    if (seq - this.#sealed >= sealEntries || Date.now() >= this.#dueAt) {
      this.#ctx.waitUntil(this.keep())
    } else if (!this.#planned) {
      this.#planned = true
      this.#ctx.waitUntil(wakeBy(this.#ctx.storage, this.#dueAt + 10))
    }
  }

  /** Make the checkpoint that is due and keep every one that is not kept yet. Never throws. */
  keep(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = null
    })
    return this.#working
  }

  /** Return the company's signer; null for a store that nobody founded. */
  signer(): TrailSigner | null {
    const company = readMeta(this.#sql, 'company')
    if (company === null) return null
    this.#signer ??= trailSigner(this.#env, company)
    return this.#signer
  }

  /** Compare the anchors with the trail. Found once, it stays found. */
  async inspect(): Promise<void> {
    const company = readMeta(this.#sql, 'company')
    const rewound = this.#readRewound()
    if (company === null || (rewound && !rewound.explained)) return
    const own = Math.max(newestCheckpoint(this.#sql)?.size ?? 0, rewound?.explained?.up_to ?? 0)
    const [beyond] = await anchorsBeyond(this.#env, company, own)
    // Ask for the newest now: a checkpoint is written here before it is kept there, also one made while we looked.
    const known = beyond && (newestCheckpoint(this.#sql)?.size ?? 0) >= beyond.size
    if (beyond && !known) this.#reportRewound('anchor_ahead', beyond.size)
  }

  /** Inspect once in the object's life. Return whether the store turned out to have been put back; never throws. */
  async inspectOnce(): Promise<boolean> {
    if (this.#inspected) return false
    this.#inspected = true
    const before = this.#readRewound()?.found_at
    try {
      await this.inspect()
    } catch (error) {
      logFailure('anchors not read', error)
    }
    return this.#readRewound()?.found_at !== before
  }

  /** Inspect for an answer, which says that the anchors could not be read. Never throws. */
  async look(): Promise<void> {
    try {
      await this.inspect()
      this.#anchorsUnread = false
    } catch (error) {
      this.#anchorsUnread = true
      logFailure('anchors not read', error)
    }
  }

  /**
   * Read the note outside the store that says from which entry on it has seals; null when there is none yet.
   * @throws Error when the bucket cannot be read.
   */
  async readSealNote(): Promise<string | null> {
    const company = readMeta(this.#sql, 'company')
    return company === null ? null : readSealNote(this.#env, company)
  }

  /** Keep that note, once. Never throws: after a failure it is tried again with the next checkpoint. */
  async keepSealNote(): Promise<void> {
    const company = readMeta(this.#sql, 'company')
    if (company === null || this.#sealNoteKept) return
    try {
      const note = coverNote(this.#sql)
      if (note !== null) await keepSealNote(this.#env, company, note)
      this.#sealNoteKept = true
    } catch (error) {
      logFailure('the note that entries have seals was not kept', error)
    }
  }

  /** Return the time of the last comparison of the whole store (sweeper.ts). */
  get sweptAt(): string | null {
    return this.#sweeper.sweptAt
  }

  get notChecked(): NotChecked | null {
    return this.#anchorsUnread ? 'anchors' : this.#sweeper.notChecked
  }

  async sweep(): Promise<void> {
    await this.keepSealNote()
    await this.#sweeper.sweep(this.signer())
  }

  sweepWhenDue(): Promise<void> {
    return this.#sweeper.sweepWhenDue(this.signer())
  }

  firstSweep(): Promise<void> {
    return this.#sweeper.firstSweep(this.signer())
  }

  #readRewound(): Rewound | null {
    return readRewound(this.#sql, this.signer())
  }

  /**
   * Take an operator's word for why the store was put back, or that its damage was mended: then it must agree with its
   * trail. False when there is nothing to explain.
   * @throws Fault `refused` when the store still differs from its trail.
   */
  async explain(): Promise<boolean> {
    const signer = this.signer()
    if (!signer) return false
    const mended = readDamage(this.#sql) !== null
    if (mended) await this.#forgetMended(signer)
    return (await this.#explainRewound(signer)) || mended
  }

  async #forgetMended(signer: TrailSigner): Promise<void> {
    const found: DamagePlace[] = []
    await this.inspect()
    const differing = readDamage(this.#sql)?.places.find((one) => one.reason === 'anchor_differs')
    // Report a rewind for anchors that differ: a restored store does not know what of it was lost and explained before its backup was made.
    const told = this.#readRewound()
    if (differing && (!told || told.explained)) {
      this.#reportRewound('anchor_differs', differing.seq ?? 0)
    }
    const rewound = this.#readRewound()
    // Leave out anchors of lost entries, whose numbers entries written since a restore may have: they are explained next.
    const isNext = rewound !== null && !rewound.explained
    const report: Report = (place) => found.push(place)
    const isWhole = await this.#sweeper.round(signer, report, isNext ? 'explained next' : rewound)
    const [first] = found
    if (isWhole && !first) {
      forgetDamage(this.#sql)
      // Plan again, which was not done while nothing could be signed.
      return this.keep()
    }
    if (!first) throw new Fault('timeout', 'The store could not be compared with its audit trail')
    throw new Fault('refused', 'The store still differs from its audit trail', {
      reason: 'store_damaged',
      params: { found: [first.reason, first.kind, first.uuid, first.seq].join(' ') },
    })
  }

  async #explainRewound(signer: TrailSigner): Promise<boolean> {
    await this.inspect()
    const rewound = this.#readRewound()
    if (!rewound || rewound.explained) return false
    await explainFinding(this.#sql, signer, this.#outside(), rewound)
    await this.keep()
    return true
  }

  #outside(): Outside {
    return { env: this.#env, company: readMeta(this.#sql, 'company') ?? '' }
  }

  async #work(): Promise<void> {
    const signer = this.signer()
    if (!signer) return
    try {
      fillTree(this.#sql)
      await this.keepSealNote()
      await this.firstSweep()
      await this.inspect()
      if (maySeal(this.#sql, signer)) {
        const due = nextSeal(this.#sql)
        if (due !== null && due <= Date.now()) sealTrail(this.#sql, signer, now())
        await this.#anchor()
      }
    } catch (error) {
      if (error instanceof DamageFault) keepDamage(this.#sql, error.place)
      else logFailure('checkpoint not kept', error)
    }
    await this.#plan(signer)
  }

  async #anchor(): Promise<void> {
    const company = readMeta(this.#sql, 'company') ?? ''
    for (const { size, note } of unanchored(this.#sql)) {
      const standing = await keepAnchor(this.#env, company, { size, note })
      if (standing.note !== note) return this.#reportRewound('anchor_differs', size)
      markAnchored(this.#sql, size, now())
    }
  }

  /** Plan the next check: when the next checkpoint is due, or half a minute after a failure. */
  async #plan(signer: TrailSigner): Promise<void> {
    const newest = newestCheckpoint(this.#sql)
    const rewound = this.#readRewound()
    const due = nextSeal(this.#sql)
    this.#sealed = newest?.size ?? 0
    this.#planned = false
    // Set no time while signing is held up: once that is explained, each entry may be the first that can be signed again.
    const held = (rewound !== null && !rewound.explained) || readDamage(this.#sql) !== null
    this.#dueAt = held ? Number.POSITIVE_INFINITY : (due ?? sealAfter(newest))
    if (held || !maySeal(this.#sql, signer)) return
    const retry = unanchored(this.#sql).length > 0
    if (retry) return wakeBy(this.#ctx.storage, Date.now() + 30_000)
    if (due !== null) await wakeBy(this.#ctx.storage, Math.max(due, Date.now()) + 10)
  }

  #reportRewound(reason: 'anchor_ahead' | 'anchor_differs', anchor: number): void {
    const rewound = { reason, anchor, size: trailSize(this.#sql), found_at: now() }
    writeFinding(this.#sql, rewound)
    voidAllReceipts(this.#sql, Date.now())
    logNote('the store has been put back: it holds less than was signed', rewound)
  }
}

function now(): string {
  return new Date().toISOString()
}
