import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot, runTool } from './run-tool.ts'
import { CannotStart } from './cannot-start.ts'

const migrationsDir = join(projectRoot, 'edge', 'directory', 'migrations')

/** Files that also decide how an empty Directory looks on disk: they hold its id and the version of the tool that makes it. */
const makers = ['wrangler.toml', 'package-lock.json']

/**
 * Bring the Directory (D1) under `stateDir` to the present shape. Return true if a migration was applied; a stamp in
 * the state avoids starting the tool when the migrations have not changed. A state without a Directory receives a copy
 * of the empty one made before, because the tool takes seconds.
 */
export async function migrateDirectory(stateDir: string): Promise<boolean> {
  const stampPath = join(stateDir, 'migrations.stamp')
  const stamp = hashMigrations()
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return false
  const directory = join(stateDir, 'v3', 'd1')
  const empty = join(projectRoot, '.cache', 'directory', hashWithMakers(stamp))
  const isNew = !existsSync(directory)
  mkdirSync(stateDir, { recursive: true })
  if (isNew && existsSync(empty)) copyWhole(empty, directory)
  else {
    await applyMigrations(stateDir)
    if (isNew) keepEmpty(directory, empty)
  }
  writeFileSync(stampPath, stamp)
  return true
}

async function applyMigrations(stateDir: string): Promise<void> {
  // Name the source's own configuration: after a build the tool would be led to the built one.
  const args = ['d1', 'migrations', 'apply', 'DIRECTORY', '--local']
  const where = ['--persist-to', stateDir, '--config', 'wrangler.toml']
  const { code, output } = await runTool('wrangler', [...args, ...where], { env: { CI: '1' } })
  if (code !== 0) throw new CannotStart(`The migration of the Directory failed:\n${output.trim()}`)
}

function keepEmpty(directory: string, empty: string): void {
  try {
    copyWhole(directory, empty)
  } catch {
    // Leave it to the tool, which makes the next state: another process was faster, or the disk is full.
  }
}

/** Copy a Directory's files so that they appear under the new name all at once. */
function copyWhole(from: string, to: string): void {
  const own = `${to}.${randomUUID()}`
  // Leave out the index of the write-ahead log, which SQLite makes from the log.
  const filter = (path: string) => !path.endsWith('-shm')
  try {
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, own, { recursive: true, filter })
    renameSync(own, to)
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    throw error
  }
}

function hashMigrations(): string {
  const hash = createHash('sha256')
  const names = existsSync(migrationsDir) ? readdirSync(migrationsDir).sort() : []
  for (const name of names) hash.update(name).update(readFileSync(join(migrationsDir, name)))
  return hash.digest('hex')
}

function hashWithMakers(stamp: string): string {
  const hash = createHash('sha256').update(stamp)
  for (const name of makers) hash.update(readFileSync(join(projectRoot, name)))
  return hash.digest('hex')
}
