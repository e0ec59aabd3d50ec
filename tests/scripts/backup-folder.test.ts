import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../domain/canonical.ts'
import { backupFormat, formatBackupNote, hashPage } from '../../domain/trail/backup.ts'
import { fromHex } from '../../domain/trail/bytes.ts'
import { formatCheckpoint, originOf } from '../../domain/trail/checkpoint.ts'
import { formatKey, signNote } from '../../domain/trail/note.ts'
import { appendLeaf, emptyRange, rootOf } from '../../domain/trail/tree.ts'
import { checkFolder } from '../../scripts/backup/check-folder.ts'
import { exportEach } from '../../scripts/backup/export.ts'
import { NewFolder, pageName, readFolder, sha256 } from '../../scripts/backup/folder.ts'
import { projectRoot } from '../../scripts/run-tool.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'

const own = mkdtempSync(join(tmpdir(), 'bapp-backup-'))
afterAll(() => rmSync(own, { recursive: true }))

const company = '0d1f6a34-6b1e-4c58-9a53-5a6f0b3c1e01'
const at = '2026-11-20T08:00:00.000Z'
const signer = makeSigner()
const file = Buffer.from('the bytes of an attachment')

/** Make a trail's key, as a deployment derives one from its secret. */
function makeSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const origin = originOf('eu', company)
  const key = { name: origin, key: new Uint8Array(raw) }
  return {
    origin,
    key: formatKey(key, trailTools.sha256),
    sign: (text: string) =>
      signNote(text, key, (message) => sign(null, message, privateKey), trailTools),
  }
}

interface Change {
  withFile?: boolean
  /** Row of the record in the backup: after which of its two entries; null for none. */
  rowOf?: 1 | 2 | null
  /** Columns of that row which say something else. */
  columns?: Record<string, unknown>
  /** Name of the record after its second entry. */
  named?: string
}

/**
 * Write a backup of one record with two entries, in the form of the edge; the edge's own is tested in
 * tests/edge/backup.test.ts.
 */
function writeBackup(
  path: string,
  { withFile = true, rowOf = 2, columns = {}, named = 'Run' }: Change = {},
): void {
  const [kind, uuid] = ['attachment', '7c1f6a34-6b1e-4c58-9a53-5a6f0b3c1e77']
  const first = { content_hash: sha256(file), created_at: at, name: 'Draft', updated_at: at }
  const states = [first, { ...first, name: named }]
  const range = emptyRange()
  const rows: { table: string; row: object }[] = []
  let previous: string | null = null
  for (const [index, record] of states.entries()) {
    const seq = index + 1
    const before = states[index - 1]
    const facts = { op_id: `change ${seq}`, at, kind, uuid, action: 'attachment.put' }
    const entry = canonicalJson({
      ...facts,
      seq,
      actor: { uuid, name: 'Somebody', via: 'account' },
      reason: '',
      previous,
      changes: before
        ? [{ field: 'name', before: before.name, after: record.name }]
        : ['content_hash', 'created_at', 'name'].map((field) => ({
            field,
            after: record[field as keyof typeof record],
          })),
      record_hash: sha256(canonicalJson(record)),
    })
    const leaf = sha256(Buffer.concat([Buffer.of(0), Buffer.from(entry)]))
    appendLeaf(range, fromHex(leaf) as Uint8Array, trailTools.sha256)
    previous = leaf
    rows.push({ table: 'operations', row: { seq, ...facts, actor: uuid } })
    rows.push({ table: 'audit', row: { seq, entry, leaf } })
    if (rowOf === seq) {
      const { name, created_at } = record
      const indexed = { swarm_uuid: null, name, status: null, created_at, updated_at: at }
      const body = JSON.stringify(record)
      const row = { seq, kind, uuid, ...indexed, deleted_at: null, body, ...columns }
      rows.push({ table: 'records', row })
    }
  }
  const root = rootOf(range, trailTools.sha256)
  const { origin, key } = signer
  const size = states.length
  const note = signer.sign(formatCheckpoint({ origin, size, root, at }))
  rows.push({ table: 'checkpoints', row: { size, at, note, key, anchored_at: null } })
  const head = { format: backupFormat, origin, migrations: 8, size, after: null }
  const lines = [{ ...head, directory: 's1.sealed' }, ...rows]
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const hash = hashPage('', body, trailTools)
  const end = signer.sign(formatBackupNote({ origin, size, root, hash, at }))
  const folder = new NewFolder(path)
  folder.write(pageName(1), Buffer.from(`${body}${JSON.stringify({ end })}\n`))
  if (withFile) folder.write(`blobs/${sha256(file)}`, file)
  folder.finish({
    company_uuid: company,
    origin,
    url: 'https://eu.bapp.example',
    version: '2.4.16',
    at,
    size: { from: size, to: size },
    pages: 1,
    blobs: Number(withFile),
  })
}

describe('a folder of a backup', () => {
  const whole = join(own, 'whole')
  beforeAll(() => writeBackup(whole))

  test('holds, also by the key that is known from elsewhere', async () => {
    const verdict = await checkFolder(whole, signer.key)
    expect(verdict).toMatchObject({ entries: 2, records: 1, files: 1, key: signer.key })
  })

  test('does not hold by another key', async () => {
    await expect(checkFolder(whole, makeSigner().key)).rejects.toThrow('key_unexpected')
  })

  test('does not hold with one bit changed, wherever it is', async () => {
    const names = ['manifest.json', 'manifest.sha256', ...Object.keys(readFolder(whole).files)]
    let tried = 0
    for (const name of names) {
      const bytes = readFileSync(join(whole, name))
      for (let place = 0; place < bytes.length; place += 7) {
        const bent = Buffer.from(bytes)
        bent[place] = (bent[place] ?? 0) ^ (1 << (place % 8))
        writeFileSync(join(whole, name), bent)
        await expect(checkFolder(whole), `${name} ${place}`).rejects.toThrow()
        tried += 1
      }
      writeFileSync(join(whole, name), bytes)
    }
    expect(tried).toBeGreaterThan(300)
    await checkFolder(whole)
  })

  test('does not hold when somebody who changed it rewrote the manifest', async () => {
    const path = join(own, 'forged')
    writeBackup(path)
    const text = readFileSync(join(path, pageName(1)), 'utf8').replaceAll('Somebody', 'Nobody..')
    rmSync(path, { recursive: true })
    const folder = new NewFolder(path)
    folder.write(pageName(1), Buffer.from(text))
    folder.write(`blobs/${sha256(file)}`, file)
    const { files: _, format: __, ...facts } = readFolder(whole)
    folder.finish(facts)
    await expect(checkFolder(path)).rejects.toThrow('is not what its leaf says')
  })

  test('does not hold without a file that a record names', async () => {
    const path = join(own, 'incomplete')
    writeBackup(path, { withFile: false })
    await expect(checkFolder(path)).rejects.toThrow(/blobs\/.* is missing/)
  })

  const bent: [name: string, change: Change, words: string][] = [
    ['is as an earlier entry left it', { rowOf: 1 }, 'but the trail goes on to entry 2'],
    ['is missing', { rowOf: null }, 'is missing: entry 2 of the trail has it'],
    ['says another name in its column', { columns: { name: 'X' } }, 'is not what the trail says'],
    ['says another swarm in its column', { columns: { swarm_uuid: 'X' } }, 'is not what the trail'],
    ['has another body', { columns: { body: '{"name":"X"}' } }, 'is not what the trail says'],
  ]
  test.each(bent)('attack H1: does not hold where a record %s', async (name, change, words) => {
    const path = join(own, name.replaceAll(' ', '-'))
    writeBackup(path, change)
    await expect(checkFolder(path)).rejects.toThrow(words)
  })

  test('is compared with a later one: the same passes, another history fails', async () => {
    const other = join(own, 'another')
    writeBackup(other, { named: 'Another run' })
    const compare = (path: string) =>
      promisify(execFile)(process.execPath, [
        join(projectRoot, 'scripts', 'backup.ts'),
        'compare',
        whole,
        path,
      ])
    expect((await compare(whole)).stdout).toMatch(
      /[1-9]\d* rows compared, 0 differ; files the same/,
    )
    await expect(compare(other)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not what was backed up'),
    })
  })

  test('is never written over', () => {
    expect(() => new NewFolder(whole)).toThrow('not empty')
  })
})

test('a backup of all companies goes on after one that fails, and says which has none', async () => {
  const tried: string[] = []
  const failed = await exportEach(['a', 'b', 'c'], (one) => {
    tried.push(one)
    return one === 'b' ? Promise.reject(new Error('the store does not answer')) : Promise.resolve()
  })
  expect(tried).toEqual(['a', 'b', 'c'])
  expect(failed.map(({ company: one, error }) => [one, error.message])).toEqual([
    ['b', 'the store does not answer'],
  ])
})
