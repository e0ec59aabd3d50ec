import { generateKeyPairSync, sign } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../domain/canonical.ts'
import { formatCheckpoint, parseCheckpoint } from '../../../domain/trail/checkpoint.ts'
import { formatKey, parseKey, parseNote, signNote } from '../../../domain/trail/note.ts'
import type { ProblemCode } from '../../../domain/trail/problems.ts'
import type { RecordBundle } from '../../../domain/trail/record-bundle.ts'
import { verifyFile } from '../../../domain/trail/verify-file.ts'
import { formatEnd, formatHeader } from '../../../domain/trail/trail-file.ts'
import type { Expected } from '../../../domain/trail/note-check.ts'
import { trailTools } from '../../../edge/store/trail-tools.ts'

const folder = new URL('../../fixtures/trail/', import.meta.url)
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, folder)))
const trail = read('laboratory.bapp-trail.jsonl')
const record = read('signed-run.bapp-record.json')
const key = new TextDecoder().decode(read('key.txt')).trim()
const anchors = readdirSync(new URL('anchors/', folder)).map((name) =>
  new TextDecoder().decode(read(`anchors/${name}`)),
)
const lines = new TextDecoder().decode(trail).trimEnd().split('\n')

async function codesOf(file: Uint8Array | string, expected: Expected = {}): Promise<ProblemCode[]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const { problems } = await verifyFile(bytes, trailTools, expected)
  return [...new Set(problems.map(({ code }) => code))]
}

function fileOf(changed: readonly string[]): string {
  return changed.map((line) => `${line}\n`).join('')
}

describe('a whole trail', () => {
  test('holds as it was exported, against its key and its anchors', async () => {
    const verdict = await verifyFile(trail, trailTools, { key, anchors })
    expect(verdict).toMatchObject({ of: 'trail', keyExpected: true, problems: [] })
    expect(verdict.entries).toBe(lines.length - 2)
    expect(verdict.signatures[0]).toMatchObject({ meaning: 'approval' })
  })

  test.each<[what: string, change: () => string, code: ProblemCode]>([
    ['an entry left out', () => fileOf(lines.toSpliced(9, 1)), 'entry_out_of_order'],
    ['an entry repeated', () => fileOf(lines.toSpliced(9, 0, lines[9]!)), 'entry_out_of_order'],
    [
      'two exchanged',
      () => fileOf(lines.with(9, lines[10]!).with(10, lines[9]!)),
      'entry_out_of_order',
    ],
    ['another word in an entry', () => fileOf(lines).replace('S1', 'S2'), 'entry_changed'],
    ['no end', () => fileOf(lines.slice(0, -1)), 'checkpoint_unreadable'],
    ['a shorter trail under the same end', () => fileOf(lines.toSpliced(-2, 1)), 'wrong_size'],
    ['no line break at the end', () => fileOf(lines).trimEnd(), 'unreadable'],
    ['something behind the end', () => `${fileOf(lines)}more`, 'unreadable'],
    ['a line behind the end', () => `${fileOf(lines)}${lines[3]}\n`, 'entry_unreadable'],
    ['a blank in the header', () => fileOf(lines).replace('{"format"', '{ "format"'), 'unreadable'],
    [
      'an older end',
      () => fileOf(lines.with(-1, canonicalJson({ checkpoint: anchors[0] }))),
      'wrong_root',
    ],
    ['nothing at all', () => '', 'unreadable'],
  ])('%s is noticed', async (_what, change, code) => {
    expect(await codesOf(change())).toContain(code)
  })

  test('an end that is cut off and signed before is noticed by a later anchor only', async () => {
    const [first = '', second = ''] = anchors
    const size = Number(second.split('\n')[1])
    const shorter = fileOf([...lines.slice(0, size + 1), canonicalJson({ checkpoint: second })])
    expect(await codesOf(shorter, { key, anchors: [first, second] })).toEqual([])
    expect(await codesOf(shorter, { key, anchors })).toEqual(['anchor_ahead'])
  })

  test('another key than the expected one, and invalid anchors', async () => {
    expect(await codesOf(trail, { key: `${key}x` })).toEqual(['key_unexpected'])
    const strange = anchors[0]!.replace(/^bapp\/eu\//, 'bapp/na/')
    expect(await codesOf(trail, { anchors: [strange] })).toEqual(['anchor_not_signed'])
    expect(await codesOf(trail, { anchors: ['nothing'] })).toEqual(['anchor_unreadable'])
  })
})

describe('a record', () => {
  const bundle = JSON.parse(new TextDecoder().decode(record)) as RecordBundle
  const written = (changed: object): string => `${canonicalJson({ ...bundle, ...changed })}\n`

  test('holds with its signature, against its key and its anchors', async () => {
    const verdict = await verifyFile(record, trailTools, { key, anchors })
    expect(verdict).toMatchObject({ of: 'record', keyExpected: true, problems: [] })
    expect(verdict.signatures).toHaveLength(1)
    expect(verdict.record?.name).toBe('Signed run')
    expect(verdict.anchors).toBe(1)
    const others = await verifyFile(record, trailTools, { anchors: anchors.slice(0, 1) })
    expect(others.steps).not.toContain('anchors')
  })

  test.each<[what: string, change: () => string, code: ProblemCode]>([
    ['another name', () => written({ record: { ...bundle.record, name: 'X' } }), 'record_changed'],
    ['no record', () => written({ record: null }), 'record_changed'],
    ['a history without its end', () => without(-1), 'statement_differs'],
    ['a history without its beginning', () => without(0), 'link_broken'],
    ['no history', () => written({ entries: [], proofs: [] }), 'record_changed'],
    ['proofs exchanged', () => written({ proofs: bundle.proofs.toReversed() }), 'not_in_tree'],
    [
      'a proof too short',
      () => written({ proofs: bundle.proofs.map((one) => one.slice(1)) }),
      'not_in_tree',
    ],
    ['another uuid', () => written({ uuid: crypto.randomUUID() }), 'entry_foreign'],
    ['an older checkpoint', () => written({ checkpoint: anchors[0] }), 'not_in_tree'],
    [
      'a statement of something else',
      () => written({ statement: anchors[0] }),
      'statement_differs',
    ],
    ['a list of other files', () => written({ files: [] }), 'files_differ'],
    ['a field more', () => written({ extra: 1 }), 'unreadable'],
    ['blanks', () => `${JSON.stringify(bundle, null, 1)}\n`, 'unreadable'],
    ['no JSON', () => 'record', 'unreadable'],
    ['JSON without end', () => '['.repeat(200_000), 'unreadable'],
  ])('%s is noticed', async (_what, change, code) => {
    expect(await codesOf(change())).toContain(code)
  })

  function without(at: number): string {
    return written({
      entries: bundle.entries.toSpliced(at, 1),
      proofs: bundle.proofs.toSpliced(at, 1),
    })
  }

  test('a signature over another content, or by another person, is noticed', async () => {
    const resigned = (change: object): string => {
      const [first, ...others] = bundle.entries.toReversed()
      const changes = first!.changes.map((one) =>
        one.field === 'signature'
          ? { ...one, after: { ...(one.after as object), ...change } }
          : one,
      )
      return written({ entries: [...others.toReversed(), { ...first, changes }] })
    }
    expect(await codesOf(resigned({ record_hash: 'a'.repeat(64) }))).toContain(
      'signed_content_changed',
    )
    expect(await codesOf(resigned({ printed_name: 'X' }))).toContain('signature_not_by_signer')
    expect(await codesOf(resigned({ at: '2026-01-01T00:00:00.000Z' }))).toContain(
      'signature_not_by_signer',
    )
  })

  test('files at hand are compared with the hashes that the record names', async () => {
    const [file] = bundle.files
    const files = new Map([[file!.hash, new Uint8Array([1])]])
    const { problems } = await verifyFile(record, trailTools, {}, files)
    expect(problems).toEqual([{ code: 'file_changed', about: file!.path }])
    expect(bundle.files.map(({ path }) => path)).toContain('results.0.hash')
    expect(bundle.files.find(({ path }) => path === 'results.0.hash')?.engine).toBeTruthy()
  })
})

/** Another key of the same trail, and what it signs. */
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const raw = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
const other = { name: parseKey(key, trailTools.sha256)!.name, key: raw }
const signAsOther = (text: string): string =>
  signNote(text, other, (message) => new Uint8Array(sign(null, message, privateKey)), trailTools)

describe('attack A0: a time after that of the checkpoint', () => {
  const bundle = JSON.parse(new TextDecoder().decode(record)) as RecordBundle
  const otherKey = formatKey(other, trailTools.sha256)
  const checkpoint = parseCheckpoint(parseNote(bundle.checkpoint)!.text)!
  const { entry: newest } = JSON.parse(lines.at(-2)!) as { entry: { at: string } }
  const signed = bundle.entries.at(-1)!.at
  const before = (time: string, ms: number) => new Date(Date.parse(time) - ms).toISOString()

  /** Export the trail and the record under a checkpoint that the service signed at that time. */
  const trailAt = (at: string): string => {
    const end = parseNote((JSON.parse(lines.at(-1)!) as { checkpoint: string }).checkpoint)!
    const note = signAsOther(formatCheckpoint({ ...parseCheckpoint(end.text)!, at }))
    return fileOf([
      formatHeader(other.name, otherKey).trimEnd(),
      ...lines.slice(1, -1),
      formatEnd(note).trimEnd(),
    ])
  }
  const recordAt = (at: string): string =>
    `${canonicalJson({
      ...bundle,
      key: otherKey,
      checkpoint: signAsOther(formatCheckpoint({ ...checkpoint, at })),
      statement: signAsOther(parseNote(bundle.statement)!.text),
    })}\n`

  test('attack A0: of the newest entry of a trail is a problem, beyond ten seconds', async () => {
    expect(await codesOf(trailAt(newest.at))).toEqual([])
    expect(await codesOf(trailAt(before(newest.at, 10_000)))).toEqual([])
    expect(await codesOf(trailAt(before(newest.at, 10_001)))).toContain('entry_after_checkpoint')
  })

  test('attack A0: of an electronic signature is a problem, in a record and in a trail', async () => {
    expect(await codesOf(recordAt(signed))).toEqual([])
    expect(await codesOf(recordAt(before(signed, 10_000)))).toEqual([])
    for (const file of [recordAt(before(signed, 10_001)), trailAt(before(signed, 10_001))]) {
      expect(await codesOf(file)).toEqual(
        expect.arrayContaining(['entry_after_checkpoint', 'signature_after_checkpoint']),
      )
    }
  })
})

describe('a key that was changed', () => {
  const older = signAsOther(parseNote(anchors[1]!)!.text)

  test('older anchors hold with the older key, and only when it is given', async () => {
    const known = `${key}\n${formatKey(other, trailTools.sha256)}`
    expect(await codesOf(trail, { anchors: [older, anchors[2]!] })).toEqual(['anchor_not_signed'])
    const both = { key: known, anchors: [older, anchors[2]!] }
    expect((await verifyFile(trail, trailTools, both)).problems).toEqual([])
    expect(await codesOf(record, both)).toEqual([])
  })
})

describe('notes', () => {
  const note = anchors.at(-1)!

  test('keys and checkpoints are read in one spelling only', () => {
    const known = parseKey(key, trailTools.sha256)!
    expect(formatKey(known, trailTools.sha256)).toBe(key)
    expect(parseKey(key.replace('bapp/eu', 'bapp/na'), trailTools.sha256)).toBeNull()
    const { text } = parseNote(note)!
    const checkpoint = parseCheckpoint(text)!
    expect(formatCheckpoint(checkpoint)).toBe(text)
    for (const wrong of [
      text.replace('\n', '\n0'),
      text.replace('time ', 'time  '),
      `${text}more\n`,
      text.replace(/Z\n$/, '\n'),
    ]) {
      expect(parseCheckpoint(wrong), wrong).toBeNull()
    }
  })

  test('a note with a second signature, or none, is no note of ours', () => {
    const [signature] = note.split('\n').slice(-2)
    expect(parseNote(`${note}${signature}\n`)).toBeNull()
    expect(parseNote(note.split('\n\n')[0]!)).toBeNull()
    expect(parseNote(`${note.trimEnd()}A\n`)).toBeNull()
  })
})
