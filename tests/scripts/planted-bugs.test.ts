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
  expect(lost).toEqual([])
})

test('no planted bug depends on the words of a comment', () => {
  expect([...planted, ...versionChanges].filter(onComment)).toEqual([])
})

test('there are as many planted bugs and changes of versions as before', () => {
  expect(plants.length + skewPlants.length).toBeGreaterThanOrEqual(33)
  expect(planted.length).toBeGreaterThanOrEqual(19)
  expect(versionChanges.length).toBeGreaterThanOrEqual(34)
})
