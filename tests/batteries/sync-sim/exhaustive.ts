import type { Job, Lived } from './jobs.ts'
import type { Chaos, Machine } from './machine.ts'
import { type NetworkFault, networkFaults } from './network.ts'
import { type Plan, type Step, unbounded } from './plan.ts'
import type { Simulation } from './simulation.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

/** Two people with four operations: two edits of each, in every order that keeps each one's own. */
const orders = [
  [0, 0, 1, 1],
  [0, 1, 0, 1],
  [0, 1, 1, 0],
  [1, 0, 0, 1],
  [1, 0, 1, 0],
  [1, 1, 0, 0],
] as const

/** Faults that are possible at a point, by the kind of point. */
const faultsAt = {
  request: networkFaults,
  storage: ['killPage', 'cutPower', 'fullDisk', 'freezePage', 'offline'],
  call: ['restart'],
} as const
type PointKind = keyof typeof faultsAt

interface Choice {
  kind: PointKind
  index: number
  fault: string
}

interface Schedule {
  order: number
  choice: Choice | null
}

function planOf(order: number): Plan {
  const made: number[] = [0, 0]
  const steps: Step[] = (orders[order] ?? orders[0]).map((machine, at) => {
    const number = (made[machine] ?? 0) + 1
    made[machine] = number
    // Make the second of each while the first is on its way.
    const kind = machine === 0 && number === 2 ? 'create' : 'edit'
    const field = machine === 0 || number === 1 ? 'notebook' : 'samples'
    return { id: at, at: 1000 + at * 40, kind, machine, target: { planned: 0, field } }
  })
  return {
    seed: 9000 + order,
    machines: [
      { tabs: 1, leads: true, person: 0 },
      { tabs: 1, leads: true, person: 1 },
    ],
    length: 8000,
    rates: {},
    allTables: false,
    pageSize: 10,
    // Let half of the lives end their first pull before the runs that have ended.
    window: order % 2 === 0 ? unbounded : 1,
    hintsLost: 0,
    hintsTwice: 0,
    steps,
    putBack: null,
  }
}

/** Counts the points of a life, and lets one thing go wrong at one of them. */
class OneFault implements Chaos {
  readonly counts: Record<PointKind, number> = { request: 0, storage: 0, call: 0 }
  readonly #world: World
  readonly #choice: Choice | null

  constructor(world: World, choice: Choice | null) {
    this.#world = world
    this.#choice = choice
  }

  request(): NetworkFault | null {
    return this.#isNow('request') ? (this.#choice?.fault as NetworkFault) : null
  }

  storage(machine: Machine, tab: Tab): void {
    if (!this.#isNow('storage')) return
    const { time } = this.#world
    switch (this.#choice?.fault) {
      case 'killPage':
        return machine.killPage(tab)
      case 'cutPower':
        return machine.cutPower()
      case 'freezePage':
        return machine.freezePage(0, 20_000)
      case 'offline':
        machine.onLine = false
        time.after(5000, () => {
          machine.onLine = true
          machine.comeBack()
        })
        return
      default:
        machine.full = true
        time.after(50, () => {
          machine.full = false
        })
    }
  }

  call(company: string): void {
    if (this.#isNow('call')) this.#world.edge.stores.restart(company)
  }

  /** Return true at the chosen point; only what people do after they have signed in is looked at. */
  #isNow(kind: PointKind): boolean {
    if (this.#world.healed || !this.#world.started) return false
    const index = this.counts[kind]
    this.counts[kind] += 1
    return this.#choice?.kind === kind && this.#choice.index === index
  }
}

async function liveOne(simulation: Simulation, { order, choice }: Schedule) {
  let faults: OneFault | null = null
  const outcome = await simulation.run(planOf(order), {
    chaos: (world) => {
      faults = new OneFault(world, choice)
      const it = faults
      return {
        request: () => it.request(),
        storage: (machine, tab) => it.storage(machine, tab),
        call: (company) => it.call(company),
      }
    },
  })
  return { outcome, counts: (faults as OneFault | null)?.counts ?? null }
}

/** List every schedule: each order, without a fault and with each fault at each point of that life. */
export async function* listSchedules(simulation: Simulation): AsyncGenerator<Schedule> {
  for (const order of orders.keys()) {
    const { counts } = await liveOne(simulation, { order, choice: null })
    yield { order, choice: null }
    for (const kind of ['request', 'storage', 'call'] as const) {
      for (let index = 0; index < (counts?.[kind] ?? 0); index++) {
        for (const fault of faultsAt[kind]) yield { order, choice: { kind, index, fault } }
      }
    }
  }
}

/** Run each `step`th schedule from `from` on, up to `to`. */
export async function liveSchedules(
  simulation: Simulation,
  job: Job,
  say: (lived: Lived) => void,
): Promise<void> {
  let number = 0
  for await (const schedule of listSchedules(simulation)) {
    number += 1
    if (number > job.to) return
    if ((number - job.from) % job.step !== 0) continue
    const { outcome } = await liveOne(simulation, schedule)
    const { problems, trace, counts } = outcome
    const name = schedule.choice
      ? `${schedule.choice.fault} at ${schedule.choice.kind} ${schedule.choice.index}`
      : 'nothing goes wrong'
    say({ seed: number, problems, trace, counts, replay: `order ${schedule.order}, ${name}` })
  }
}
