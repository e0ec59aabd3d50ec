import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, runTool } from './run-tool.ts'
import { CannotStart } from './cannot-start.ts'

/** Sources of the build; a change in any of them makes a new one. */
const sources = ['domain', 'edge', 'web', 'workers']
const files = [
  'wasm/curves/pkg/curves.wasm',
  'wasm/scrypt/pkg/scrypt.wasm',
  'index.html',
  'vite.config.ts',
  'scripts/compile-texts.ts',
  'scripts/early-files.ts',
  'scripts/group-modules.ts',
  'scripts/report-fonts.ts',
  'scripts/world-map.ts',
  'wrangler.toml',
  'tsconfig.json',
  'package-lock.json',
]

const stampPath = join(projectRoot, 'dist', '.stamp')

/**
 * Build the app and the worker into `dist/` unless the sources are those of the last build.
 * Returns whether it built. Throws with the tool's own words when the build fails.
 */
export async function buildWhenChanged(): Promise<boolean> {
  // Forget the stamp when the configuration is missing: without it there is no build.
  if (!existsSync(builtConfigPath())) rmSync(stampPath, { force: true })
  return buildUnlessStamped(stampPath, hashSources(), async () => {
    const { code, output } = await runTool('vite', ['build', '--logLevel', 'warn'])
    if (code !== 0) throw new CannotStart(`The build failed:\n${output.trim()}`)
  })
}

/**
 * Build unless the stamp says that this is what was built last. The stamp goes before the build begins: one that is killed
 * half-way is never taken for whole, whatever sources come back.
 */
export async function buildUnlessStamped(
  path: string,
  stamp: string,
  build: () => Promise<void>,
): Promise<boolean> {
  const last = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (last === stamp) return false
  rmSync(path, { force: true })
  await build()
  writeFileSync(path, stamp)
  return true
}

/** Return the path of the worker's configuration after the build. */
function builtConfigPath(): string {
  return join(projectRoot, 'dist', 'bapp', 'wrangler.json')
}

function hashSources(): string {
  const hash = createHash('sha256')
  const add = (path: string) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(projectRoot, path)))
  for (const file of files) if (existsSync(join(projectRoot, file))) add(file)
  for (const folder of sources) {
    if (!existsSync(join(projectRoot, folder))) continue
    const found = readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
      .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1))
      .sort()
    found.forEach(add)
  }
  return hash.digest('hex')
}
