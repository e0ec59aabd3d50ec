import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strToU8 } from 'fflate'
import { NoticeList } from '../../workers/files/notices.ts'
import { writeRdes } from '../../workers/files/rdes/write.ts'
import { writeRdml, writeRdmlText } from '../../workers/files/rdml/write.ts'
import { finishAtOnce } from '../../workers/slices.ts'
import { archiveOf, makeAnalysis } from './archive-of.ts'
import { createExportRun, testWriter } from './export-run.ts'
import type { FileFixture } from './file-fixture.ts'
import { madeVendorFiles } from './vendor-files.ts'

const bundledFolder = fileURLToPath(new URL('../fixtures/files/', import.meta.url))
const referenceFolder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** List the files that are shipped with the tests. */
export function bundledFiles(): FileFixture[] {
  return listFiles(bundledFolder, Number.POSITIVE_INFINITY).filter(
    ({ name }) => !/\.(md|xsd)$/.test(name),
  )
}

/** List files of the reference data up to a size; none if it is missing. */
export function referenceFiles(most: number): FileFixture[] {
  return listFiles(referenceFolder, most)
}

/** List small files in each format that we write, and made ones of the vendors' formats. */
export function writtenFiles(): FileFixture[] {
  const run = createExportRun({ wells: 12, cycles: 30, temperatures: 40 })
  const { amplification, melt } = writeRdes(run)
  const text = [...writeRdmlText([run], testWriter, new NoticeList())].join('')
  return [
    { name: 'written.rdml', bytes: finishAtOnce(writeRdml([run], testWriter)).bytes },
    { name: 'written.xml', bytes: strToU8(text) },
    { name: 'written.bca', bytes: archiveOf(makeAnalysis(1, { temperatures: 20 })) },
    { name: 'written-amplification.tsv', bytes: amplification ?? new Uint8Array() },
    { name: 'written-melt.tsv', bytes: melt ?? new Uint8Array() },
    ...madeVendorFiles(),
  ]
}

function listFiles(folder: string, most: number): FileFixture[] {
  let names: string[]
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  } catch {
    return []
  }
  return names.flatMap((name) => {
    const stats = statSync(join(folder, name))
    if (!stats.isFile() || stats.size > most) return []
    return [{ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }]
  })
}
