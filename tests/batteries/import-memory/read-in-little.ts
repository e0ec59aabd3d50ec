// Reads files in a process of little memory, as the service does: a line of JSON for what came of each. The files are its arguments.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Fault } from '../../../domain/fault.ts'
import { importLimits } from '../../../edge/requests/import-room.ts'
import { importFile } from '../../../workers/files/import.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { encodeCurves } from '../../../workers/run/blob.ts'

export interface ReadFile {
  /** `read`, or the reason for refusing the file. */
  end: string
  /** Bytes that the reader had counted then. */
  counted: number
}

for (const path of process.argv.slice(2)) {
  const limits = importLimits()
  // Read one after another: each is to have the memory alone.
  // oxlint-disable-next-line no-await-in-loop
  const end = await read(path, limits)
  console.log(JSON.stringify({ end, counted: limits.memory.taken } satisfies ReadFile))
}

/** Read a file and make of it what the service keeps. */
async function read(path: string, limits: ReturnType<typeof importLimits>): Promise<string> {
  try {
    const name = basename(path).replace(/^.*~/, '')
    const { runs } = await importFile(name, new Uint8Array(readFileSync(path)), limits)
    encodeCurves(planImport(runs[0]!, () => '').curves)
    return 'read'
  } catch (error) {
    if (error instanceof Fault) return error.details[0]?.reason ?? 'unknown'
    throw error
  }
}
