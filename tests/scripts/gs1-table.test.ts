import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixedLength, gs1Table } from '../../domain/codes/gs1-table.ts'
import { makeGs1Table } from '../../scripts/write-gs1-table.ts'

const file = join(import.meta.dirname, '..', '..', 'domain', 'codes', 'gs1-table.ts')

test('the table of GS1 identifiers is that of the library which is installed', async () => {
  const made = await makeGs1Table()
  // Compare each row alone, since the formatter breaks long lines.
  const squeeze = (text: string) =>
    text.replaceAll(/,?\s+/g, ' ').replaceAll(/([[(]) | ([\])])/g, '$1$2')
  expect(squeeze(readFileSync(file, 'utf8'))).toBe(squeeze(made))
  expect(gs1Table.length).toBeGreaterThan(70)
  expect(fixedLength).toHaveLength(22)
})
