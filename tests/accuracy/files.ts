import { isDeepStrictEqual } from 'node:util'
import { Fault } from '../../domain/fault.ts'
import { importFile } from '../../workers/files/import.ts'
import type { ImportedFile, ImportedRun } from '../../workers/files/imported-run.ts'
import { writeRdml } from '../../workers/files/rdml/write.ts'
import { finishAtOnce } from '../../workers/slices.ts'
import { checkImport } from '../support/check-import.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import type { FileFixture } from '../support/file-fixture.ts'
import { bundledFiles, referenceFiles } from '../support/file-fixtures.ts'

/** Result of reading one file of an instrument. */
interface Read {
  name: string
  file: ImportedFile | null
  /** Reason of the refusal, or the part that is incomplete. */
  problem: string
}

/** Larger files are left out, so that the figures take seconds. */
const most = 600_000
/** Instrument files by their ending; results, notes and our own tables are not among them. */
const instrumentFile = /\.(rdml|rdm|eds)$|(^|\/)RDES[^/]*\.tsv$/i

/**
 * Count the instrument files that are read completely, by ending, and the RDML runs that are equal to the last bit
 * after being written as RDML 1.3 and read again. Use the reference data if they exist, else the bundled files.
 */
export async function measureFiles(): Promise<Figure[]> {
  const reference = referenceFiles(most)
  const files = (reference.length > 0 ? reference : bundledFiles()).filter(({ name }) =>
    instrumentFile.test(name),
  )
  const read: Read[] = []
  for (const file of files) read.push(await readWhole(file))
  const endings = Map.groupBy(read, ({ name }) => (name.split('.').at(-1) ?? '').toLowerCase())
  const figures = [...endings].map(([ending, own]): Figure => {
    const bad = own.filter(({ problem }) => problem !== '')
    for (const { name, problem } of bad) console.log(`  not read: ${name}: ${problem}`)
    const name = `instrument files not read, of ${own.length} .${ending}`
    return { name, value: bad.length, unit: '', bar: '<= 0', ok: bad.length === 0 }
  })
  return [...figures, await measureRoundTrip(read)]
}

async function readWhole({ name, bytes }: FileFixture): Promise<Read> {
  try {
    const file = await importFile(name, bytes)
    return { name, file, problem: checkImport(file)[0] ?? '' }
  } catch (error) {
    const problem = error instanceof Fault ? (error.first.reason ?? error.message) : String(error)
    return { name, file: null, problem }
  }
}

/** Count runs with raw curves whose curves, wells and results are not the same after writing and reading. */
async function measureRoundTrip(read: readonly Read[]): Promise<Figure> {
  let [runs, changed] = [0, 0]
  for (const { file } of read) {
    if (file?.format !== 'rdml') continue
    const { bytes } = finishAtOnce(
      writeRdml(file.runs, { software: 'bApp', version: '1', made: null }),
    )
    const back = await importFile('written.rdml', bytes)
    for (const [i, run] of file.runs.entries()) {
      if (run.amplification && run.amplification.state !== 'raw') continue
      runs++
      const again = back.runs[i]
      if (!again || !isDeepStrictEqual(comparable(run), comparable(again))) changed++
    }
  }
  const name = `RDML runs changed by writing and reading, of ${runs}`
  return { name, value: changed, unit: '', bar: '<= 0', ok: changed === 0 }
}

function comparable({ amplification, melt, wells, plate, programme }: ImportedRun) {
  return { amplification, melt, wells, plate, programme }
}
