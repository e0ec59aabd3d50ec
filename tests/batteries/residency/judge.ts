import { atMost, type ReportRow } from '../../../scripts/report-table.ts'
import type { Driven } from './drive.ts'
import type { Sent } from './ledger.ts'
import type { Heard, HeardMarker } from './listen.ts'
import type { MarkedRegion } from './markers.ts'
import type { Scan } from './scan.ts'

export interface Kept {
  region: MarkedRegion
  scan: Scan
}

/**
 * Fields that an accepted write does not keep, and why: they are hashed, compared or only looked up. A marker in one
 * of them need not be found at home; every other must be.
 */
const notKept: [RegExp, string][] = [
  [/password|secret|token|\.code$|repeat/i, 'hashed or compared, never kept'],
  [/ (address|header)$/, 'no part of what is written'],
  [/^password\.forgot /, 'compared, and answered the same whether it is known or not'],
  [/^deviceReport\./, "a device's newest report takes the place of the one before"],
  [/^deviceLink\.(started|finished) body\.at$/, "a device's own time: that of the service counts"],
  [/^analysis\.merge body\.changes\.\d+\.from$/, 'what a page believed before, compared only'],
  [/^calibration\.thermal /, 'kept only of a device that passes; else it is a calculation'],
  [/^lanPass\.report /, 'under a proof: with another text in it the command is not kept'],
  [/^operatorStore\.\w+ (file|page) name$/, 'kept by its content, without its name'],
  [
    /^(calibration\.(roi|picture)|company\.uploadLogo|bkernel\.image) file name$/,
    'kept by its content, without its name',
  ],
]

function isErased({ row, field, status }: Sent): boolean {
  return row === 'operatorStore.erase' && field === 'body.confirm' && status === 200
}

/**
 * Return the figures of one region's markers: none in the other's files, all that were accepted in its own, none in any
 * log.
 */
export function judgeRegion(
  region: MarkedRegion,
  { sent, reached, rows, unprepared, mishaps }: Driven,
  all: Kept[],
): ReportRow[] {
  const own = (marker: string) => isOf(region, marker)
  const home = all.find((one) => one.region === region)
  const others = all.filter((one) => one.region !== region)
  const leaks = others.flatMap(({ scan }) => scan.hits.filter(({ marker }) => own(marker)))
  const atHome = new Set(home?.scan.hits.map(({ marker }) => marker))
  const logged = (home?.scan.hits ?? []).filter(
    ({ place }) => isServiceLog(place) || isDeviceLog(place),
  )
  const expected = new Map<string, Sent>()
  // Expect no name of a company that was erased: it is gone with it.
  const erased = new Set(sent.filter(isErased).map(({ marker }) => marker))
  for (const one of sent) {
    if (erased.has(one.marker) || !one.write || one.status !== 200) continue
    if (notKept.some(([place]) => place.test(`${one.row} ${one.field}`))) continue
    expected.set(one.marker, one)
  }
  const missing = [...expected.values()].filter(({ marker }) => !atHome.has(marker))
  show(
    'LEAK',
    leaks.map(({ marker, place, encoding }) => `${marker} in ${place} (${encoding})`),
  )
  show(
    'LOGGED',
    logged.map(({ marker, place }) => `${marker} in ${place} of ${lineOf(sent, marker)}`),
  )
  for (const text of unprepared) console.log(`${region}: not prepared: ${text.slice(0, 300)}`)
  for (const text of mishaps) console.log(`${region}: went wrong: ${text.slice(0, 300)}`)
  show(
    'NOT KEPT',
    missing.map(({ row, field }) => `${row} ${field}`),
  )
  const markers = new Set(sent.map(({ marker }) => marker)).size
  const reachedRows = new Set(reached.map(({ row }) => row)).size
  const accepted = new Set(reached.filter(({ status }) => status === 200).map(({ row }) => row))
    .size
  const broken = reached.filter(({ status, ours }) => ours && status === 500)
  show(
    '5xx',
    broken.map(({ row, status }) => `${row} ${status}`),
  )
  const plain = (name: string, value: number): ReportRow => ({
    name: `${region}: ${name}`,
    value,
    unit: '',
    bar: '',
    ok: null,
  })
  return [
    { ...plain('different markers sent', markers), bar: '>= 300', ok: markers >= 300 },
    {
      ...plain('rows of the contract prepared and answered', rows - unprepared.length),
      bar: `= ${rows}`,
      ok: unprepared.length === 0,
    },
    atMost(`${region}: calls of an ordinary day that failed`, mishaps.length, '', 0),
    plain('requests', reached.length),
    plain('rows of the contract reached', reachedRows),
    plain('rows that accepted one', accepted),
    atMost(`${region}: markers in the other region's files`, leaks.length, '', 0),
    {
      ...plain('markers accepted by a write', expected.size),
      bar: '>= 300',
      ok: expected.size >= 300,
    },
    atMost(`${region}: accepted markers not found at home`, missing.length, '', 0),
    atMost(`${region}: markers in the logs of service and devices`, logged.length, '', 0),
    atMost(`${region}: answers 500`, broken.length, '', 0),
  ]
}

/** Markers of a region, by the letter in them. */
const isOf = (region: MarkedRegion, marker: string) =>
  marker.charAt('zqmkres'.length) === region.charAt(0)

/**
 * Return the figures of what went over the live buses of one region: nothing of another one, and words of its own in orders to devices
 * and what devices tell of themselves alone. Everything else is a hint, without words.
 */
export function judgeBuses(region: MarkedRegion, heard: Heard): ReportRow[] {
  const { buses, messages, markers, strays } = heard
  const foreign = markers.filter(({ marker }) => !isOf(region, marker))
  const loose = markers.filter(
    ({ marker, subject }) => isOf(region, marker) && !/^t\.[^.]+\.(command|told)\./.test(subject),
  )
  const line = ({ marker, subject, encoding }: HeardMarker) =>
    `${marker} on ${subject} (${encoding})`
  show('ON THE BUS', foreign.map(line))
  show('WORDS IN A HINT', loose.map(line))
  const row = (name: string, value: number, least: number): ReportRow => ({
    name: `${region}: ${name}`,
    value,
    unit: '',
    bar: `>= ${least}`,
    ok: value >= least,
  })
  return [
    row('live buses listened to', buses, 5),
    row('messages heard on them', messages, 100),
    row(
      'own markers heard in orders and notices',
      markers.length - foreign.length - loose.length,
      1,
    ),
    atMost(`${region}: markers of the other region on its buses`, foreign.length, '', 0),
    atMost(`${region}: own markers outside of orders and what devices tell`, loose.length, '', 0),
    {
      name: `${region}: stray markers heard on its buses`,
      value: strays.heard,
      unit: '',
      bar: `= ${strays.sent}`,
      ok: strays.sent > 0 && strays.heard === strays.sent,
    },
  ]
}

/** Know it by its content: a device's folder has the name that the laboratory gave it, and never leaves its region. */
const isServiceLog = (place: string) => /^[^/]*\.log\b/.test(place)
const isDeviceLog = (place: string) => /^devices\/.*\.log\b/.test(place)

function lineOf(sent: Sent[], marker: string): string {
  const found = sent.find((one) => one.marker === marker)
  return found ? `${found.row} ${found.field}` : 'nothing'
}

function show(word: string, lines: string[]): void {
  for (const line of [...new Set(lines)].slice(0, 25)) console.log(`${word} ${line}`)
}
