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
 * Keep on the disk what a watched folder has brought: a row for each content, by its SHA-256, so that nothing comes twice. Files belong
 * to the company that the folder was watched for; all calls see those of the present company only. A commit is on the disk when it returns.
 */
export interface Queue {
  place(): WatchedPlace | null
  setPlace(place: WatchedPlace | null): void
  /** Return the content of a file that was taken in or left alone before, under this or an earlier name; null for a new one. */
  known(file: SeenFile): string | null
  /** Note files that were there before the folder was chosen: they are left alone. */
  leaveAlone(files: readonly SeenFile[]): void
  /**
   * Add a file whose content is kept. Return the contents whose place it took: earlier writings of the same file. One that a person is
   * asked about, or that has waited for long, keeps its place: instruments use a name for the next run again.
   */
  add(file: SeenFile, hash: string, name: string, at: string, earlier: Earlier): string[]
  settle(order: SettleFile, at: string): boolean
  /** Note that samples of an analysis were planned from the orders of a file; false for a file that is not the company's. */
  plan(hash: string, analysis: string): boolean
  /** Note the signature that was answered last. Return false where no such plan is known. */
  answer(hash: string, analysis: string, signedAt: string): boolean
  find(hash: string): WatchedFile | null
  /** Return true for a content that is still to be imported, by any company. */
  isOpen(hash: string): boolean
  /** Return true for an earlier writing that another one has replaced. */
  isReplaced(hash: string): boolean
  /** List those that wait to be imported, then those that ask a person or owe an answer, then all others; the newest of each first. */
  list(most: number): WatchedFile[]
  counts(): Partial<Record<WatchedFile['state'], number>>
  close(): void
}

/** Facts of contents that were there before. */
export interface Earlier {
  /** Return the name under which a content is in the folder still: such a file was moved or copied, not overwritten. */
  elsewhere: (hash: string) => string | null
  /** Return true for a content with which the new one begins: the file has grown. */
  isBeginning: (hash: string) => boolean
}

const schema = `
  CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS file (
    company TEXT NOT NULL,
    hash TEXT NOT NULL,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    state TEXT NOT NULL,
    found_at TEXT NOT NULL,
    settled_at TEXT,
    body TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (company, hash)
  );
  CREATE INDEX IF NOT EXISTS file_by_state ON file (company, state, found_at);
  CREATE INDEX IF NOT EXISTS file_by_path ON file (company, path);
  CREATE TABLE IF NOT EXISTS planned (
    company TEXT NOT NULL,
    hash TEXT NOT NULL,
    analysis TEXT NOT NULL,
    answered TEXT,
    PRIMARY KEY (company, hash, analysis)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS seen (
    size INTEGER NOT NULL,
    mtime REAL NOT NULL,
    ino INTEGER NOT NULL,
    path TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (size, mtime, ino, path)
  ) WITHOUT ROWID;
`
/** Company of files that were found before anybody had signed in. */
const unbound = ''
/** Content of a file that was there before, which is not read. */
const leftAlone = ''

export function openQueue(folder: string): Queue {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const store = new DatabaseSync(join(folder, 'queue.sqlite'))
  store.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  renameOld(store)
  store.exec(schema)
  takeOver(store)
  const place = placeIn(store)
  const company = () => place.place()?.company_uuid ?? unbound
  return {
    ...place,
    ...seenIn(store),
    ...rowsIn(store, company),
    ...plansIn(store, company),
    close: () => store.close(),
  }
}

/** Put a table of files aside that names no companies yet: earlier builds kept the company with the folder alone. */
function renameOld(store: DatabaseSync): void {
  const columns = store.prepare(`SELECT name FROM pragma_table_info('file')`).all()
  if (columns.length === 0 || columns.some(({ name }) => name === 'company')) return
  store.exec('DROP INDEX IF EXISTS file_by_state; DROP INDEX IF EXISTS file_by_path')
  store.exec('ALTER TABLE file RENAME TO file_of_folder')
}

/** Give the files of a table that was put aside to the company of the folder; done in one, so that none is lost. */
function takeOver(store: DatabaseSync): void {
  const old = store.prepare(`SELECT 1 FROM pragma_table_info('file_of_folder')`).all()
  if (old.length === 0) return
  transact(store, () => {
    store
      .prepare(
        `INSERT OR IGNORE INTO file (company, hash, name, path, size, state, found_at, settled_at, body)
         SELECT ?, hash, name, path, size, state, found_at, settled_at, body FROM file_of_folder`,
      )
      .run(placeIn(store).place()?.company_uuid ?? unbound)
    store.exec('DROP TABLE file_of_folder')
  })
}

function transact<Result>(store: DatabaseSync, act: () => Result): Result {
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

function placeIn(store: DatabaseSync): Pick<Queue, 'place' | 'setPlace'> {
  return {
    place() {
      const row = store.prepare(`SELECT value FROM setting WHERE name = 'place'`).get()
      return row ? (JSON.parse(String(row['value'])) as WatchedPlace) : null
    },
    setPlace(place) {
      if (place === null) store.exec(`DELETE FROM setting WHERE name = 'place'`)
      else {
        // Give files that were found before a sign-in to the first company that is bound.
        if (place.company_uuid !== null) {
          store
            .prepare('UPDATE OR IGNORE file SET company = ? WHERE company = ?')
            .run(place.company_uuid, unbound)
        }
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

const plansOfFile = 'FROM planned WHERE planned.company = file.company AND planned.hash = file.hash'
const owesAnswer = `EXISTS (SELECT 1 ${plansOfFile} AND answered IS NULL)`
const withPlans = `SELECT *, (SELECT json_group_array(json_object('analysis_uuid', analysis, 'answered', answered)) ${plansOfFile}) AS plans FROM file`

function plansIn(store: DatabaseSync, company: () => string): Pick<Queue, 'plan' | 'answer'> {
  return {
    plan(hash, analysis) {
      const { changes } = store
        .prepare(
          `INSERT INTO planned (company, hash, analysis) SELECT company, hash, ? FROM file WHERE company = ? AND hash = ?
             ON CONFLICT DO UPDATE SET analysis = excluded.analysis`,
        )
        .run(analysis, company(), hash)
      return changes === 1
    },
    answer(hash, analysis, signedAt) {
      const { changes } = store
        .prepare('UPDATE planned SET answered = ? WHERE company = ? AND hash = ? AND analysis = ?')
        .run(signedAt, company(), hash, analysis)
      return changes === 1
    },
  }
}

type Rows = Pick<Queue, 'add' | 'settle' | 'find' | 'isOpen' | 'isReplaced' | 'list' | 'counts'>

function rowsIn(store: DatabaseSync, company: () => string): Rows {
  return {
    add: (file, hash, name, at, earlier) =>
      transact(store, () => {
        noteSeen(store, file, hash)
        giveWay(store, { company: company(), path: file.path, ...earlier })
        return addRow(store, file, { company: company(), hash, name, at, ...earlier })
      }),
    settle({ hash, state, ...body }, at) {
      const { changes } = store
        .prepare(
          `UPDATE file SET state = ?, settled_at = ?, body = json_patch(body, ?)
             WHERE company = ? AND hash = ? AND state IN ('waiting', 'asks', 'failed')`,
        )
        .run(state, state === 'waiting' ? null : at, JSON.stringify(body), company(), hash)
      return changes === 1
    },
    find(hash) {
      const row = store.prepare(`${withPlans} WHERE company = ? AND hash = ?`).get(company(), hash)
      return row ? readRow(row) : null
    },
    isOpen: (hash) =>
      store
        .prepare(`SELECT 1 FROM file WHERE hash = ? AND state IN ('waiting', 'asks', 'failed')`)
        .get(hash) !== undefined,
    isReplaced: (hash) =>
      store
        .prepare(`SELECT 1 FROM file WHERE company = ? AND hash = ? AND state = 'replaced'`)
        .get(company(), hash) !== undefined,
    list: (most) =>
      store
        .prepare(
          `${withPlans} WHERE company = ? AND state != 'replaced'
             ORDER BY state != 'waiting', state NOT IN ('asks', 'failed') AND NOT ${owesAnswer}, coalesce(settled_at, found_at) DESC, hash LIMIT ?`,
        )
        .all(company(), most)
        .map(readRow),
    counts: () =>
      Object.fromEntries(
        store
          .prepare('SELECT state, count(*) AS many FROM file WHERE company = ? GROUP BY state')
          .all(company())
          .map(({ state, many }) => [String(state), Number(many)]),
      ),
  }
}

/** Follow files that wait to their present names before another file takes the name that they had. */
function giveWay(
  store: DatabaseSync,
  { company, path, elsewhere }: Pick<Earlier, 'elsewhere'> & { company: string; path: string },
): void {
  const rows = store
    .prepare(
      `SELECT hash FROM file WHERE company = ? AND path = ? AND state IN ('waiting', 'asks', 'failed')`,
    )
    .all(company, path)
  for (const { hash } of rows) {
    const moved = elsewhere(String(hash))
    if (moved === null) continue
    store
      .prepare('UPDATE file SET path = ? WHERE company = ? AND hash = ?')
      .run(moved, company, String(hash))
  }
}

/** Time after which a file that is written over was whole (ms): while a run goes on, instruments write at each cycle or so. */
const wholeAfterMs = 30 * 60_000

/** Return true for a content that may be a run of its own: a page has read it as one, or it was left as it is for long. */
function isWholeRun(row: Record<string, unknown>, at: string): boolean {
  const { state, found_at, reason } = row
  if (state === 'asks') return reason !== 'cut_short'
  return state === 'waiting' && Date.parse(at) - Date.parse(String(found_at)) > wholeAfterMs
}

interface NewRow extends Earlier {
  company: string
  hash: string
  name: string
  at: string
}

/**
 * Add the row of a new content; it takes the place of an earlier writing of the same file. A content that was replaced and is there
 * again waits again.
 * @returns the contents whose place it took
 */
function addRow(
  store: DatabaseSync,
  { path, size }: SeenFile,
  { company, hash, name, at, isBeginning }: NewRow,
): string[] {
  const known = store
    .prepare('SELECT state FROM file WHERE company = ? AND hash = ?')
    .get(company, hash)
  if (known !== undefined && known['state'] !== 'replaced') return []
  const imported = store
    .prepare(`SELECT 1 FROM file WHERE company = ? AND path = ? AND state = 'imported'`)
    .get(company, path)
  const replaced = store
    .prepare(
      `SELECT hash, state, found_at, body ->> '$.question.reason' AS reason FROM file
       WHERE company = ? AND path = ? AND state IN ('waiting', 'asks', 'failed')`,
    )
    .all(company, path)
    .filter((row) => !isWholeRun(row, at) || isBeginning(String(row['hash'])))
    .map((row) => String(row['hash']))
  const replace = store.prepare(
    `UPDATE file SET state = 'replaced', settled_at = ? WHERE company = ? AND hash = ?`,
  )
  for (const old of replaced) replace.run(at, company, old)
  store
    .prepare(
      `INSERT OR REPLACE INTO file (company, hash, name, path, size, state, found_at, body) VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?)`,
    )
    .run(company, hash, name, path, size, at, JSON.stringify({ again: imported !== undefined }))
  return replaced
}

function readRow(row: Record<string, unknown>): WatchedFile {
  const { hash, name, size, state, found_at, settled_at, body, plans } = row
  const known = JSON.parse(String(body)) as Partial<WatchedFile>
  return {
    hash: String(hash),
    name: String(name),
    size: Number(size),
    state: state as WatchedFile['state'],
    found_at: String(found_at),
    settled_at: settled_at as string | null,
    again: known.again === true,
    plans: JSON.parse(String(plans)) as WatchedFile['plans'],
    question: known.question ?? null,
    cause: known.cause ?? null,
    analysis_uuid: known.analysis_uuid ?? null,
    analysis_name: known.analysis_name ?? null,
  }
}
