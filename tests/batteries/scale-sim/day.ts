import { returnWindowS } from '../../../domain/live/return-window.ts'
import { scaleConstants as constants } from './constants.ts'
import type { SimulatedCompany } from './fleet.ts'

/** A day of one company: its calls, and how far it comes to its limits. */
export interface CompanyDay {
  company: SimulatedCompany
  people: number
  /** Calls and audited changes of the day. */
  calls: number
  writes: number
  reports: number
  runs: number
  /** Most calls of its devices in a second, over a step. */
  asked: number
  /** Most reports of its store to the index of the fleet in a second, over a step. */
  told: number
  /** Largest share of its store's work, by steps. */
  busiest: number
  /** Wait of a person's call in that step, p99 (ms). */
  waitMs: number
  /** Share of the calls of devices that were refused over the day. */
  refused: number
  /** Share of the store's work while all its devices return at once. */
  returning: number
  /** Days until its store is full. */
  daysToFull: number
}

/** Length of a step (minutes): calls of a step come at random, and people's habits change by the hour. */
const step = 10
const hour = 60
/** People and runs of a laboratory: from 8 to 18 by its clock; the rest of the day a tenth. */
const working = { from: 8, to: 18, rest: 0.1 }
/** Calls by which a device comes back: the upgrade of its socket, and two that ask for its commands. */
const callsOfReturn = 3

/** Live a day of a company, step by step. */
export function liveDay(company: SimulatedCompany, noise: () => number): CompanyDay {
  const { devices } = company
  const people = Math.ceil(devices / constants.devicesAPerson.value)
  const day = {
    asked: 0,
    told: 0,
    busiest: 0,
    waitMs: 0,
    calls: 0,
    writes: 0,
    reports: 0,
    refused: 0,
    offered: 0,
  }
  const hours = workingHours()
  for (let minute = 0; minute < 24 * hour; minute += step) {
    const activity = activityAt((minute / hour + company.zone + 24) % 24)
    const runsBegun = (devices * constants.runsADay.value * activity * step) / hours / hour
    const running = (runsBegun / step) * ((constants.readingS.value * 45) / 60)
    const reports = noisy((devices / constants.reportS.value) * 60 * step, noise)
    const readings = noisy((running / constants.readingS.value) * 60 * step, noise)
    const calls = noisy((people * activity * constants.callsOfPerson.value * step) / hour, noise)
    const writes = noisy(runsBegun * constants.writesOfRun.value, noise) + calls * 0.1
    const ofPeople = (calls * 0.9 * constants.callShare.value + writes) / (60 * step)
    const ofDevices = ((reports + readings) * constants.callShare.value) / (60 * step)
    // Refuse devices before people: they have what people leave.
    const room = Math.max(0, constants.storeWrites.value - ofPeople)
    const taken = Math.min(ofDevices, room)
    const busy = (ofPeople + taken) / constants.storeWrites.value
    if (busy > day.busiest) Object.assign(day, { busiest: busy, waitMs: waitOf(busy) })
    day.refused += ofDevices === 0 ? 0 : (reports + readings) * (1 - taken / ofDevices)
    day.offered += reports + readings
    day.asked = Math.max(day.asked, (reports + readings) / (60 * step))
    day.told = Math.max(day.told, (runsBegun * constants.tellsOfRun.value) / (60 * step))
    day.calls += calls + reports + readings + runsBegun * constants.writesOfRun.value
    day.writes += writes
    day.reports += reports + readings
  }
  const runs = devices * constants.runsADay.value
  const returns = (devices / returnWindowS(devices)) * callsOfReturn * constants.callShare.value
  return {
    ...day,
    company,
    people,
    runs,
    refused: day.refused / Math.max(1, day.offered),
    returning: returns / constants.storeWrites.value,
    daysToFull: (constants.storeGb.value * 1e6) / (runs * constants.runKb.value),
  }
}

function workingHours(): number {
  return working.to - working.from + (24 - working.to + working.from) * working.rest
}

function activityAt(localHour: number): number {
  return localHour >= working.from && localHour < working.to ? 1 : working.rest
}

/** Return how many calls came where so many were expected: their spread is that of independent callers. */
function noisy(expected: number, noise: () => number): number {
  return Math.max(0, expected + Math.sqrt(expected) * noise())
}

/**
 * Return the p99 of the wait for one thread, at random arrivals and even work (M/D/1): the tail falls as that of M/M/1 with half
 * the mean wait. At its limit the brakes hold it at the calls that are under way (decision 91).
 */
function waitOf(busy: number): number {
  const work = 1000 / constants.storeWrites.value
  // Count the calls of devices that are before a person's: 64 with a run, 32 without.
  const most = (64 + 32) * work * constants.callShare.value
  if (busy >= 1) return most
  return Math.min(most, (Math.log(100) * work * busy) / (2 * (1 - busy)))
}
