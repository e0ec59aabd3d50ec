import { anchorsBeyond, keepAnchor, largestAnchor } from '../anchors.ts'
import { logFailure, logNote } from '../log.ts'
import { readMeta } from './migrations.ts'
import type { Sql } from './sql.ts'
import {
  markAnchored,
  maySeal,
  newestCheckpoint,
  nextSeal,
  readRewound,
  sealEntries,
  sealInterval,
  sealTrail,
  unanchored,
  writeRewound,
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
  /** What is known without asking the database: a write costs nothing but a comparison. */
  #sealed = 0
  #dueAt = 0
  #planned = false
  #working: Promise<void> | null = null
  #signer: TrailSigner | null = null
  #inspected = false

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

  /** Takes an operator's word for why the store was put back; false when there is nothing to explain. */
  async explain(): Promise<boolean> {
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
      await this.inspect()
      if (maySeal(this.#sql)) {
        const due = nextSeal(this.#sql)
        if (due !== null && due <= Date.now()) sealTrail(this.#sql, signer, now())
        await this.#anchor()
      }
    } catch (error) {
      logFailure('checkpoint not kept', error)
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
    const held = rewound !== null && !rewound.explained
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

function now(): string {
  return new Date().toISOString()
}
