import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/run-tool.ts'

/** Sources of commands that a fresh machine runs without `npm test` before them. */
const sources = ['scripts', 'tests/batteries'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path)),
)

/** The engines battery runs what it finds; the walks and browser tests install before they start. */
const without = [
  'tests/batteries/engines/chromium.ts',
  'scripts/chromium.ts',
  'scripts/install-chromium.ts',
]

test('every bench and battery that opens Chromium installs it first where it is missing', () => {
  const opening = sources.filter((path) => {
    const text = readFileSync(join(projectRoot, path), 'utf8')
    return /\.launch(PersistentContext)?\(/.test(text)
  })
  expect(opening.length).toBeGreaterThan(10)
  const unready = opening.filter(
    (path) => !readFileSync(join(projectRoot, path), 'utf8').includes('await readyChromium()'),
  )
  expect(unready.filter((path) => !without.includes(path))).toEqual([])
})
