import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SettleFile, WatchedFile } from '../../domain/desktop-bridge.ts'

/** The folder that is watched, and for which company. */
export interface WatchedPlace {
  folder: string
  company_uuid: string | null
  company_name: string
  paused: boolean
}

/** A file as the disk lists it; `ino` stays the same through a renaming. */
export interface SeenFile {
  path: string
  ino: number
  size: number
  mtime: number
}

/**
 * Keep on the disk what a watched folder has brought: a row for each content, by its SHA-256, so that nothing comes twice. A commit
 * is on the disk when it returns.
 */
export interface Queue {
  place(): WatchedPlace | null
  setPlace(place: WatchedPlace | null): void
  /** Return the content of a file that was taken in or left alone before, under this or an earlier name; null for a new one. */
  known(file: SeenFile): string | null
  /** Note files that were there before the folder was chosen: they are left alone. */
  leaveAlone(files: readonly SeenFile[]): void
  /** Add a file whose content is kept. */
  add(file: SeenFile, hash: string, name: string, at: string): void
  settle(order: SettleFile, at: string): boolean
  find(hash: string): WatchedFile | null
  /** List those that wait to be imported, then those that ask a person, then all others; the newest of each first. */
  list(most: number): WatchedFile[]
  counts(): Partial<Record<WatchedFile['state'], number>>
  close(): void
}

const schema = `
  CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS file (
    hash TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    state TEXT NOT NULL,
    found_at TEXT NOT NULL,
    settled_at TEXT,
    body TEXT NOT NULL DEFAULT '{}'
  );
  CREATE INDEX IF NOT EXISTS file_by_state ON file (state, found_at);
  CREATE INDEX IF NOT EXISTS file_by_path ON file (path);
  CREATE TABLE IF NOT EXISTS seen (
    size INTEGER NOT NULL,
    mtime REAL NOT NULL,
    ino INTEGER NOT NULL,
    path TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (size, mtime, ino, path)
  ) WITHOUT ROWID;
`
/** Content of a file that was there before, which is not read. */
const leftAlone = ''

export function openQueue(folder: string): Queue {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const store = new DatabaseSync(join(folder, 'queue.sqlite'))
  store.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  store.exec(schema)
  return {
    ...placeIn(store),
    ...seenIn(store),
    ...rowsIn(store),
    close: () => store.close(),
  }
}

function transact(store: DatabaseSync, act: () => void): void {
  store.exec('BEGIN IMMEDIATE')
  try {
    act()
    store.exec('COMMIT')
  } catch (error) {
    store.exec('ROLLBACK')
    throw error
  }
}

function placeIn(store: DatabaseSync): Pick<Queue, 'place' | 'setPlace'> {
  return {
    place() {
      const row = store.prepare(`SELECT value FROM setting WHERE name = 'place'`).get()
      return row ? (JSON.parse(String(row['value'])) as WatchedPlace) : null
    },
    setPlace(place) {
      if (place === null) store.exec(`DELETE FROM setting WHERE name = 'place'`)
      else {
        store
          .prepare(`INSERT OR REPLACE INTO setting (name, value) VALUES ('place', ?)`)
          .run(JSON.stringify(place))
      }
    },
  }
}

function noteSeen(store: DatabaseSync, { size, mtime, ino, path }: SeenFile, hash: string): void {
  store
    .prepare('INSERT OR IGNORE INTO seen (size, mtime, ino, path, hash) VALUES (?, ?, ?, ?, ?)')
    .run(size, mtime, ino, path, hash)
}

function seenIn(store: DatabaseSync): Pick<Queue, 'known' | 'leaveAlone'> {
  return {
    known({ size, mtime, ino, path }) {
      const row = store
        .prepare(
          'SELECT hash FROM seen WHERE size = ? AND mtime = ? AND (ino = ? OR path = ?) LIMIT 1',
        )
        .get(size, mtime, ino, path)
      return row ? String(row['hash']) : null
    },
    leaveAlone: (files) =>
      transact(store, () => files.forEach((file) => noteSeen(store, file, leftAlone))),
  }
}

function rowsIn(store: DatabaseSync): Pick<Queue, 'add' | 'settle' | 'find' | 'list' | 'counts'> {
  return {
    add: (file, hash, name, at) =>
      transact(store, () => {
        noteSeen(store, file, hash)
        addRow(store, file, { hash, name, at })
      }),
    settle({ hash, state, ...body }, at) {
      const { changes } = store
        .prepare(
          `UPDATE file SET state = ?, settled_at = ?, body = json_patch(body, ?)
             WHERE hash = ? AND state IN ('waiting', 'asks', 'failed')`,
        )
        .run(state, state === 'waiting' ? null : at, JSON.stringify(body), hash)
      return changes === 1
    },
    find(hash) {
      const row = store.prepare('SELECT * FROM file WHERE hash = ?').get(hash)
      return row ? readRow(row) : null
    },
    list: (most) =>
      store
        .prepare(
          `SELECT * FROM file WHERE state != 'replaced'
             ORDER BY state != 'waiting', state NOT IN ('asks', 'failed'), coalesce(settled_at, found_at) DESC, hash LIMIT ?`,
        )
        .all(most)
        .map(readRow),
    counts: () =>
      Object.fromEntries(
        store
          .prepare('SELECT state, count(*) AS many FROM file GROUP BY state')
          .all()
          .map(({ state, many }) => [String(state), Number(many)]),
      ),
  }
}

/** Add the row of a new content; it takes the place of an earlier writing of the same file. */
function addRow(
  store: DatabaseSync,
  { path, size }: SeenFile,
  { hash, name, at }: { hash: string; name: string; at: string },
): void {
  if (store.prepare('SELECT 1 FROM file WHERE hash = ?').get(hash) !== undefined) return
  const imported = store
    .prepare(`SELECT 1 FROM file WHERE path = ? AND state = 'imported'`)
    .get(path)
  // Drop an earlier writing that nobody has imported yet: it was not whole.
  store
    .prepare(
      `UPDATE file SET state = 'replaced', settled_at = ? WHERE path = ? AND state IN ('waiting', 'asks', 'failed')`,
    )
    .run(at, path)
  store
    .prepare(
      `INSERT INTO file (hash, name, path, size, state, found_at, body) VALUES (?, ?, ?, ?, 'waiting', ?, ?)`,
    )
    .run(hash, name, path, size, at, JSON.stringify({ again: imported !== undefined }))
}

function readRow(row: Record<string, unknown>): WatchedFile {
  const { hash, name, size, state, found_at, settled_at, body } = row
  const known = JSON.parse(String(body)) as Partial<WatchedFile>
  return {
    hash: String(hash),
    name: String(name),
    size: Number(size),
    state: state as WatchedFile['state'],
    found_at: String(found_at),
    settled_at: settled_at as string | null,
    again: known.again === true,
    question: known.question ?? null,
    cause: known.cause ?? null,
    analysis_uuid: known.analysis_uuid ?? null,
    analysis_name: known.analysis_name ?? null,
  }
}
