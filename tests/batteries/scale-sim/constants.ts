/**
 * Constants of the simulation of a region (tests/batteries/scale-sim), as docs/scale.md shows them. `from` says who measured it and
 * when; what nobody measured says so.
 */
interface Constant {
  what: string
  value: number
  unit: string
  from: string
}

export const scaleConstants = {
  storeWrites: {
    what: 'audited writes of one store',
    value: 460,
    unit: 'a second',
    from: '`bench -- edge`, two shared cores, quiet',
  },
  callShare: {
    what: 'work of a report, a reading or a read, of that of an audited write',
    value: 0.5,
    unit: '',
    from: 'assumed: one statement in place of nine',
  },
  rowsOfWrite: {
    what: 'rows that an audited change writes, indexes counted: measured of a finished analysis',
    value: 15,
    unit: 'rows',
    from: '`tests/edge/write-cost.test.ts`',
  },
  rowsOfReport: {
    what: 'rows that a report or a reading writes',
    value: 2,
    unit: 'rows',
    from: 'its tables: one row, one index',
  },
  rowsOfRead: {
    what: 'rows that a call reads',
    value: 60,
    unit: 'rows',
    from: 'assumed: a page of a list, a record with its right',
  },
  activeMs: {
    what: 'time for which a call keeps an object active',
    value: 10,
    unit: 'ms',
    from: 'assumed: 2 ms of work, the rest waits',
  },
  cpuMs: {
    what: 'processor time of a call in the Worker',
    value: 3,
    unit: 'ms',
    from: 'assumed',
  },
  hubSockets: {
    what: 'connections of one hub',
    value: 4096,
    unit: '',
    from: 'set; held on 22 November',
  },
  socketKb: {
    what: 'memory of an idle connection, in the local runtime',
    value: 129,
    unit: 'kB',
    from: '30 November, 4,000 connections; 127 of it the runtime alone',
  },
  objectMb: {
    what: 'memory of one object',
    value: 128,
    unit: 'MB',
    from: 'limit of Cloudflare',
  },
  planKb: {
    what: 'planned analysis of 15 samples, with its entry in the trail',
    value: 9.8,
    unit: 'kB',
    from: 'as in part `size` of `bench -- scale`, 200 of them, 1 December',
  },
  runKb: {
    what: 'run of 15 samples with its trail, from plan to signature',
    value: 29,
    unit: 'kB',
    from: 'as in part `size` of `bench -- scale`, 40 of them, 1 December',
  },
  storeGb: {
    what: 'limit of a store',
    value: 10,
    unit: 'GB',
    from: 'limit of Cloudflare',
  },
  directoryQueries: {
    what: 'queries of one D1 database of 1 ms each',
    value: 1000,
    unit: 'a second',
    from: 'Cloudflare, limits of D1: one thread',
  },
  receiptS: {
    what: 'time for which a device is not looked up again',
    value: 3600,
    unit: 's',
    from: 'set, decision 99',
  },
  reportS: {
    what: 'pause between two reports of a device',
    value: 300,
    unit: 's',
    from: 'set',
  },
  readingS: {
    what: 'pause between two readings of a run; a run has 45',
    value: 40,
    unit: 's',
    from: 'assumed',
  },
  runsADay: {
    what: 'runs of a device in a day',
    value: 4,
    unit: '',
    from: 'assumed',
  },
  writesOfRun: {
    what: 'audited changes of a run: planned, launched, started, ended, calculated, signed, and commands',
    value: 10,
    unit: '',
    from: 'counted in the trail of a run',
  },
  tellsOfRun: {
    what: 'reports of a store to the index of the fleet for a run: its device begins and ends it',
    value: 2,
    unit: '',
    from: 'set, decision 100',
  },
  rowsOfTell: {
    what: 'rows that such a report writes in the store and in the index',
    value: 2,
    unit: 'rows',
    from: 'its tables: the place in each',
  },
  indexReports: {
    what: 'reports that the index of the fleet takes',
    value: 500,
    unit: 'a second',
    from: 'offered by `bench -- scale`; 1.1 ms of processor time each, 29 November',
  },
  devicesAPerson: {
    what: 'devices for each person at work',
    value: 5,
    unit: '',
    from: 'assumed',
  },
  callsOfPerson: {
    what: 'calls of a person at work',
    value: 120,
    unit: 'an hour',
    from: 'assumed; one of ten writes',
  },
} as const satisfies Record<string, Constant>

/** A price of Cloudflare: in USD for each million beyond what the paid plan includes, of each month; of bytes for each GB. */
interface Price {
  what: string
  usd: number
  each: number
  included: number
  page: string
}

/** The day on which the pages were last changed, as they say. */
export const pricesOf = '21 April 2026'

export const scalePrices = {
  workerRequests: {
    what: 'requests of Workers',
    usd: 0.3,
    each: 1e6,
    included: 10e6,
    page: 'workers/platform/pricing',
  },
  workerCpu: {
    what: 'ms of processor time of Workers',
    usd: 0.02,
    each: 1e6,
    included: 30e6,
    page: 'workers/platform/pricing',
  },
  objectRequests: {
    what: 'requests of Durable Objects (20 messages of a socket are one)',
    usd: 0.15,
    each: 1e6,
    included: 1e6,
    page: 'durable-objects/platform/pricing',
  },
  objectGbS: {
    what: 'GB-s of Durable Objects, 128 MB each',
    usd: 12.5,
    each: 1e6,
    included: 400_000,
    page: 'durable-objects/platform/pricing',
  },
  rowsRead: {
    what: 'rows read',
    usd: 0.001,
    each: 1e6,
    included: 25e9,
    page: 'durable-objects/platform/pricing',
  },
  rowsWritten: {
    what: 'rows written, each index counted',
    usd: 1,
    each: 1e6,
    included: 50e6,
    page: 'durable-objects/platform/pricing',
  },
  storedGb: {
    what: 'GB of stores',
    usd: 0.2,
    each: 1,
    included: 5,
    page: 'durable-objects/platform/pricing',
  },
} as const satisfies Record<string, Price>

/** Write both tables as docs/scale.md shows them. */
export function scaleTables(): { constants: string; prices: string } {
  const constants = Object.values<Constant>(scaleConstants).map(
    ({ what, value, unit, from }) => `| ${what} | ${`${value} ${unit}`.trim()} | ${from} |`,
  )
  const prices = Object.values<Price>(scalePrices).map(
    ({ what, usd, each, included, page }) =>
      `| ${what} | USD ${usd} for each ${each.toLocaleString('en')} | ${included.toLocaleString('en')} | ${page} |`,
  )
  return { constants: constants.join('\n'), prices: prices.join('\n') }
}
