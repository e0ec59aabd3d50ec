import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Reference data beside the project; not every checkout has it. */
const folder = new URL('../../../shared/data/', import.meta.url)

/** Return true if a file of the reference data exists. */
export function hasReference(path: string): boolean {
  return existsSync(fileURLToPath(new URL(path, folder)))
}

/** Read the rows of a reference CSV by column name. */
export function readReference(path: string): Record<string, string>[] {
  const text = readFileSync(fileURLToPath(new URL(path, folder)), 'utf8')
  const [head, ...rows] = text.trim().split(/\r?\n/).map(splitLine)
  return rows.map((row) => Object.fromEntries((head ?? []).map((name, i) => [name, row[i] ?? ''])))
}

function splitLine(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
}
