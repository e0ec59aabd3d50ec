import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const edge = fileURLToPath(new URL('../../edge', import.meta.url))
const files = readdirSync(edge, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(edge, path), 'utf8') }))

/** Find the texts of a file between quotes or backticks that are SQL. */
function sqlOf(text: string): string[] {
  const texts = [...text.matchAll(/`([^`]*)`|'([^'\n]*)'/g)].map((one) => one[1] ?? one[2] ?? '')
  return texts.filter((one) =>
    /\b(?:SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|WHERE)\b/.test(one),
  )
}

test('no query searches by a pattern: a text somebody typed would be one', () => {
  expect(sqlOf(`const a = "b" + 'SELECT 1 WHERE a LIKE ?'`)).toHaveLength(1)
  const found = files.flatMap(({ path, text }) =>
    sqlOf(text)
      .filter((sql) => /\b(?:LIKE|GLOB|REGEXP|MATCH)\b/.test(sql))
      .map((sql) => `${path}: ${sql}`),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})

test('no value of a request is written into the text of a query', () => {
  const parts =
    /\$\{(?:body|query|params|input|given|wanted|search|value|text|name|uuid|company|user)\b/
  const found = files.flatMap(({ path, text }) =>
    sqlOf(text)
      .filter((sql) => parts.test(sql))
      .map((sql) => `${path}: ${sql}`),
  )
  expect(found).toEqual([])
})
