import { importFile } from '../../../workers/files/import.ts'
import { checkImport, checkRefusal } from '../../support/check-import.ts'
import type { FileFixture } from '../../support/file-fixture.ts'
import { mutateFile } from '../../support/mutate-file.ts'
import { createRandom } from '../../support/seeded-random.ts'

/** Outcome of one mutated file. */
export interface FuzzResult {
  seed: number
  fixture: string
  mutation: string
  outcome: 'read' | 'refused'
  /** Reason of the refusal; empty when it was read. */
  reason: string
  /** Empty when all is as it should be. */
  problems: string[]
  /** Processor time of the import, in ms. */
  time: number
}

/** Mutate a fixture as its seed says and read it. Never throws. */
export async function runCase(
  fixture: FileFixture,
  other: FileFixture,
  seed: number,
): Promise<FuzzResult> {
  const { bytes, mutation } = mutateFile(fixture.bytes, createRandom(seed), other.bytes)
  const result = { seed, fixture: fixture.name, mutation }
  const start = process.cpuUsage()
  try {
    const file = await importFile(fixture.name, bytes)
    const time = elapsed(start)
    return { ...result, outcome: 'read', reason: '', problems: checkImport(file), time }
  } catch (error) {
    const time = elapsed(start)
    const reason = String((error as { first?: { reason?: string } }).first?.reason ?? 'crash')
    return { ...result, outcome: 'refused', reason, problems: checkRefusal(error), time }
  }
}

/** Return the processor time, because the computer has other work. */
function elapsed(start: NodeJS.CpuUsage): number {
  return process.cpuUsage(start).user / 1000
}
