import { lanCalls } from '../../../domain/lan/lan-calls.ts'
import { measured, type ReportRow } from '../../../scripts/report-table.ts'
import { isZero } from '../../support/is-zero.ts'
import { startLanBench, startLanEdge } from '../../devices/lan-bench.ts'
import { sendBent } from './bent-bodies.ts'
import { flood, hugeBodies, type Met, slowLoris } from './floods.ts'
import { makeStrangers, restart, sendWrong } from './wrong-passes.ts'

export interface Wish {
  seed: string
  /** Requests with bent bodies, paths and headers. */
  bent: number
  /** Calls by people who may not make them. */
  wrong: number
  flood: number
  slow: number
  huge: number
}

type Bench = Awaited<ReturnType<typeof startLanBench>>

/** Attack the API of a device, which is a process of its own, in every way. @returns the rows, and what was let through or broke. */
export async function measureDeviceApi(
  wish: Wish,
): Promise<{ rows: ReportRow[]; failed: string[] }> {
  const failed: string[] = []
  const rows: ReportRow[] = []
  const bench = await startLanBench({ rate: 1_000_000, speed: 2_000 })
  const other = await startLanEdge()
  try {
    const { device } = bench
    const began = device.output().split('cube-1 on,').length
    const bent = await sendAllBent(bench, wish)
    failed.push(...bent.broken)
    const wrong = await sendAllWrong(bench, other, wish)
    failed.push(...wrong.allowed)
    const huge = await hugeBodies(device, wish.huge)
    // Leave out one restart, which was ordered for the list of leavers.
    const starts = device.output().split('cube-1 on,').length - began - 1
    const crashes = starts + (device.isAlive() ? 0 : 1)
    const faults = device.output().split('a call failed').length - 1
    const answers = (await device.call(lanCalls.status, {})).status.uuid === device.uuid
    rows.push(
      measured('bent bodies, paths and headers', wish.bent),
      measured('of them carried out or answered', bent.through),
      isZero('answers of 500 or above', bent.broken.length),
      measured('calls by people who may not', wish.wrong),
      isZero('of them allowed', wrong.allowed.length),
      isZero('settings or orders changed by them', wrong.changed),
      measured('bodies without end', wish.huge),
      isZero('of them read beyond the limit', huge.swallowed),
      {
        name: 'memory grown by them',
        value: huge.grown,
        unit: 'MB',
        bar: '<= 64',
        ok: huge.grown <= 64,
      },
      isZero('crashes and restarts', crashes),
      isZero('failures inside the device', faults),
      {
        name: 'answers afterwards',
        value: answers ? 'yes' : 'no',
        unit: '',
        bar: 'yes',
        ok: answers,
      },
    )
  } finally {
    await bench.end()
    await other.close()
  }
  rows.push(...(await measureCrowds(wish)))
  return { rows, failed }
}

/** Flood a device with its usual limit of calls, and hold its connections open, while people call it from another address. */
async function measureCrowds(wish: Wish): Promise<ReportRow[]> {
  const bench = await startLanBench({ rate: 10 })
  const people = (name: string, { answered, made, longest }: Met): ReportRow[] => [
    {
      name: `${name}: calls of people unanswered`,
      value: made - answered,
      unit: '',
      bar: '0',
      ok: made === answered,
    },
    {
      name: `${name}: longest wait of a person`,
      value: longest,
      unit: 'ms',
      bar: '<= 2000',
      ok: longest <= 2_000,
    },
  ]
  try {
    const flooded = await flood(bench.device, wish.flood)
    const slow = await slowLoris(bench.device, { count: wish.slow, ms: 40_000 })
    return [
      measured('flood: calls', wish.flood),
      {
        name: 'flood: let through',
        value: flooded.passed,
        unit: '',
        // Allow a burst, then ten a second.
        bar: '<= 1000',
        ok: flooded.passed <= 1_000,
      },
      ...people('flood', flooded),
      measured('slow connections', wish.slow),
      {
        name: 'slow: still open at the end',
        value: slow.open,
        unit: '',
        bar: '0',
        ok: slow.open === 0,
      },
      ...people('slow', slow),
      {
        name: 'alive at the end',
        value: bench.device.isAlive() ? 'yes' : 'no',
        unit: '',
        bar: 'yes',
        ok: bench.device.isAlive(),
      },
    ]
  } finally {
    await bench.end()
  }
}

async function sendAllBent(bench: Bench, { seed, bent }: Wish) {
  const { challenge } = await bench.device.call(lanCalls.greet, {})
  const broken: string[] = []
  let through = 0
  await inBatches(bent, async (number) => {
    const status = await sendBent(bench, { seed, number, challenge })
    if (status === 200) through += 1
    if (status >= 500) broken.push(`bent ${number} of seed ${seed}: ${status}`)
  })
  return { broken, through }
}

async function sendAllWrong(bench: Bench, other: Bench['edge'], { seed, wrong }: Wish) {
  const { device, edge } = bench
  const strangers = await makeStrangers(bench, other)
  await restart(bench)
  const state = async () => {
    const setup = await device.call(lanCalls.getSetup, {})
    return setup.state === 'done' ? JSON.stringify(setup.data) : setup.state
  }
  const { challenge } = await device.call(lanCalls.greet, {})
  const before = await state()
  const allowed: string[] = []
  await inBatches(wrong, async (number) => {
    const { status, what } = await sendWrong(bench, strangers, { seed, number, challenge })
    if (status !== 401 && status !== 403)
      allowed.push(`wrong ${number} of seed ${seed}: ${what}: ${status}`)
  })
  const after = await state()
  // Count the orders that the device reports, each with its pass.
  const own = new Set([bench.holder.pass, strangers.honest.pass])
  const orders = edge.told.filter(({ pass }) => !own.has(pass)).length
  return { allowed, changed: orders + (before === after ? 0 : 1) }
}

async function inBatches(count: number, send: (number: number) => Promise<void>): Promise<void> {
  for (let first = 0; first < count; first += 20) {
    const numbers = Array.from({ length: Math.min(20, count - first) }, (_, at) => first + at)
    await Promise.all(numbers.map(send))
  }
}
