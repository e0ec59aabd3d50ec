import { sameBytes } from './bytes.ts'
import { type Chain, takeEntry } from './chain.ts'
import { checkAnchor, checkNote, type Expected, isExpected } from './note-check.ts'
import { findLate } from './late-times.ts'
import { formatKey, type NoteKey } from './note.ts'
import type { MetSignature, ProblemCode, TrailProblem, Verdict } from './problems.ts'
import type { TrailTools } from './tools.ts'
import { readEnd, readEntryLine, readHeader, splitLines } from './trail-file.ts'
import { appendLeaf, type CompactRange, emptyRange, rootOf } from './tree.ts'

/** So many problems are listed; one is enough to know. */
const listed = 1000

/**
 * Checks a trail line by line, so that a long one need not be held: the header first, then the entries, the
 * checkpoint last. What an anchor says is compared with the tree as it was at that size.
 */
export class TrailCheck {
  readonly #tools: TrailTools
  readonly #expected: Expected
  readonly #range: CompactRange = emptyRange()
  readonly #chains = new Map<string, Chain>()
  readonly #roots = new Map<number, Uint8Array>()
  readonly #problems: TrailProblem[] = []
  readonly #met: MetSignature[] = []
  readonly #timesBack: number[] = []
  #line = 0
  #found = 0
  #lastTime = ''
  #key: NoteKey | null = null
  #note: string | null = null
  readonly #anchorSizes: ReadonlySet<number>

  constructor(tools: TrailTools, expected: Expected = {}) {
    this.#tools = tools
    this.#expected = expected
    const sizes = (expected.anchors ?? []).map((note) => Number(note.split('\n')[1]))
    this.#anchorSizes = new Set(sizes)
  }

  /** Take the next line, without its break. */
  take(line: Uint8Array): void {
    this.#line += 1
    if (this.#line === 1) {
      this.#key = readHeader(line, this.#tools)
      if (!this.#key) this.#report('unreadable', { at: 1 })
      return
    }
    const note = readEnd(line, this.#tools)
    if (this.#note !== null) this.#report('entry_unreadable', { at: this.#line })
    else if (note === null) this.#takeEntry(line)
    else this.#note = note
  }

  #takeEntry(bytes: Uint8Array): void {
    const line = readEntryLine(bytes, this.#tools)
    const expected = this.#range.size + 1
    if (!line.ok) return this.#report(line.code, { at: expected })
    const { entry, leaf, leafText } = line
    if (entry.seq !== expected) this.#report('entry_out_of_order', { at: entry.seq })
    if (entry.at < this.#lastTime && this.#timesBack.length < listed)
      this.#timesBack.push(entry.seq)
    this.#lastTime = entry.at
    const key = `${entry.kind}/${entry.uuid}`
    const step = takeEntry(this.#chains.get(key) ?? null, entry, leafText, this.#tools)
    this.#chains.set(key, step.chain)
    this.#met.push(...step.met)
    for (const { code, ...place } of step.problems) this.#report(code, place)
    appendLeaf(this.#range, leaf, this.#tools.sha256)
    if (this.#anchorSizes.has(this.#range.size)) {
      this.#roots.set(this.#range.size, rootOf(this.#range, this.#tools.sha256))
    }
  }

  /** Return a check that goes on from here on its own: what several endings have in common is read once. */
  fork(): TrailCheck {
    const other = new TrailCheck(this.#tools, this.#expected)
    other.#line = this.#line
    other.#found = this.#found
    other.#key = this.#key
    other.#note = this.#note
    other.#lastTime = this.#lastTime
    other.#timesBack.push(...this.#timesBack)
    other.#range.size = this.#range.size
    other.#range.hashes.push(...this.#range.hashes)
    other.#problems.push(...this.#problems)
    other.#met.push(...this.#met)
    for (const [key, chain] of this.#chains) other.#chains.set(key, chain)
    for (const [size, root] of this.#roots) other.#roots.set(size, root)
    return other
  }

  /** Number of problems in the lines so far. */
  get found(): number {
    return this.#found
  }

  /** Finish the check when all lines were taken; `rest` is what follows the last line break. */
  async end(rest: Uint8Array = new Uint8Array()): Promise<Verdict> {
    if (rest.length > 0 || this.#line === 0) this.#report('unreadable', { at: this.#line + 1 })
    const key = this.#key ? formatKey(this.#key, this.#tools.sha256) : ''
    const { anchors = [] } = this.#expected
    const keyExpected = isExpected(key, this.#expected)
    if (keyExpected === false) this.#report('key_unexpected')
    const checkpoint = await this.#checkCheckpoint()
    for (const anchor of anchors) await this.#checkAnchor(anchor)
    return {
      of: 'trail',
      origin: this.#key?.name ?? '',
      checkpoint,
      key,
      keyExpected: keyExpected === true,
      entries: this.#range.size,
      record: null,
      signatures: this.#met,
      given: anchors.length,
      anchors: anchors.length,
      files: { named: 0, compared: 0 },
      timesBack: this.#timesBack,
      steps: [
        ...(['file', 'entries', 'links', 'records', 'tree', 'checkpoint', 'signatures'] as const),
        ...(anchors.length > 0 ? (['anchors'] as const) : []),
      ],
      problems: this.#problems,
    }
  }

  async #checkCheckpoint(): Promise<Verdict['checkpoint']> {
    const check = await checkNote(this.#note ?? '', this.#key, this.#tools)
    if (!check.ok) {
      this.#report(check.wrong === 'unreadable' ? 'checkpoint_unreadable' : 'checkpoint_not_signed')
      return null
    }
    const { origin, size, root, at } = check.checkpoint
    if (origin !== this.#key?.name) this.#report('checkpoint_foreign')
    if (size !== this.#range.size) this.#report('wrong_size', { at: size })
    if (!sameBytes(root, rootOf(this.#range, this.#tools.sha256))) this.#report('wrong_root')
    const newest = { seq: this.#range.size, at: this.#lastTime }
    for (const { code, ...place } of findLate(newest, this.#met, { at })) this.#report(code, place)
    return { size, at }
  }

  async #checkAnchor(note: string): Promise<void> {
    const check = await checkAnchor(note, this.#key, this.#expected, this.#tools)
    if (!check.ok) {
      return this.#report(check.wrong === 'unreadable' ? 'anchor_unreadable' : 'anchor_not_signed')
    }
    const { origin, size, root } = check.checkpoint
    const own = this.#roots.get(size)
    if (origin !== this.#key?.name) this.#report('anchor_not_signed', { at: size })
    else if (size > this.#range.size) this.#report('anchor_ahead', { at: size })
    else if (!own || !sameBytes(own, root)) this.#report('anchor_differs', { at: size })
  }

  #report(code: ProblemCode, place: Omit<TrailProblem, 'code'> = {}): void {
    this.#found += 1
    if (this.#problems.length < listed) this.#problems.push({ code, ...place })
  }
}

/** Check a whole trail that is at hand. */
export async function verifyTrail(
  bytes: Uint8Array,
  tools: TrailTools,
  expected: Expected = {},
): Promise<Verdict> {
  const check = new TrailCheck(tools, expected)
  const lines = splitLines(bytes)
  let next = lines.next()
  while (!next.done) {
    check.take(next.value)
    next = lines.next()
  }
  return check.end(next.value)
}
