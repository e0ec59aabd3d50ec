import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const folder = new URL('../../edge/store/', import.meta.url)

/** Return the names of changes that more than one file plans: spread into one table, the last would hide the others. */
function findRepeated(files: readonly { path: string; text: string }[]): string[] {
  const owners = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const [, name = ''] of text.matchAll(/^ {2}'([a-z_]+\.[a-z_]+)': \(/gm)) {
      owners.set(name, (owners.get(name) ?? new Set()).add(path))
    }
  }
  return [...owners].filter(([, paths]) => paths.size > 1).map(([name]) => name)
}

describe('each change of the store has one planner', () => {
  test('in the project', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('-changes.ts'))
      .map((path) => ({ path, text: readFileSync(new URL(path, folder), 'utf8') }))
    expect(files.filter(({ text }) => text.includes('Planners<')).length).toBeGreaterThan(10)
    expect(findRepeated(files)).toEqual([])
  })

  test('in a tree that plans one twice', () => {
    const text = `export const planners = {\n  'recipe.withdraw': (sql) => null,\n}`
    const files = ['a-changes.ts', 'b-changes.ts'].map((path) => ({ path, text }))
    expect(findRepeated(files)).toEqual(['recipe.withdraw'])
  })
})
