import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../domain/canonical.ts'
import { backupFormat, formatBackupNote, hashPage } from '../../domain/trail/backup.ts'
import { fromHex } from '../../domain/trail/bytes.ts'
import { formatCheckpoint, originOf } from '../../domain/trail/checkpoint.ts'
import { formatKey, signNote } from '../../domain/trail/note.ts'
import { appendLeaf, emptyRange, rootOf } from '../../domain/trail/tree.ts'
import { checkFolder } from '../../scripts/backup/check-folder.ts'
import { NewFolder, pageName, readFolder, sha256 } from '../../scripts/backup/folder.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'

const own = mkdtempSync(join(tmpdir(), 'bapp-backup-'))
afterAll(() => rmSync(own, { recursive: true }))

const company = '0d1f6a34-6b1e-4c58-9a53-5a6f0b3c1e01'
const at = '2026-11-20T08:00:00.000Z'
const signer = makeSigner()
const file = Buffer.from('the bytes of an attachment')

/** A trail's key, as a deployment derives one from its secret. */
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

/** A backup of one record, as the edge writes it: what the edge really writes is tested in tests/edge/backup.test.ts. */
function writeBackup(path: string, withFile = true): void {
  const record = { content_hash: sha256(file), name: 'Run', updated_at: at }
  const [kind, uuid] = ['attachment', '7c1f6a34-6b1e-4c58-9a53-5a6f0b3c1e77']
  const entry = canonicalJson({
    seq: 1,
    op_id: 'first',
    at,
    actor: { uuid, name: 'Somebody', via: 'account' },
    action: 'attachment.add',
    kind,
    uuid,
    reason: '',
    previous: null,
    changes: [
      { field: 'content_hash', after: record.content_hash },
      { field: 'name', after: record.name },
    ],
    record_hash: sha256(canonicalJson(record)),
  })
  const leaf = sha256(Buffer.concat([Buffer.of(0), Buffer.from(entry)]))
  const range = emptyRange()
  appendLeaf(range, fromHex(leaf) as Uint8Array, trailTools.sha256)
  const root = rootOf(range, trailTools.sha256)
  const { origin, key } = signer
  const note = signer.sign(formatCheckpoint({ origin, size: 1, root, at }))
  const head = { format: backupFormat, origin, migrations: 8, size: 1, after: null }
  const rows = [
    { table: 'audit', row: { seq: 1, entry, leaf } },
    {
      table: 'records',
      row: { seq: 1, kind, uuid, deleted_at: null, body: JSON.stringify(record) },
    },
    { table: 'checkpoints', row: { size: 1, at, note, key, anchored_at: null } },
  ]
  const lines = [{ ...head, directory: 's1.sealed' }, ...rows]
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const hash = hashPage('', body, trailTools)
  const end = signer.sign(formatBackupNote({ origin, size: 1, root, hash, at }))
  const folder = new NewFolder(path)
  folder.write(pageName(1), Buffer.from(`${body}${JSON.stringify({ end })}\n`))
  if (withFile) folder.write(`blobs/${sha256(file)}`, file)
  folder.finish({
    company_uuid: company,
    origin,
    url: 'https://eu.bapp.example',
    version: '2.4.16',
    at,
    size: { from: 1, to: 1 },
    pages: 1,
    blobs: Number(withFile),
  })
}

describe('a folder of a backup', () => {
  const whole = join(own, 'whole')
  beforeAll(() => writeBackup(whole))

  test('holds, also by the key that is known from elsewhere', async () => {
    const verdict = await checkFolder(whole, signer.key)
    expect(verdict).toMatchObject({ entries: 1, records: 1, files: 1, key: signer.key })
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

  test('does not hold when somebody who changed it made the manifest anew', async () => {
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
    writeBackup(path, false)
    await expect(checkFolder(path)).rejects.toThrow(/blobs\/.* is missing/)
  })

  test('is never written over', () => {
    expect(() => new NewFolder(whole)).toThrow('not empty')
  })
})
