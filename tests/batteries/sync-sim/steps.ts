import type { Random } from '../../support/seeded-random.ts'
import type { Desk } from './desk.ts'
import type { Machine } from './machine.ts'
import { create, edit, settleRefused } from './person.ts'
import type { Step, StepKind } from './plan.ts'
import type { Scene } from './scene.ts'

type Action = (world: Scene, machine: Machine, random: Random, step: Step) => unknown

/** Let a step of the plan happen. */
export async function takeStep(
  world: Scene,
  machine: Machine,
  random: Random,
  step: Step,
): Promise<void> {
  await stepActions[step.kind](world, machine, random, step)
}

/** Choose an awake page of a machine at which a person may sit. */
function pageOf(machine: Machine, random: Random) {
  const awake = machine.pages.filter(({ tab }) => tab.alive && !tab.frozen)
  return awake.length === 0 ? null : random.pick(awake)
}

/**
 * Go on with a record whose edit waits, as somebody does in the middle of a sentence while the page asks to sign in again: what
 * was sent may have been taken, and what is added must not be lost.
 */
export async function goOnWriting(world: Scene, machine: Machine, random: Random): Promise<void> {
  const page = pageOf(machine, random)
  const documents = [...(machine.documents()?.documents.values() ?? [])]
  const waiting = documents.flatMap(({ uuid, pending }) => {
    const last = pending.at(-1)
    const field = last?.type === 'merge' && last.state === 'waiting' && last.changes.at(-1)?.field
    return field ? [{ uuid, field }] : []
  })
  if (page && waiting.length > 0) {
    await edit(machine, page, random, world.around, random.pick(waiting))
  }
}

const atPage =
  (act: typeof edit): Action =>
  (world, machine, random, { target }) => {
    const page = pageOf(machine, random)
    const uuid = target && world.laboratory.planned[target.planned]
    const wanted = uuid === undefined ? undefined : { uuid, field: target?.field ?? 'notebook' }
    return page && act(machine, page, random, world.around, wanted)
  }

const atDesk =
  (act: (desk: Desk, random: Random, world: Scene, step: Step) => Promise<string>): Action =>
  async (world, _machine, random, step) =>
    world.note(`desk ${await act(world.desk, random, world, step)}`)

const stepActions: Record<StepKind, Action> = {
  edit: atPage(edit),
  create: atPage(create),
  settleRefused: atPage(settleRefused),
  deskEdit: atDesk((desk, random) => desk.edit(random)),
  deskDelete: atDesk((desk, random) => desk.remove(random)),
  deskValidate: atDesk((desk, random) => desk.validate(random)),
  deskMigrate: atDesk((desk, random) => desk.migrate(random)),
  revoke: atDesk((desk, _random, world, { machine }) => desk.revoke(world.person(machine))),
  otherSwarms: atDesk((desk, random, world, { machine }) =>
    desk.moveToSwarms(world.person(machine), random),
  ),
  offline: (world, machine, random) => {
    machine.onLine = false
    world.time.after(1000 + random.below(60_000), () => {
      machine.onLine = true
      world.time.after(3000, () => machine.comeBack())
    })
  },
  partition: ({ time }, { options }, random) => {
    const { wire } = options
    const drawn = random.next()
    if (drawn < 0.7) wire.upClosed = true
    if (drawn > 0.3) wire.downClosed = true
    time.after(1000 + random.below(40_000), () => {
      wire.upClosed = wire.downClosed = false
    })
  },
  outage: (world, { options: { wire } }, random) => {
    const { rates } = wire
    wire.rates = { [random.next() < 0.5 ? 'failing' : 'throttled']: 1 }
    world.time.after(10_000 + random.below(150_000), () => {
      wire.rates = world.healed ? {} : rates
    })
  },
  killPage: (_world, machine, random) => machine.killPage(random.below(3)),
  cutPower: (_world, machine) => machine.cutPower(),
  freezePage: (_world, machine, random) =>
    machine.freezePage(random.below(3), 1000 + random.below(90_000)),
  sleep: (_world, machine, random) =>
    machine.sleep(random.next() < 0.3 ? 8 * 3_600_000 : random.below(120_000)),
  restart: ({ edge, laboratory }) => edge.stores.restart(laboratory.companies[0] ?? ''),
  fullDisk: ({ time }, machine, random) => {
    machine.full = true
    time.after(random.below(20_000), () => {
      machine.full = false
    })
  },
  skew: (_world, machine, random) => {
    machine.skew += Math.floor((random.next() - 0.5) * 2 * 86_400_000)
  },
  signOut: (world, machine, random) => {
    machine.end()
    const person = world.person(world.machines.indexOf(machine))
    world.time.after(random.below(30_000), () => void world.signIn(machine, person))
  },
  otherUser: (world, machine, random) => {
    machine.end()
    const own = world.person(world.machines.indexOf(machine))
    const others = world.laboratory.people.filter((one) => one !== own)
    world.time.after(100, () => void world.signIn(machine, random.pick(others)))
    world.time.after(10_000 + random.below(20_000), () => {
      machine.end()
      void world.signIn(machine, own)
    })
  },
  changePage: (world, machine, _random, { to }) => to && world.loadPage(machine, to),
  changeEdge: (world, _machine, random, { to }) => to && world.deploy(to, random.below(20_000)),
  retry: (_world, machine) => {
    for (const { sync } of machine.pages) void sync?.retry()
  },
  refresh: (_world, machine, random) => {
    // Ask for older analyses now and then, which is nothing where all are here.
    const wantsOlder = random.next() < 0.5
    for (const { sync } of machine.pages) {
      sync?.refresh()
      if (wantsOlder) sync?.fetchOlder?.()
    }
  },
  // Forget all records but what waits, with pages that go on: as where a full disk makes room.
  forget: ({ time, desk }, machine, random) => {
    machine.documents()?.replace(machine.parts.carryOver)
    machine.hint()
    // Go on with changes while all is pulled again.
    for (let change = 0; change < 3; change += 1) {
      const act = () => (random.next() < 0.3 ? desk.remove(random) : desk.edit(random))
      time.after(random.below(800), () => void act().catch(() => undefined))
    }
  },
}
