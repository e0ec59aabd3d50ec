import type { DatabaseSync } from 'node:sqlite'
import { deflateRawSync } from 'node:zlib'
import { canonicalJson } from '../../../domain/canonical.ts'
import type { AuditEntry } from '../../../domain/trail/entry.ts'
import { keepEntry } from '../../../edge/store/kept-entry.ts'
import { textIn, writeTextSql } from '../../support/kept-entries.ts'

/** A signed record, and one that was not signed, in a store that is stopped. */
export interface BentRecords {
  signed: string
  plain: string
}

/** A way in which a store's file was changed from outside. */
export interface Way {
  name: string
  /** Fewest entries that a trail needs for it. */
  entries?: number
  bend: (file: DatabaseSync, records: BentRecords) => void
}

/** Ways in which entries of a record were written over, in either form. */
export const entryWays: readonly Way[] = [
  { name: 'entry altered, as text', bend: (file, { signed }) => rename(file, signed, asText) },
  { name: 'entry altered, packed', bend: (file, { signed }) => rename(file, signed, asPacked) },
  {
    name: 'entry altered with its leaf',
    bend: (file, { signed }) => {
      rename(file, signed, asPacked)
      file.exec(`UPDATE audit SET leaf = '${'b'.repeat(64)}' WHERE uuid = '${signed}'`)
    },
  },
  way('packed entry cut short', ({ signed }) => [
    `UPDATE audit SET packed = substr(packed, 1, length(packed) - 8) WHERE uuid = '${signed}'`,
  ]),
  way('packed entry of another dictionary', ({ signed }) => [
    `UPDATE audit SET packed = CAST(x'7f' || substr(packed, 2) AS BLOB) WHERE uuid = '${signed}'`,
  ]),
  {
    name: 'packed entry that grows without end',
    bend: (file, { signed }) => {
      const packed = Buffer.concat([
        Buffer.of(0),
        deflateRawSync(Buffer.alloc(64 * 1024 * 1024, ' ')),
      ])
      file.prepare('UPDATE audit SET packed = ? WHERE uuid = ?').run(packed, signed)
    },
  },
  way('ids that a packed entry names, one of them taken away', ({ signed }) => [
    `UPDATE audit SET named = substr(named, 17) WHERE uuid = '${signed}'`,
  ]),
  way('ids that a packed entry names, one of them altered', ({ signed }) => [
    `UPDATE audit SET named = CAST(substr(named, 1, 16) || zeroblob(16) || substr(named, 33) AS BLOB)
     WHERE uuid = '${signed}'`,
  ]),
  way('ids that a packed entry names, one more', ({ signed }) => [
    `UPDATE audit SET named = CAST(named || zeroblob(16) AS BLOB) WHERE uuid = '${signed}'`,
  ]),
  way('text beside a packed entry', ({ signed }) => [
    `UPDATE audit SET entry = '{}' WHERE uuid = '${signed}'`,
  ]),
  way('packed form of an entry removed', ({ signed }) => [
    `UPDATE audit SET packed = NULL, named = NULL WHERE uuid = '${signed}'`,
  ]),
]

export function way(name: string, statements: (records: BentRecords) => string[]): Way {
  return {
    name,
    bend: (file, records) => {
      for (const statement of statements(records)) file.exec(statement)
    },
  }
}

/** Write another name into the entries of a record. */
function rename(file: DatabaseSync, uuid: string, write: typeof asText): void {
  for (const { entry } of chainOf(file, uuid)) {
    write(file, canonicalJson(entry).replaceAll('Manager', 'Nobody'), entry.seq)
  }
}

function asText(file: DatabaseSync, text: string, seq: number): void {
  file.prepare(writeTextSql).run(text, seq)
}

function asPacked(file: DatabaseSync, text: string, seq: number): void {
  const { packed, named } = keepEntry('analysis', text)
  if (!packed || !named) throw new Error('The entry was not packed')
  const values = [new Uint8Array(packed), new Uint8Array(named), seq]
  file.prepare('UPDATE audit SET packed = ?, named = ? WHERE seq = ?').run(...values)
}

/** Read the entries of a record, oldest first. */
export function chainOf(file: DatabaseSync, uuid: string): { entry: AuditEntry }[] {
  return file
    .prepare(
      `SELECT entry, packed, named FROM audit WHERE uuid = ? AND kind = 'analysis' ORDER BY seq`,
    )
    .all(uuid)
    .map((row) => ({ entry: JSON.parse(textIn(row)) as AuditEntry }))
}
