import { hash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../domain/canonical.ts'
import { dictionaries } from '../../edge/store/entry-dictionaries.ts'
import { keepEntry, textOf } from '../../edge/store/kept-entry.ts'
import { openEntry, packEntry, type PackedEntry, pieceOf } from '../../edge/store/packed-entry.ts'
import frozen from '../fixtures/packed-entries.json'

const packedOf = (text: string) => packEntry(text) as PackedEntry
const flip = (bytes: ArrayBuffer, at: number) => {
  const bent = new Uint8Array(bytes.slice(0))
  bent[at >> 3]! ^= 1 << (at & 7)
  return bent.buffer
}
const uuid = '018f0000-0000-7000-8000-00000000abcd'
const other = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
const leaf = 'ab'.repeat(32)
const text = canonicalJson({
  action: 'analysis.create',
  changes: [
    { after: `${uuid}:ended:${other}`, field: 'op_id' },
    { after: { [uuid]: [uuid, other, 'S\u00e4ure 漢 😀 \ufeff'] }, field: 'x' },
  ],
  previous: leaf,
  record_hash: leaf,
  uuid,
})

describe('a packed entry', () => {
  it('opens to the text that was packed, in less than half of its bytes', () => {
    const { packed, named } = packedOf(text)
    expect(openEntry({ packed, named })).toBe(text)
    expect(packed.byteLength + named.byteLength).toBeLessThan(text.length / 2)
  })

  it('opens to any canonical text with ids and hashes wherever they are', () => {
    const id = fc.uuid()
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef-"'), maxLength: 140 })
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      id,
      hex,
      fc.constant(uuid),
      fc.constant(leaf),
    )
    const words = fc.array(word, { maxLength: 8 }).map((parts) => parts.join(''))
    const value = fc.oneof(words, fc.array(words), fc.dictionary(words, words))
    fc.assert(
      fc.property(value, (given) => {
        const spelled = canonicalJson(given)
        expect(openEntry(packedOf(spelled))).toBe(spelled)
      }),
      { numRuns: 500 },
    )
  })

  it('names each id of its text once, by its bytes', () => {
    const named = Buffer.from(packedOf(text).named)
    expect(named.length).toBe(6 * 16)
    for (const id of [uuid, other]) expect(named.includes(Buffer.from(pieceOf(id)))).toBe(true)
    expect(pieceOf('no id').byteLength).toBe(0)
  })

  it('opens as entries of all dictionaries were packed, for ever', () => {
    expect(frozen).toHaveLength(dictionaries.length)
    for (const [at, { dictionary, entries }] of frozen.entries()) {
      expect(hash('sha256', dictionaries[at] ?? '', 'hex')).toBe(dictionary)
      for (const one of entries) {
        const [packed, named] = [one.packed, one.named].map(
          (hex) => new Uint8Array(Buffer.from(hex, 'hex')).buffer,
        ) as [ArrayBuffer, ArrayBuffer]
        expect(openEntry({ packed, named })).toBe(one.text)
      }
    }
  })

  it('is another text or none with any bit of it changed', () => {
    const { packed, named } = packedOf(text)
    for (let at = 0; at < packed.byteLength * 8; at += 1) {
      // Allow another spelling of the same text: what counts is its leaf.
      const opened = openEntry({ packed: flip(packed, at), named })
      expect(opened === null || typeof opened === 'string').toBe(true)
    }
    for (let at = 0; at < named.byteLength * 8; at += 1) {
      expect(openEntry({ packed, named: flip(named, at) })).not.toBe(text)
    }
  })

  it('does not open cut short, with an id more or less, by another dictionary, or when it grows without end', () => {
    const { packed, named } = packedOf(text)
    const bomb = Buffer.concat([Buffer.of(0), deflateRawSync(Buffer.alloc(64_000_000, ' '))])
    const many = Buffer.from(`\x01${'\x02 '.repeat(200_000)}`)
    const bent: PackedEntry[] = [
      { packed: packed.slice(0, -1), named },
      { packed: packed.slice(0, 1), named },
      { packed: new ArrayBuffer(0), named },
      { packed, named: named.slice(16) },
      { packed, named: named.slice(0, -1) },
      { packed, named: new Uint8Array([...new Uint8Array(named), ...Array(16).fill(0)]).buffer },
      { packed: new Uint8Array([0x7f, ...new Uint8Array(packed.slice(1))]).buffer, named },
      { packed: new Uint8Array(bomb).buffer, named },
      {
        packed: new Uint8Array(Buffer.concat([Buffer.of(0), deflateRawSync(many)])).buffer,
        named: pieceOf(uuid),
      },
    ]
    expect(bent.map(openEntry)).toEqual(bent.map(() => null))
  })
})

describe('an entry in its row', () => {
  it('is packed where its kind is one of which every run makes some, and text otherwise', () => {
    expect(keepEntry('analysis', text)).toMatchObject({ entry: 'null' })
    expect(keepEntry('user', text)).toEqual({ entry: text, packed: null, named: null })
    for (const kind of ['analysis', 'user']) expect(textOf(keepEntry(kind, text))).toBe(text)
  })

  it('is packed where a device begins or ends a run, unless it says a configuration', () => {
    const spell = (action: string, field: string) =>
      canonicalJson({ action, changes: [{ after: uuid, field }], uuid })
    for (const action of ['device.occupied', 'device.freed']) {
      const said = spell(action, 'analysis_uuid')
      expect(keepEntry('device', said)).toMatchObject({ entry: 'null' })
      expect(textOf(keepEntry('device', said))).toBe(said)
    }
    const others = [spell('device.freed', 'config'), spell('device.greet', 'analysis_uuid')]
    for (const entry of others) expect(keepEntry('device', entry)).toMatchObject({ entry })
  })

  it('stays text where it is no canonical one, or too long to be opened again', () => {
    for (const odd of [`{\n}`, JSON.stringify('x'.repeat(4_000_000))]) {
      expect(keepEntry('analysis', odd)).toEqual({ entry: odd, packed: null, named: null })
    }
  })

  it('has no text in two forms, or in half of one', () => {
    const kept = keepEntry('analysis', text)
    expect(textOf({ ...kept, entry: text })).toBe('')
    expect(textOf({ ...kept, packed: null })).toBe('')
    expect(textOf({ ...kept, named: null })).toBe('')
  })
})
