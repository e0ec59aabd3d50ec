// `npm run battery -- residency [--json FILE] [--keep]`: two regions as two processes with two folders. Markers go into one
// through every call, upload and error; every file of the other is searched for them, however they are written, and so is all that goes over its live buses.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFlags } from '../../scripts/read-flags.ts'
import {
  atMost,
  measured,
  printTable,
  type ReportRow,
  writeJson,
} from '../../scripts/report-table.ts'
import { bootstrapAgain } from './residency/bootstrap-again.ts'
import { judgeBuses, judgeRegion, type Kept } from './residency/judge.ts'
import { markerMaker } from './residency/markers.ts'
import { carryCookie, type Misdirected, sendMisdirected } from './residency/misdirect.ts'
import { plantLeaks } from './residency/plant.ts'
import { type RunningRegion, startRegions } from './residency/regions.ts'
import { filesBelow, scanFolder } from './residency/scan.ts'
import type { Driven } from './residency/drive.ts'

const { values } = readFlags({
  options: { json: { type: 'string' }, keep: { type: 'boolean', default: false } },
})
const folder = mkdtempSync(join(tmpdir(), 'bapp-residency-'))
const began = performance.now()
try {
  const regions = await startRegions(folder, 'all')
  const misdirected: Misdirected[] = []
  const ledgers: Driven[] = []
  const cookies: number[] = []
  const refusals: boolean[] = []
  const heard: ReportRow[] = []
  try {
    ledgers.push(...(await Promise.all(regions.map((one) => one.drive()))))
    for (const one of regions) misdirected.push(await misdirect(one, regions))
    for (const [index, one] of regions.entries()) {
      const make = markerMaker(one.region)
      const company = ledgers[index]?.company ?? ''
      cookies.push(await carryCookie(otherThan(one, regions).address, company, make))
      refusals.push(await bootstrapAgain(one.address, make))
    }
    for (const one of regions) heard.push(...judgeBuses(one.region, await one.hear()))
  } finally {
    for (const one of regions) await one.stop()
  }
  const rows = report(regions, ledgers, misdirected)
  rows.push(
    ...heard,
    equal(
      "cookies of the other region's companies answered 401",
      cookies.filter((one) => one === 401).length,
      2,
    ),
    equal('second provider companies refused', refusals.filter(Boolean).length, 2),
    ...regions.map((one, index) => companyElsewhere(one, regions, ledgers[index]?.company ?? '')),
    measured('time', Math.round((performance.now() - began) / 1000), 's'),
  )
  printTable(rows)
  if (values.json !== undefined) writeJson(values.json, rows)
  process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0
} finally {
  if (values.keep) console.log(`Kept: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}

/** Send a region's requests to the other one, with markers that neither may keep. */
function misdirect(one: RunningRegion, all: RunningRegion[]): Promise<Misdirected> {
  const other = otherThan(one, all)
  return sendMisdirected(other.address, one.region, one.address, markerMaker(one.region))
}

function report(
  regions: RunningRegion[],
  ledgers: Driven[],
  misdirected: Misdirected[],
): ReportRow[] {
  const rows: ReportRow[] = []
  const kept: Kept[] = []
  for (const [index, one] of regions.entries()) {
    const scan = scanFolder(one.state)
    kept.push({ region: one.region, scan })
    rows.push(measured(`${one.region}: files scanned`, scan.files, ''))
    rows.push(measured(`${one.region}: scanned`, Math.round(scan.bytes / 2 ** 20), 'MB'))
    rows.push(
      measured(`${one.region}: cells and packed streams opened`, scan.cells + scan.streams, ''),
    )
    const { requests, wrong, slowest } = misdirected[index] ?? {
      requests: 0,
      wrong: ['none'],
      slowest: 0,
    }
    for (const text of wrong.slice(0, 10)) console.log(`MISDIRECTED ${text}`)
    rows.push(measured(`${one.region}: requests sent to the other region`, requests, ''))
    rows.push(
      atMost(
        `${one.region}: of these not answered 421 with the right address`,
        wrong.length,
        '',
        0,
      ),
    )
    rows.push(
      atMost(
        `${one.region}: longest wait for 421 while the body never ends`,
        Math.round(slowest),
        'ms',
        2000,
      ),
    )
  }
  for (const [index, ledger] of ledgers.entries()) {
    const region = regions[index]?.region
    if (region) rows.push(...judgeRegion(region, ledger, kept))
  }
  rows.push(plantControl(regions))
  return rows
}

/** Check that the search can fail: leaks planted in the other region's folder in every way must be found. */
function plantControl([, other]: RunningRegion[]): ReportRow {
  if (!other) throw new Error('no second region')
  const { markers, remove } = plantLeaks(other.state, markerMaker('eu'))
  const found = new Set(scanFolder(other.state).hits.map(({ marker }) => marker))
  remove()
  const seen = markers.filter((marker) => found.has(marker)).length
  return equal('planted leaks found', seen, markers.length)
}

/** Check that not even the id of a company is in the other region, although a cookie with it was sent there. */
function companyElsewhere(one: RunningRegion, all: RunningRegion[], company: string): ReportRow {
  const { state } = otherThan(one, all)
  const files = filesBelow(state).filter((path) => readFileSync(path).includes(company))
  return atMost(
    `${one.region}: files of the other region with its company's id`,
    files.length,
    '',
    0,
  )
}

function otherThan(one: RunningRegion, all: RunningRegion[]): RunningRegion {
  const other = all.find(({ region }) => region !== one.region)
  if (!other) throw new Error('there is one region only')
  return other
}

function equal(name: string, value: number, bar: number): ReportRow {
  return { name, value, unit: '', bar: `= ${bar}`, ok: value === bar }
}
