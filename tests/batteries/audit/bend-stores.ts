import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { canonicalJson } from '../../../domain/canonical.ts'
import { type AuditEntry, type Body, hashRecord, replayEntry } from '../../../domain/trail/entry.ts'
import { contentSigned } from '../../../domain/trail/signed.ts'
import { verifyFile } from '../../../domain/trail/verify-file.ts'
import { toHex } from '../../../domain/trail/bytes.ts'
import { hashLeaf } from '../../../domain/trail/tree.ts'
import { trailTools } from '../../../edge/store/trail-tools.ts'
import { checkFolder } from '../../../scripts/backup/check-folder.ts'
import { Deployment } from '../../../scripts/backup/deployment.ts'
import { exportCompany } from '../../../scripts/backup/export.ts'
import { type BentRecords, chainOf, entryWays, type Way, way } from './bend-entries.ts'
import { flipBit } from './flip-bytes.ts'
import type { RealStore } from './store.ts'
import { beforeSeals } from '../../support/before-seals.ts'
import { textIn, writeTextSql } from '../../support/kept-entries.ts'
import { count, newTally, type Tally } from './tally.ts'

/** Ways in which a store's file was changed from outside, and those beside it. */
export const ways: readonly Way[] = [
  {
    name: 'signed record rolled back with its number',
    bend: (file, { signed }) => rollBack(file, signed, 1),
  },
  {
    name: 'plain record rolled back with its number',
    bend: (file, { plain }) => rollBack(file, plain, 1),
  },
  way('signed record deleted', ({ signed }) => [`DELETE FROM records WHERE uuid = '${signed}'`]),
  way('plain record deleted', ({ plain }) => [`DELETE FROM records WHERE uuid = '${plain}'`]),
  way('record altered', ({ signed }) => [setBody(signed, `'$.notebook', 'bent'`)]),
  way('record altered with the hash of its signature', ({ signed }) => [
    setBody(signed, `'$.notebook', 'bent', '$.signature.record_hash', '${'a'.repeat(64)}'`),
  ]),
  way('record set back to unsigned', ({ signed }) => [
    `UPDATE records SET status = 'COMPLETE',
       body = json_set(body, '$.status', 'COMPLETE', '$.signature', json('null')) WHERE uuid = '${signed}'`,
  ]),
  way('bodies of two records exchanged', ({ signed, plain }) => [
    `CREATE TEMP TABLE held AS SELECT uuid, body FROM records WHERE uuid IN ('${signed}', '${plain}')`,
    `UPDATE records SET body = (SELECT body FROM held WHERE uuid = '${plain}') WHERE uuid = '${signed}'`,
    `UPDATE records SET body = (SELECT body FROM held WHERE uuid = '${signed}') WHERE uuid = '${plain}'`,
  ]),
  way('status in its column alone', ({ signed }) => [
    `UPDATE records SET status = 'COMPLETE' WHERE uuid = '${signed}'`,
  ]),
  way('swarm in its column alone', ({ signed }) => [
    `UPDATE records SET swarm_uuid = 'elsewhere' WHERE uuid = '${signed}'`,
  ]),
  way('row put in under another id', ({ plain }) => [
    `INSERT INTO records (kind, uuid, seq, swarm_uuid, name, status, created_at, updated_at, body)
     SELECT kind, 'another', seq + 1000000, swarm_uuid, name, status, created_at, updated_at, body
     FROM records WHERE uuid = '${plain}'`,
  ]),
  way('row moved to another kind', ({ plain }) => [
    `UPDATE records SET kind = 'report' WHERE uuid = '${plain}'`,
  ]),
  {
    name: 'signature appended that nobody gave, with all that belongs to it',
    bend: (file, { plain }) => appendSignature(file, plain),
  },
  {
    name: 'the same, and the tables taken back to those of the version from before seals',
    bend: (file, { plain }) =>
      appendSignature(
        file,
        plain,
        beforeSeals((query) => file.prepare(query).all()),
      ),
  },
  way('permission put into a profile', () => [
    `UPDATE records SET body = json_set(body, '$.permissions[#]', 'analysis.validate')
     WHERE kind = 'profile' AND name = 'Operator'`,
  ]),
  way('person moved to another profile', () => [
    `UPDATE records SET body = json_set(body, '$.profile_uuid',
       (SELECT uuid FROM records WHERE kind = 'profile' AND name = 'Administrator'))
     WHERE kind = 'user' AND name LIKE 'Manager%'`,
  ]),
  ...entryWays,
  way('entry deleted', ({ signed }) => [
    `DELETE FROM audit WHERE seq = (SELECT min(seq) FROM audit WHERE uuid = '${signed}')`,
  ]),
  way('two entries exchanged', () => [
    `UPDATE audit SET seq = -1 WHERE seq = 5`,
    `UPDATE audit SET seq = 5 WHERE seq = 6`,
    `UPDATE audit SET seq = 6 WHERE seq = -1`,
  ]),
  way('columns of an entry, so that its record seems older', ({ signed }) => [
    `UPDATE audit SET uuid = 'hidden' WHERE seq = (SELECT max(seq) FROM audit WHERE uuid = '${signed}')`,
  ]),
  way('operation beside an entry', ({ signed }) => [
    `UPDATE operations SET actor = 'nobody' WHERE uuid = '${signed}'`,
  ]),
  way('operation put in without an entry', () => [
    `INSERT INTO operations (op_id, kind, uuid, action, actor, at) VALUES ('x', 'user', 'u', 'a', 'b', '2026')`,
  ]),
  way('last ten entries deleted', () => [
    'DELETE FROM audit WHERE seq > (SELECT max(seq) - 10 FROM audit)',
  ]),
  way('last ten entries deleted with their operations', () => [
    'DELETE FROM audit WHERE seq > (SELECT max(seq) - 10 FROM operations)',
    'DELETE FROM operations WHERE seq > (SELECT max(seq) - 10 FROM operations)',
  ]),
  { name: 'history rewritten', bend: (file, { signed }) => makeAnew(file, signed) },
  {
    name: 'history rewritten, all checkpoints removed',
    bend: (file, { signed }) => {
      makeAnew(file, signed)
      file.exec('DELETE FROM checkpoints')
    },
  },
  {
    name: 'history rewritten, all checkpoints removed, and an explanation of a rewind forged',
    bend: (file, { signed }) => {
      makeAnew(file, signed)
      file.exec('DELETE FROM checkpoints')
      forgeExplanation(file)
    },
  },
  {
    name: 'row and newest entry altered alike',
    bend: (file, { signed }) => bendAlike(file, signed, false),
  },
  {
    name: 'row, newest entry and its leaf altered alike',
    bend: (file, { signed }) => bendAlike(file, signed, true),
  },
  {
    ...way('kept hash of the tree altered', () => [
      `UPDATE audit_tiles SET hash = '${'c'.repeat(64)}'`,
    ]),
    entries: 256,
  },
]

function setBody(uuid: string, what: string): string {
  return `UPDATE records SET body = json_set(body, ${what}) WHERE uuid = '${uuid}'`
}

/** Set the record back to its state after so many entries. */
function rollBack(file: DatabaseSync, uuid: string, entries: number): void {
  let body: Body | null = null
  let seq = 0
  for (const row of chainOf(file, uuid).slice(0, entries)) {
    body = replayEntry(body, row.entry)
    seq = row.entry.seq
  }
  file
    .prepare('UPDATE records SET seq = ?, body = ?, status = ?, updated_at = ? WHERE uuid = ?')
    .run(seq, JSON.stringify(body), String(body?.['status']), String(body?.['updated_at']), uuid)
}

/** Append a signature by a person who never signed: operation, entry and row fit each other and the trail. */
function appendSignature(file: DatabaseSync, uuid: string, then: string[] = []): void {
  const { body } = file.prepare('SELECT body FROM records WHERE uuid = ?').get(uuid) ?? {}
  const before = JSON.parse(String(body)) as Body
  const last = file
    .prepare(
      'SELECT seq, leaf, entry, packed, named FROM audit WHERE uuid = ? ORDER BY seq DESC LIMIT 1',
    )
    .get(uuid)
  const newest = file.prepare('SELECT seq, at FROM operations ORDER BY seq DESC LIMIT 1').get()
  const [seq, at, op_id] = [Number(newest?.['seq']) + 1, String(newest?.['at']), 'forged']
  const { actor } = JSON.parse(textIn(last)) as AuditEntry
  const signature = {
    user_uuid: actor.uuid,
    printed_name: actor.name,
    at,
    zone: 'UTC',
    meaning: 'approval',
    comment: '',
    record_hash: hashRecord(contentSigned(before), trailTools),
  }
  const after: Body = { ...before, status: 'VALIDATION', signature, updated_at: at }
  const changes = ['signature', 'status'].map((field) => ({
    field,
    ...(field in before && { before: before[field] }),
    after: after[field],
  }))
  const text = canonicalJson({
    seq,
    op_id,
    at,
    actor,
    action: 'analysis.validate',
    kind: 'analysis',
    uuid,
    reason: '',
    changes,
    previous: last?.['leaf'],
    record_hash: hashRecord(after, trailTools),
  })
  const leaf = toHex(hashLeaf(new TextEncoder().encode(text), trailTools.sha256))
  file
    .prepare(
      `INSERT INTO operations (seq, op_id, kind, uuid, action, actor, at) VALUES (?, ?, 'analysis', ?, 'analysis.validate', ?, ?)`,
    )
    .run(seq, op_id, uuid, actor.uuid, at)
  file
    .prepare(
      `INSERT INTO audit (seq, kind, uuid, entry, leaf, previous_seq) VALUES (?, 'analysis', ?, ?, ?, ?)`,
    )
    .run(seq, uuid, text, leaf, Number(last?.['seq']))
  file
    .prepare(
      `UPDATE records SET seq = ?, body = ?, status = 'VALIDATION', updated_at = ? WHERE uuid = ? AND kind = 'analysis'`,
    )
    .run(seq, JSON.stringify(after), at, uuid)
  for (const statement of then) file.exec(statement)
}

/** Alter entries and leaves so that they fit each other again, as an attacker would; remove the kept hashes of the tree too. */
function makeAnew(file: DatabaseSync, uuid: string): void {
  let previous: string | null = null
  for (const { entry } of chainOf(file, uuid)) {
    const bent = canonicalJson({ ...entry, actor: { ...entry.actor, role: 'Other' }, previous })
    previous = toHex(hashLeaf(trailTools.encode(bent), trailTools.sha256))
    file.prepare(writeTextSql).run(bent, entry.seq)
    file.prepare('UPDATE audit SET leaf = ? WHERE seq = ?').run(previous, entry.seq)
  }
  file.exec('DELETE FROM audit_tiles')
}

/** Forge a row that declares all anchors as lost, as the service would write it, without its signature. */
function forgeExplanation(file: DatabaseSync): void {
  const at = new Date().toISOString()
  const [finding, end] = [{ reason: 'anchor_ahead', anchor: 1, size: 1, found_at: at }, 1_000_000]
  const explained = { at, up_to: end, lost: [{ after: 0, to: end }], size: 1, root: '', note: '' }
  file
    .prepare(`INSERT OR REPLACE INTO meta (name, value) VALUES ('rewound', ?)`)
    .run(JSON.stringify({ ...finding, explained }))
}

/** Make the newest entry lead to the changed record. */
function bendAlike(file: DatabaseSync, uuid: string, withLeaf: boolean): void {
  const entry = chainOf(file, uuid).at(-1)?.entry
  const row = file.prepare('SELECT body FROM records WHERE uuid = ?').get(uuid)
  if (!entry) throw new Error('no such record')
  const body = { ...(JSON.parse(String(row?.['body'])) as Body), notebook: 'bent' }
  const text = canonicalJson({ ...entry, record_hash: hashRecord(body, trailTools) })
  const leaf = toHex(hashLeaf(trailTools.encode(text), trailTools.sha256))
  file.prepare('UPDATE records SET body = ? WHERE uuid = ?').run(JSON.stringify(body), uuid)
  file.prepare(writeTextSql).run(text, entry.seq)
  if (withLeaf) file.prepare('UPDATE audit SET leaf = ? WHERE seq = ?').run(leaf, entry.seq)
}

/** A store and the records in it to bend. */
export interface Bendable {
  store: RealStore
  records: BentRecords
}

/**
 * Bend the file of a running store in each way while it is stopped, and start it; with stores beside it each is bent in another way
 * before the one start. Noticed is what the service says of itself without being asked for anything else, and what its
 * exports and the check of its backup say.
 */
export async function bendStores(
  own: Bendable,
  beside: readonly Bendable[],
  some: readonly Way[] = ways,
): Promise<Tally[]> {
  const tallies = {
    said: newTally('stores bent while stopped, by the state of the store'),
    exported: newTally('records exported from bent stores, refused or found by the verifier'),
    backup: newTally('backups of bent stores, by the check of the folder'),
  }
  const { store } = own
  const all = [own, ...beside]
  const { size } = await store.state()
  for (const one of beside) await one.store.state()
  await store.stop()
  store.keepMoment('sound')
  const fitting = some.filter(({ entries = 0 }) => size >= entries)
  for (let first = 0; first < fitting.length; first += all.length) {
    const bent = all.flatMap((one, at) => {
      const chosen = fitting[first + at]
      return chosen ? [{ ...one, chosen }] : []
    })
    for (const { store: on, records, chosen } of bent) {
      on.bendFile((file) => chosen.bend(file, records))
    }
    await store.start()
    for (const { store: on, records, chosen } of bent) {
      const { damaged } = await on.state()
      count(tallies.said, damaged !== null, () => chosen.name)
      count(tallies.exported, await isExportRefused(on, records.signed), () => chosen.name)
      count(tallies.backup, await isBackupRefused(on), () => chosen.name)
    }
    await store.stop()
    store.putBack('sound')
  }
  await store.start()
  // Check that sound stores pass, without which nothing above would mean anything.
  for (const { store: on, records } of all) {
    const { damaged } = await on.state()
    count(tallies.said, damaged === null, () => 'the sound store calls itself damaged')
    count(tallies.exported, !(await isExportRefused(on, records.signed)), () => 'the sound record')
    count(tallies.backup, !(await isBackupRefused(on)), () => 'the sound backup')
  }
  return Object.values(tallies)
}

async function isExportRefused(store: RealStore, uuid: string): Promise<boolean> {
  const file = await store.exportRecord(uuid).catch(() => null)
  return file === null || (await verifyFile(file, trailTools)).problems.length > 0
}

async function isBackupRefused(store: RealStore): Promise<boolean> {
  const out = mkdtempSync(join(tmpdir(), 'bapp-bent-backup-'))
  const { url, secret } = store.operator
  try {
    await exportCompany(new Deployment(url, secret), store.company, out)
    await checkFolder(out)
    return false
  } catch {
    return true
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/** Bend the rows that searches read. They decide nothing, and the next comparison writes them again from the records. */
export async function bendSearched(store: RealStore, signed: string): Promise<Tally> {
  const tally = newTally('rows beside the records bent, by a second correction of one analysis')
  await store.correct(signed)
  await store.stop()
  store.bendFile((file) => file.exec('UPDATE analysis_facts SET corrects = NULL'))
  await store.start()
  const again = await store.correct(signed).then(
    () => true,
    () => false,
  )
  count(tally, !again, () => 'corrected twice')
  await store.state()
  await store.stop()
  store.bendFile((file) => {
    const row = file.prepare('SELECT uuid FROM analysis_facts WHERE corrects = ?').get(signed)
    count(tally, row !== undefined, () => 'not mended')
  })
  await store.start()
  return tally
}

/** Bend each file behind a finished analysis: nothing is signed on it, and no backup takes it for whole. */
export async function bendFilesBehind(store: RealStore): Promise<Tally> {
  const tally = newTally('curve and result files bent, by the backup and by who signs on them')
  const record = await store.importRun()
  for (const path of store.filesBehind(record)) {
    const sound = readFileSync(path)
    const ways = [flipBit(sound), sound.subarray(0, sound.length >> 1)]
    for (const [at, bent] of ways.entries()) {
      writeFileSync(path, bent)
      const signed = await store.signRecord(record).then(
        () => true,
        () => false,
      )
      count(tally, !signed, () => `signed, file ${at}`)
      count(tally, await isBackupRefused(store), () => `backup, file ${at}`)
    }
    writeFileSync(path, sound)
  }
  await store.signRecord(record)
  count(tally, !(await isBackupRefused(store)), () => 'the sound files')
  return tally
}
