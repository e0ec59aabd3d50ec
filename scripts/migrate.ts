import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, runTool } from './run-tool.ts'
import { CannotStart } from './cannot-start.ts'

const migrationsDir = join(projectRoot, 'edge', 'directory', 'migrations')

/**
 * Brings the Directory (D1) under `stateDir` to the present shape. Returns whether anything had to be applied; a stamp
 * in the state spares the tool's start when the migrations are those of last time.
 */
export async function migrateDirectory(stateDir: string): Promise<boolean> {
  const stampPath = join(stateDir, 'migrations.stamp')
  const stamp = hashMigrations()
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return false
  mkdirSync(stateDir, { recursive: true })
  // The source's own configuration by name: after a build the tool would be led to the built one.
  const args = ['d1', 'migrations', 'apply', 'DIRECTORY', '--local']
  const where = ['--persist-to', stateDir, '--config', 'wrangler.toml']
  const { code, output } = await runTool('wrangler', [...args, ...where], { env: { CI: '1' } })
  if (code !== 0) throw new CannotStart(`The migration of the Directory failed:\n${output.trim()}`)
  writeFileSync(stampPath, stamp)
  return true
}

function hashMigrations(): string {
  const hash = createHash('sha256')
  const names = existsSync(migrationsDir) ? readdirSync(migrationsDir).sort() : []
  for (const name of names) hash.update(name).update(readFileSync(join(migrationsDir, name)))
  return hash.digest('hex')
}
