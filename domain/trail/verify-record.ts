import { canonicalJson } from '../canonical.ts'
import { fromHex, toBase64, toHex } from './bytes.ts'
import { type Chain, takeEntry } from './chain.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type AuditEntry, hashRecord, isEntry } from './entry.ts'
import { findLate } from './late-times.ts'
import { checkAnchor, checkNote, type Expected, isExpected } from './note-check.ts'
import { isSigned, type NoteKey, parseKey, parseNote } from './note.ts'
import type { MetSignature, TrailProblem, Verdict } from './problems.ts'
import { isIncluded } from './proofs.ts'
import { filesOf, readBundle, type RecordBundle } from './record-bundle.ts'
import { formatStatement } from './statement.ts'
import type { TrailTools } from './tools.ts'
import { hashLeaf } from './tree.ts'

/**
 * Check a bundle of one record with nothing else at hand: entries, their links, the record they lead to, their
 * place in the signed tree, the statement that none is left out, and the electronic signatures. Anchors are compared
 * where they are of the bundle's own size.
 * @param files files by the hash of their content, as far as they are at hand.
 */
export async function verifyRecord(
  bytes: Uint8Array,
  tools: TrailTools,
  expected: Expected = {},
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Verdict> {
  const bundle = readBundle(bytes, tools)
  const key = bundle && parseKey(bundle.key, tools.sha256)
  if (!bundle || !key) return unreadable()
  const problems: TrailProblem[] = []
  const walked = walk(bundle, tools)
  problems.push(...walked.problems)
  const keyExpected = isExpected(bundle.key, expected)
  if (keyExpected === false) problems.push({ code: 'key_unexpected' })
  const check = await checkNote(bundle.checkpoint, key, tools)
  const checkpoint = check.ok ? check.checkpoint : null
  if (!check.ok) {
    const { wrong } = check
    const code = wrong === 'unreadable' ? 'checkpoint_unreadable' : 'checkpoint_not_signed'
    problems.push({ code })
  }
  if (checkpoint) {
    problems.push(...checkTree(bundle, key, walked.leaves, checkpoint, tools))
    problems.push(...findLate(bundle.entries.filter(isEntry).at(-1), walked.met, checkpoint))
  }
  problems.push(...(await checkStatement(bundle, key, walked, checkpoint, tools)))
  problems.push(...checkFiles(bundle, files, tools))
  const named = filesOf(bundle.record)
  let anchors = 0
  for (const anchor of expected.anchors ?? []) {
    const compared = await compareAnchor(anchor, bundle, key, expected, tools)
    // Count only anchors of this size: one of another says nothing of this bundle.
    if (compared) anchors += 1
    problems.push(...(compared ?? []))
  }
  return {
    of: 'record',
    origin: bundle.origin,
    checkpoint: checkpoint && { size: checkpoint.size, at: checkpoint.at },
    key: bundle.key,
    keyExpected: keyExpected === true,
    entries: bundle.entries.length,
    timesBack: listTimesBack(bundle.entries),
    record: { kind: bundle.kind, uuid: bundle.uuid, name: nameOf(bundle) },
    signatures: walked.met,
    given: expected.anchors?.length ?? 0,
    anchors,
    files: {
      named: named.length,
      compared: named.filter(({ hash }) => files.has(hash)).length,
    },
    steps: [
      ...(['file', 'entries', 'links', 'records', 'tree', 'checkpoint', 'statement'] as const),
      ...(['signatures', 'files'] as const),
      ...(anchors > 0 ? (['anchors'] as const) : []),
    ],
    problems,
  }
}

/** Return the verdict on a file that is neither. */
export function unreadable(): Verdict {
  return {
    of: 'record',
    origin: '',
    checkpoint: null,
    key: '',
    keyExpected: false,
    entries: 0,
    record: null,
    signatures: [],
    given: 0,
    anchors: 0,
    files: { named: 0, compared: 0 },
    timesBack: [],
    steps: ['file'],
    problems: [{ code: 'unreadable' }],
  }
}

interface Walk {
  leaves: Uint8Array[]
  chain: Chain | null
  met: MetSignature[]
  problems: TrailProblem[]
}

/** List entries that are older, by their time, than the one before them. */
function listTimesBack(entries: readonly AuditEntry[]): number[] {
  return entries
    .filter(({ at }, index) => at < (entries[index - 1]?.at ?? ''))
    .map(({ seq }) => seq)
}

/** Go through the entries as the record grew, and compare what they lead to with the record that is given. */
function walk(bundle: RecordBundle, tools: TrailTools): Walk {
  const found: Walk = { leaves: [], chain: null, met: [], problems: [] }
  let newest = 0
  for (const [index, entry] of bundle.entries.entries()) {
    if (!isEntry(entry)) {
      found.problems.push({ code: 'entry_unreadable', at: index + 1 })
      continue
    }
    const { seq, kind, uuid } = entry
    if (seq <= newest) found.problems.push({ code: 'entry_out_of_order', at: seq })
    if (kind !== bundle.kind || uuid !== bundle.uuid) {
      found.problems.push({ code: 'entry_foreign', at: seq })
    }
    newest = seq
    const leaf = hashLeaf(tools.encode(canonicalJson(entry)), tools.sha256)
    const step = takeEntry(found.chain, entry, toHex(leaf), tools)
    found.leaves.push(leaf)
    found.met.push(...step.met)
    found.problems.push(...step.problems)
    found.chain = step.chain
  }
  const replayed = found.chain?.record ?? null
  if (!found.chain || canonicalJson(replayed) !== canonicalJson(bundle.record)) {
    found.problems.push({ code: 'record_changed' })
  }
  return found
}

function checkTree(
  { entries, proofs, origin }: RecordBundle,
  key: NoteKey,
  leaves: readonly Uint8Array[],
  checkpoint: Checkpoint,
  tools: TrailTools,
): TrailProblem[] {
  const problems: TrailProblem[] = []
  if (checkpoint.origin !== key.name || origin !== key.name) {
    problems.push({ code: 'checkpoint_foreign' })
  }
  if (proofs.length !== entries.length) problems.push({ code: 'not_in_tree' })
  for (const [index, leaf] of leaves.entries()) {
    const { seq } = entries[index] as AuditEntry
    const proof = (proofs[index] ?? []).map((hash) => fromHex(hash) ?? new Uint8Array())
    const { size, root } = checkpoint
    if (!isIncluded(seq - 1, size, leaf, proof, root, tools.sha256)) {
      problems.push({ code: 'not_in_tree', at: seq })
    }
  }
  return problems
}

async function checkStatement(
  bundle: RecordBundle,
  key: NoteKey,
  { leaves }: Walk,
  checkpoint: Checkpoint | null,
  tools: TrailTools,
): Promise<TrailProblem[]> {
  const note = parseNote(bundle.statement)
  if (!note || !(await isSigned(note, key, tools))) return [{ code: 'statement_not_signed' }]
  const newest = bundle.entries.at(-1)
  const leaf = leaves.at(-1)
  const [, at = ''] = /\ntime (\S+)\n$/.exec(note.text) ?? []
  const told =
    newest &&
    leaf &&
    checkpoint &&
    formatStatement({
      origin: bundle.origin,
      kind: bundle.kind,
      uuid: bundle.uuid,
      entries: bundle.entries.length,
      newest: newest.seq,
      leaf: toHex(leaf),
      record: bundle.record && hashRecord(bundle.record, tools),
      size: checkpoint.size,
      root: toBase64(checkpoint.root),
      at,
    })
  return told === note.text ? [] : [{ code: 'statement_differs' }]
}

function checkFiles(
  { record, files }: RecordBundle,
  given: ReadonlyMap<string, Uint8Array>,
  tools: TrailTools,
): TrailProblem[] {
  const problems: TrailProblem[] = []
  const named = filesOf(record)
  if (canonicalJson(named) !== canonicalJson(files)) problems.push({ code: 'files_differ' })
  for (const { hash, path } of named) {
    const bytes = given.get(hash)
    if (bytes && toHex(tools.sha256(bytes)) !== hash) {
      problems.push({ code: 'file_changed', about: path })
    }
  }
  return problems
}

/** Compare an anchor; null if it is of another size. */
async function compareAnchor(
  note: string,
  { checkpoint }: RecordBundle,
  key: NoteKey,
  expected: Expected,
  tools: TrailTools,
): Promise<TrailProblem[] | null> {
  const [anchor, own] = [await checkAnchor(note, key, expected, tools), parseNote(checkpoint)]
  if (!anchor.ok) {
    return [{ code: anchor.wrong === 'unreadable' ? 'anchor_unreadable' : 'anchor_not_signed' }]
  }
  const { size, root } = anchor.checkpoint
  const [, ownSize, ownRoot] = own?.text.split('\n') ?? []
  if (String(size) !== ownSize) return null
  return toBase64(root) === ownRoot ? [] : [{ code: 'anchor_differs', at: size }]
}

function nameOf({ record, entries }: RecordBundle): string {
  const last = record?.['name']
  if (typeof last === 'string') return last
  const change = entries.at(-1)?.changes?.find(({ field }) => field === 'name')
  return typeof change?.before === 'string' ? change.before : ''
}
