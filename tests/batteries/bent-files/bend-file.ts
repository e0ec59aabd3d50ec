import { Fault } from '../../../domain/fault.ts'
import { importFile } from '../../../workers/files/import.ts'
import { bendBlocks, bendEds, bendRdml, bendRex, textOfRdml } from '../../support/bent-documents.ts'
import {
  bendSheets,
  type BentSheet,
  factsOf,
  packSheets,
  sheetsOf,
  type TableFact,
} from '../../support/bent-tables.ts'
import type { FileFixture } from '../../support/file-fixture.ts'
import { createRandom, type Random } from '../../support/seeded-random.ts'
import { unnamedLosses } from '../../support/unnamed-losses.ts'

/** A file that can be bent. */
export interface Bendable {
  name: string
  kind: 'tables' | 'rdml' | 'eds' | 'rex' | 'blocks'
  bend(random: Random): { bytes: Uint8Array; bend: string; facts: TableFact[] } | null
}

export interface BentResult {
  seed: number
  name: string
  kind: Bendable['kind']
  bend: string
  outcome: 'read' | 'refused' | 'not bent'
  /** Facts of the file that are neither in the analysis nor in a notice. */
  losses: string[]
}

/** Return the readable files that can be bent. */
export async function bendableFiles(fixtures: readonly FileFixture[]): Promise<Bendable[]> {
  const found: Bendable[] = []
  for (const fixture of fixtures) {
    const one = await openBendable(fixture)
    if (one) found.push(one)
  }
  return found
}

async function openBendable(fixture: FileFixture): Promise<Bendable | null> {
  const { name, bytes } = fixture
  if (/^made\d\.eds$/.test(name)) {
    return { name, kind: 'eds', bend: (random) => bendEds(fixture, random) }
  }
  if (name.endsWith('.rex')) {
    return { name, kind: 'rex', bend: (random) => bendRex(fixture, random) }
  }
  if (name === 'made mxpro blocks.txt') {
    return { name, kind: 'blocks', bend: (random) => bendBlocks(fixture, random) }
  }
  if (name.endsWith('.rdml') && textOfRdml(bytes) !== null) {
    return { name, kind: 'rdml', bend: (random) => bendRdml(fixture, random) }
  }
  const sheets = sheetsOf(fixture)
  if (!sheets || factsOf(sheets).length === 0 || !(await isReadable(sheets))) return null
  return {
    name,
    kind: 'tables',
    bend(random) {
      const bent = bendSheets(sheets, random)
      return { bytes: packSheets(bent.sheets), bend: bent.bend, facts: factsOf(bent.sheets) }
    },
  }
}

async function isReadable(sheets: readonly BentSheet[]): Promise<boolean> {
  try {
    await importFile('whole.xlsx', packSheets(sheets))
    return true
  } catch {
    return false
  }
}

/** Bend one of the files and import it: refused with a reason, or read with every loss named. */
export async function bendFile(files: readonly Bendable[], seed: number): Promise<BentResult> {
  const random = createRandom(seed)
  const { name, kind, bend } = random.pick(files)
  const bent = bend(random)
  const result = { seed, name, kind, bend: bent?.bend ?? '', losses: [] }
  if (!bent) return { ...result, outcome: 'not bent' }
  try {
    const file = await importFile('bent', bent.bytes)
    return { ...result, outcome: 'read', losses: unnamedLosses(file, bent.facts) }
  } catch (error) {
    if (error instanceof Fault) return { ...result, outcome: 'refused' }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { ...result, outcome: 'refused', losses: [text] }
  }
}
