import { storesAtOnce } from '../../../domain/catalog/limits.ts'
import { returnWindowS } from '../../../domain/live/return-window.ts'
import { scaleConstants as constants } from './constants.ts'
import { atMost, measured, type ReportRow } from '../../../scripts/report-table.ts'
import { createRandom } from '../../support/seeded-random.ts'
import { type Cost, costOf, costOfWakeHubs } from './cost.ts'
import { type CompanyDay, liveDay } from './day.ts'
import { makeFleet } from './fleet.ts'

interface Size {
  companies: number
  devices: number
  /** Factors by which each company has more devices and people. */
  factors: readonly number[]
}

/** Live a day of the whole fleet, at each factor. */
export function simulateScale(seed: number, { companies, devices, factors }: Size): ReportRow[] {
  return [
    measured('companies', companies, ''),
    measured('devices', devices, ''),
    ...factors.flatMap((factor) => {
      const random = createRandom(seed)
      // Add up three even numbers, for a noise with a spread of one.
      const noise = () => 2 * (random.next() + random.next() + random.next() - 1.5)
      const days = makeFleet(companies, devices * factor).map((one) => liveDay(one, noise))
      return [...rowsOf(days, factor), ...costRows(days, factor)]
    }),
  ]
}

function rowsOf(days: readonly CompanyDay[], factor: number): ReportRow[] {
  const most = (of: (day: CompanyDay) => number) => Math.max(...days.map(of))
  const count = (is: (day: CompanyDay) => boolean) => days.filter(is).length
  const sockets = ({ company, people }: CompanyDay) => company.devices + people
  const heldMb = (day: CompanyDay) => (sockets(day) * constants.socketKb.value) / 1000
  const name = (what: string) => `${factor}x: ${what}`
  const wait = Math.round(most(({ waitMs }) => waitMs) * 10) / 10
  const told = days.reduce((sum, day) => sum + day.told, 0) / regions / constants.indexReports.value
  const refused = most((day) => day.refused) * 100
  const rows = [
    measured(name('devices of the largest company'), days[0]?.company.devices ?? 0, ''),
    measured(name('busiest store, share of its work'), percent(most((day) => day.busiest)), '%'),
    measured(
      name('busiest store while all its devices return'),
      percent(most((day) => day.returning)),
      '%',
    ),
    measured(
      name('companies with more connections than a hub holds'),
      count((day) => sockets(day) > constants.hubSockets.value),
      '',
    ),
    measured(
      name('companies whose hub has more memory than an object'),
      count((day) => heldMb(day) > constants.objectMb.value),
      '',
    ),
    measured(
      name('companies whose store is full within a year'),
      count((day) => day.daysToFull < 365),
      '',
    ),
    measured(
      name('days until the first store is full'),
      Math.floor(Math.min(...days.map((day) => day.daysToFull))),
      '',
    ),
    measured(
      name('directory of a region at work, at most, share of its queries'),
      percent(directoryShare(days, lookupsAtWork)),
      '%',
    ),
    measured(
      name('directory of a region while all devices return, share of its queries'),
      percent(directoryShare(days, lookupsOfReturn)),
      '%',
    ),
    measured(name('index of the fleet at work, at most, share of its reports'), percent(told), '%'),
    measured(
      name('turns of an alarm for a message to all companies'),
      Math.ceil(days.length / (storesAtOnce - 1)),
      '',
    ),
  ]
  // Hold the promises for today's fleet alone: more devices are to show what breaks.
  const [people, devices] = [
    name('wait of a person, p99 at the worst'),
    name('calls of devices refused at the worst'),
  ]
  const promised =
    factor === 1
      ? [atMost(people, wait, 'ms', 300), atMost(devices, refused, '%', 0)]
      : [measured(people, wait, 'ms'), measured(devices, refused, '%')]
  return [...rows, ...promised]
}

/** Return the looks into the directory a second while nothing happens: of each device one with the first call after its receipt. */
function lookupsAtWork({ company: { devices }, asked }: CompanyDay): number {
  return Math.min(asked, devices / constants.receiptS.value)
}

/**
 * Return the looks into the directory a second while the devices of a company return: of those whose receipt has ended. A device
 * that reports only may go on for one pause between two reports without noticing.
 */
function lookupsOfReturn({ company: { devices } }: CompanyDay): number {
  const { receiptS, reportS } = constants
  return (devices * (reportS.value / receiptS.value)) / returnWindowS(devices)
}

/** The companies are in as many regions, each with its own directory and index of the fleet. */
const regions = 3

/** Return the share of a directory's queries. */
function directoryShare(days: readonly CompanyDay[], lookups: (day: CompanyDay) => number): number {
  return (
    days.reduce((sum, day) => sum + lookups(day), 0) / regions / constants.directoryQueries.value
  )
}

function costRows(days: readonly CompanyDay[], factor: number): ReportRow[] {
  const cost = costOf(days)
  const total = Object.values(cost).reduce((a, b) => a + b, 0)
  const usd = (value: number) => Math.round(value * 100) / 100
  const parts: Record<keyof Cost, string> = {
    workerRequests: 'requests',
    workerCpu: 'processor',
    objectRequests: 'requests of objects',
    objectGbS: 'time of objects',
    rowsRead: 'rows read',
    rowsWritten: 'rows written',
    storedGb: 'records of one year',
  }
  return [
    measured(`${factor}x: cost of a company and month`, usd(total / days.length), 'USD'),
    measured(`${factor}x: cost of all, a month`, usd(total), 'USD'),
    ...(Object.keys(parts) as (keyof Cost)[]).map((part) =>
      measured(`${factor}x:   ${parts[part]}`, usd(cost[part]), 'USD'),
    ),
    measured(
      `${factor}x: with a link to NATS for each company, besides`,
      usd(costOfWakeHubs(days.length)),
      'USD',
    ),
  ]
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10
}
