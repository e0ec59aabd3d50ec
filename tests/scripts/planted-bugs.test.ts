import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { skewPlants } from '../batteries/skew/plants.ts'
import { versionChanges } from '../batteries/skew/versions.ts'
import type { Mutation } from '../batteries/sync-sim/node-hooks.ts'
import { plants } from '../batteries/sync-sim/plants.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const planted = [...plants, ...skewPlants].flatMap(({ mutation }) => mutation ?? [])

const read = ({ file }: Mutation) => readFileSync(`${root}/${file}`, 'utf8')
const onComment = ({ find }: Mutation) => /(^|\s)(\/\/|\/?\*+ )\s*\w/.test(find)

test('every planted bug and version of the sync batteries finds the code that it changes', () => {
  const lost = [...planted, ...versionChanges].filter(
    (mutation) => !read(mutation).includes(mutation.find),
  )
  expect(planted.length).toBeGreaterThan(5)
  expect(versionChanges.length).toBeGreaterThan(10)
  expect(lost).toEqual([])
})

test('no planted bug depends on the words of a comment', () => {
  expect([...planted, ...versionChanges].filter(onComment)).toEqual([])
})
