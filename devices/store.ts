import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * The device's own storage, one SQLite file. Every change that must survive a power cut goes through
 * `transact`, and a commit is on the disk when it returns (write-ahead log, synchronous=FULL): what was
 * measured is never measured again, and what was not kept was not measured.
 */
export type Store = DatabaseSync

const schema = `
  CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS run (
    analysis_uuid TEXT PRIMARY KEY,
    loaded_at TEXT NOT NULL,
    body TEXT NOT NULL,
    running INTEGER NOT NULL,
    start_acknowledged INTEGER NOT NULL DEFAULT 0,
    end_acknowledged INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS reading (
    analysis_uuid TEXT NOT NULL,
    phase TEXT NOT NULL,
    point INTEGER NOT NULL,
    body TEXT NOT NULL,
    acknowledged INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (analysis_uuid, phase, point)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS reading_waiting ON reading (analysis_uuid) WHERE acknowledged = 0;
  CREATE TABLE IF NOT EXISTS refused_reading (
    analysis_uuid TEXT NOT NULL,
    phase TEXT NOT NULL,
    point INTEGER NOT NULL,
    field TEXT NOT NULL,
    PRIMARY KEY (analysis_uuid, phase, point, field)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS answer (
    command_uuid TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    body TEXT NOT NULL,
    acknowledged INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS answer_waiting ON answer (received_at) WHERE acknowledged = 0;
  CREATE TABLE IF NOT EXISTS samba (
    uuid TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    password TEXT
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS wifi (
    ssid TEXT PRIMARY KEY,
    security TEXT NOT NULL,
    password TEXT
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS slot (name TEXT PRIMARY KEY, image BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS image_piece (start INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS shell_line (number INTEGER PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS lan_command (
    command_uuid TEXT PRIMARY KEY,
    user_uuid TEXT NOT NULL,
    print TEXT NOT NULL,
    body TEXT NOT NULL,
    told INTEGER NOT NULL DEFAULT 0
  );
`

/** Open (or make) the storage in a folder. */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true })
  const store = new DatabaseSync(join(folder, 'device.sqlite'))
  store.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
  store.exec(schema)
  return store
}

/** Run `act` in one transaction: all of it is kept, or nothing. Inside another one it belongs to that. */
export function transact<Result>(store: Store, act: () => Result): Result {
  if (store.isTransaction) return act()
  store.exec('BEGIN IMMEDIATE')
  try {
    const result = act()
    store.exec('COMMIT')
    return result
  } catch (error) {
    store.exec('ROLLBACK')
    throw error
  }
}

export function readSetting(store: Store, name: string): string | null {
  const row = store.prepare('SELECT value FROM setting WHERE name = ?').get(name)
  return row ? String(row['value']) : null
}

export function removeSetting(store: Store, name: string): void {
  store.prepare('DELETE FROM setting WHERE name = ?').run(name)
}

export function writeSetting(store: Store, name: string, value: string): void {
  store.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(name, value)
}
