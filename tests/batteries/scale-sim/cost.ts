import { scaleConstants as constants, scalePrices as prices } from './constants.ts'
import type { CompanyDay } from './day.ts'

const daysOfMonth = 30

/** Cost of a month in USD, by what is paid for. Records of one year are stored. */
export type Cost = Record<keyof typeof prices, number>

/**
 * Calculate the cost of a month of days like these. Each call is one request of a Worker and of a store; each message of a device
 * is one of its hub.
 */
export function costOf(days: readonly CompanyDay[]): Cost {
  const sum = (of: (day: CompanyDay) => number) =>
    daysOfMonth * days.reduce((total, day) => total + of(day), 0)
  const calls = sum(({ calls }) => calls)
  const messages = sum(({ reports }) => reports)
  const tells = sum(({ runs }) => runs) * constants.tellsOfRun.value
  const used: Cost = {
    workerRequests: calls,
    workerCpu: calls * constants.cpuMs.value,
    // Count a device's call twice, which asks first whether its receipt counts (decision 99).
    objectRequests: calls + messages + messages / 20 + tells,
    objectGbS: (((calls + messages) * constants.activeMs.value) / 1000) * 0.128,
    rowsRead: calls * constants.rowsOfRead.value,
    rowsWritten:
      sum(({ writes }) => writes) * constants.rowsOfWrite.value +
      messages * constants.rowsOfReport.value +
      tells * constants.rowsOfTell.value,
    storedGb: (sum(({ runs }) => runs) * 12 * constants.runKb.value) / 1e6,
  }
  const names = Object.keys(prices) as (keyof Cost)[]
  const paid = names.map((name) => {
    const { usd, each, included } = prices[name]
    return [name, (Math.max(0, used[name] - included) / each) * usd]
  })
  return Object.fromEntries(paid) as Cost
}

/**
 * Calculate the cost of links that keep every hub in memory all month: two outgoing sockets for each company to a NATS server do
 * not hibernate.
 */
export function costOfWakeHubs(companies: number): number {
  return (companies * 0.128 * daysOfMonth * 86_400 * prices.objectGbS.usd) / prices.objectGbS.each
}
