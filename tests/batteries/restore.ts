// `npm run battery -- restore [--entries N] [--flips N] [--json FILE]`: a real store is backed up, everything is lost, and
// another process with nothing but the secrets puts it back. Every bit that is flipped in the backup must be noticed. The same
// with what `npm start` makes: both companies of the demonstration, with their runs.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { checkFolder } from '../../scripts/backup/check-folder.ts'
import { compareFolders } from '../../scripts/backup/compare-folders.ts'
import { Deployment } from '../../scripts/backup/deployment.ts'
import { exportCompany } from '../../scripts/backup/export.ts'
import { restoreCompany } from '../../scripts/backup/restore.ts'
import { readFlags } from '../../scripts/read-flags.ts'
import {
  atMost,
  measured,
  printTable,
  type ReportRow,
  writeJson,
} from '../../scripts/report-table.ts'
import { createRandom } from '../support/seeded-random.ts'
import { RealStore } from './audit/store.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    entries: { type: 'string', default: '1000' },
    flips: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
})
const random = createRandom(Number(values.seed))
const rows: ReportRow[] = []
const store = new RealStore()
const out = mkdtempSync(join(tmpdir(), 'bapp-restore-'))

const demo = new RealStore()

try {
  await drill()
  await store.stop()
  await drillDemonstration()
} finally {
  for (const one of [store, demo]) {
    await one.stop()
    one.remove()
  }
  rmSync(out, { recursive: true, force: true })
}
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0

async function drill(): Promise<void> {
  await store.start()
  await store.found()
  const signed = await store.sign()
  await store.grow(Number(values.entries))
  const first = join(out, 'first')
  const [exported, exporting] = await timed(() => exportCompany(reach(), store.company, first))
  plain('entries', exported.size.to, '')
  plain('bytes of the pages', sizeOf(first, 'pages'), '')
  plain('export', exporting, 's')
  // Add the time of an export to the interval between two, which is what is lost at the worst.
  rows.push(atMost('RPO by the export alone, every 4 min', (240 + exporting) / 60, 'min', 5))
  const [, checking] = await timed(() => checkFolder(first))
  plain('check of the folder', checking, 's')
  await bend(first)
  await refuseLiving(first)
  await store.stop()
  store.loseEverything()
  const [, starting] = await timed(() => store.start())
  const [, restoring] = await timed(() => restoreCompany(reach(), first, 'the drill'))
  plain('start of an empty deployment', starting, 's')
  plain('restore', restoring, 's')
  rows.push(atMost('RTO: start and restore', (starting + restoring) / 60, 'min', 60))
  await compare(first, exported.size.to, signed)
}

/**
 * Repeat faults R7: the backup of the demonstration ended with a missing file, and its provider could not be restored.
 */
async function drillDemonstration(): Promise<void> {
  await demo.start()
  const companies = await demo.demonstrate()
  const folder = (company: string, time: string) => join(out, company, time)
  const sizes = new Map<string, number>()
  let files = 0
  for (const company of companies) {
    const { size } = await exportCompany(reach(demo), company, folder(company, 'first'))
    sizes.set(company, size.to)
    files += (await checkFolder(folder(company, 'first'))).files
  }
  await demo.stop()
  demo.loseEverything()
  await demo.start()
  let differing = 0
  let rowsCompared = 0
  let filesDiffer = 0
  for (const company of companies) {
    await restoreCompany(reach(demo), folder(company, 'first'), 'the drill')
  }
  for (const company of companies) {
    await exportCompany(reach(demo), company, folder(company, 'second'))
    const folders = [folder(company, 'first'), folder(company, 'second')] as const
    const compared = compareFolders(...folders, sizes.get(company) ?? 0)
    differing += compared.differing
    rowsCompared += compared.rows
    filesDiffer += Number(!compared.sameFiles)
  }
  plain('companies of the demonstration put back', companies.length, '')
  plain('files of the demonstration', files, '')
  plain('rows of the demonstration compared', rowsCompared, '')
  rows.push(atMost('rows of the demonstration that differ', differing, '', 0))
  rows.push(atMost('companies of the demonstration whose files differ', filesDiffer, '', 0))
}

async function compare(first: string, size: number, signed: string): Promise<void> {
  const record = (await store.send('Manager', analysisCalls.get, {
    params: { id: signed },
  })) as Analysis
  rows.push(
    atMost('signed record that is not as it was', Number(record.status !== 'VALIDATION'), '', 0),
  )
  const second = join(out, 'second')
  await exportCompany(reach(), store.company, second)
  const { rows: compared, differing, sameFiles } = compareFolders(first, second, size)
  plain('rows compared', compared, '')
  rows.push(atMost('rows that differ after the restore', differing, '', 0))
  rows.push(atMost('files that differ after the restore', Number(!sameFiles), '', 0))
  const { rewound } = await store.state()
  rows.push(atMost('trail that holds itself for put back', Number(rewound !== null), '', 0))
}

/** Change one bit anywhere in the folder, and remove every file once. */
async function bend(folder: string): Promise<void> {
  const bent = join(out, 'bent')
  cpSync(folder, bent, { recursive: true })
  const names = [
    'manifest.json',
    'manifest.sha256',
    ...['pages', 'blobs'].flatMap((one) =>
      readdirSync(join(folder, one)).map((name) => join(one, name)),
    ),
  ]
  let unseen = 0
  for (let flip = 0; flip < Number(values.flips); flip++) {
    const name = names[flip % names.length] ?? ''
    const bytes = readFileSync(join(folder, name))
    const at = random.below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
    unseen += await passes(bent, name, bytes)
    writeFileSync(join(bent, name), readFileSync(join(folder, name)))
  }
  for (const name of names) {
    rmSync(join(bent, name))
    unseen += await passes(bent)
    writeFileSync(join(bent, name), readFileSync(join(folder, name)))
  }
  plain('bits flipped and files removed', Number(values.flips) + names.length, '')
  rows.push(atMost('of these unnoticed', unseen, '', 0))
}

async function passes(folder: string, name?: string, bytes?: Uint8Array): Promise<number> {
  if (name && bytes) writeFileSync(join(folder, name), bytes)
  return checkFolder(folder).then(
    () => 1,
    () => 0,
  )
}

async function refuseLiving(folder: string): Promise<void> {
  const outcome = await restoreCompany(reach(), folder, 'never').then(
    () => 1,
    () => 0,
  )
  rows.push(atMost('restores into a living company', outcome, '', 0))
}

function reach(of: RealStore = store): Deployment {
  const { url, secret } = of.operator
  return new Deployment(url, secret)
}

async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const began = performance.now()
  const value = await work()
  return [value, (performance.now() - began) / 1000]
}

function sizeOf(folder: string, name: string): number {
  return readdirSync(join(folder, name)).reduce(
    (sum, file) => sum + readFileSync(join(folder, name, file)).length,
    0,
  )
}

function plain(name: string, value: number, unit: string): void {
  rows.push(measured(name, value, unit))
}
