import { basename } from 'node:path'
import { importFile } from '../../../workers/files/import.ts'
import type { FileFixture } from '../../support/file-fixture.ts'
import { bundledFiles, referenceFiles, writtenFiles } from '../../support/file-fixtures.ts'

/** Files of the reference data that are not too large to be read thousands of times. */
const most = 150_000
/** Smallest files of each format: a change in a large file hits the same code. */
const ofEachFormat = 12

/** Group readable files by their format, so that a new format is included by itself. */
export async function fixturesByFormat(): Promise<Map<string, FileFixture[]>> {
  const formats = new Map<string, FileFixture[]>()
  const all = [...writtenFiles(), ...bundledFiles(), ...referenceFiles(most)]
  const known = new Set<string>()
  for (const fixture of all) {
    // Leave out bundled files, which are copies of reference files.
    const key = `${basename(fixture.name)} ${fixture.bytes.length}`
    if (known.has(key)) continue
    known.add(key)
    try {
      const { format } = await importFile(fixture.name, fixture.bytes)
      formats.set(format, [...(formats.get(format) ?? []), fixture])
    } catch {
      // Skip what is not one of ours: tables of results, notes, licences.
    }
  }
  for (const [format, files] of formats) {
    const sorted = files.toSorted((a, b) => a.bytes.length - b.bytes.length)
    formats.set(format, sorted.slice(0, ofEachFormat))
  }
  return formats
}
