import { describe, expect, it } from 'vitest'
import type { Fault } from '../../domain/fault.ts'
import {
  type PulledRecord,
  writePageJson,
  writePageLines,
  writePagesJson,
  writePagesLines,
} from '../../domain/sync/page-lines.ts'
import { readPageLines, readPagesLines } from '../../web/local/read-page-lines.ts'

const at = '2026-03-01T10:00:00.000Z'
const records: PulledRecord[] = [
  { kind: 'analysis', uuid: 'a', seq: 3, created_at: at, body: '{"name":"Größe 𝛼","n":[1,2]}' },
  { kind: 'analysis', uuid: 'b', seq: 4, created_at: at, body: null },
  { kind: 'swarm', uuid: 'c', seq: 9, created_at: at, body: '{\n  "name": "laid\\nout"\n}' },
]
const page = { records, checkpoint: 9, more: true, scope: 's', generation: 'g', kinds: 'device' }
const bytes = new TextEncoder().encode(writePageLines(page))

describe('a page of changes as lines', () => {
  it('is read as it was written, its bodies when they are asked for', () => {
    const { records: read, ...rest } = readPageLines(bytes)
    expect(rest).toEqual({
      checkpoint: 9,
      more: true,
      scope: 's',
      generation: 'g',
      kinds: 'device',
    })
    expect(read.map(({ kind, uuid, seq }) => [kind, uuid, seq])).toEqual([
      ['analysis', 'a', 3],
      ['analysis', 'b', 4],
      ['swarm', 'c', 9],
    ])
    expect(read.map(({ body }) => body)).toEqual([
      { name: 'Größe 𝛼', n: [1, 2] },
      null,
      { name: 'laid\nout' },
    ])
    expect(read.map(({ text }) => text)).toEqual([
      records[0]?.body,
      undefined,
      '{"name":"laid\\nout"}',
    ])
  })

  it('says the same as the page in JSON', () => {
    const { records: read, ...rest } = readPageLines(bytes)
    const plain = read.map(({ kind, uuid, seq, body }) => ({ kind, uuid, seq, body }))
    expect(JSON.parse(writePageJson(page))).toEqual({ records: plain, ...rest })
    const none = { ...page, records: [] }
    expect(JSON.parse(writePageJson(none))).toEqual(none)
    expect(readPageLines(new TextEncoder().encode(writePageLines(none)))).toEqual(none)
  })

  it('is not taken where it was cut short, wherever that is', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      const read = () => readPageLines(bytes.subarray(0, length))
      expect(read).toThrow(expect.objectContaining({ code: 'network' }) as Fault)
    }
  })

  it('throws the refusal that comes in place of its head', () => {
    const refusal = JSON.stringify({ ok: false, errors: [{ code: 'forbidden', message: 'no' }] })
    const read = () => readPageLines(new TextEncoder().encode(`${refusal}\n`))
    expect(read).toThrow(expect.objectContaining({ code: 'forbidden' }) as Fault)
  })
})

describe('pages of several streams as lines', () => {
  const { scope, ...first } = page
  const second = { ...first, records: records.slice(1, 2), kinds: 'analysis' }
  const pages = { pages: [first, null, { ...second, records: [] }, second], scope }
  const lines = new TextEncoder().encode(writePagesLines(pages))

  it('are read as they were written, each with its own bodies', () => {
    const read = readPagesLines(lines)
    const bodies = read.pages.map((one) => one?.records.map(({ body }) => body))
    const plain = read.pages.map((one) => {
      return (
        one && {
          ...one,
          records: one.records.map(({ kind, uuid, seq, body }) => ({ kind, uuid, seq, body })),
        }
      )
    })
    expect(bodies).toEqual([
      [{ name: 'Größe 𝛼', n: [1, 2] }, null, { name: 'laid\nout' }],
      undefined,
      [],
      [null],
    ])
    expect(JSON.parse(writePagesJson(pages))).toEqual({ pages: plain, scope: 's' })
  })

  it('are not taken where the answer was cut short, wherever that is', () => {
    for (let length = 0; length < lines.length; length += 1) {
      const read = () => readPagesLines(lines.subarray(0, length))
      expect(read).toThrow(expect.objectContaining({ code: 'network' }) as Fault)
    }
  })
})
