import type { Pending } from '../../../domain/sync/pending.ts'
import { waitingIn } from '../sync-sim/disk.ts'
import { judge } from '../sync-sim/judge.ts'
import type { Ledger } from '../sync-sim/ledger.ts'
import type { Machine } from '../sync-sim/machine.ts'
import type { Scene } from '../sync-sim/scene.ts'

interface Living extends Scene {
  become(pair: { page: 'next'; edge: 'next' }): void
  settle(): Promise<void>
}

/**
 * Update page and edge to the newest version: waiting operations are sent by themselves, and those that an older one
 * refused as unknown are accepted when their person tries again.
 */
export async function judgeNewest(world: Living): Promise<string[]> {
  world.become({ page: 'next', edge: 'next' })
  await world.settle()
  const plans: string[] = []
  for (const machine of world.machines) plans.push(...(await wantAgain(world, machine)))
  await world.settle()
  const problems = [
    ...(await judge(world)),
    ...judgePlans(world, plans),
    ...world.machines.flatMap((machine) => judgeKept(world, machine)),
  ]
  return problems.map((problem) => `${problem} (all newest)`)
}

function refusedOf(machine: Machine) {
  const documents = [...(machine.documents()?.documents.values() ?? [])]
  return documents.flatMap(({ id, body, pending }) =>
    pending.flatMap((one) => {
      // Allow an edit of a record that is gone: only the edit itself is left, and it stays where its person finds it.
      const canBeMade = one.type === 'create' || body !== null
      return canBeMade && one.state === 'refused' && isUnknown(one.fault) ? [{ id, one }] : []
    }),
  )
}

/** Return true for a refusal by a version that does not know the field, or its content. */
function isUnknown(fault: Pending['fault']): boolean {
  return fault?.reason === 'variant' || /Expected never/.test(fault?.message ?? '')
}

/** Try again the operations that were refused as unknown. @returns uuids of the plans among them. */
async function wantAgain({ time, ledger }: Scene, machine: Machine): Promise<string[]> {
  const plans: string[] = []
  for (const { id, one } of refusedOf(machine)) {
    const [page] = machine.pages
    const still = machine.documents()?.documents.get(id)
    const isRefused = still?.pending.some(
      ({ op_id, state }) => op_id === one.op_id && state === 'refused',
    )
    if (!page || !isRefused) continue
    const before = new Set(still?.pending.map(({ op_id }) => op_id))
    ledger.discarded.add(one.op_id)
    const { Outbox } = machine.parts.local
    const outbox = new Outbox(page.store as unknown as ConstructorParameters<typeof Outbox>[0])
    await time.runFor(outbox.insist(id, one.op_id))
    const made = machine
      .documents()
      ?.documents.get(id)
      ?.pending.find(({ op_id }) => !before.has(op_id))
    for (const intent of ledger.intents.filter(({ opId }) => opId === one.op_id)) {
      // Judge a plan by whether it is there: a late delivery may have made it meanwhile, under its first id.
      if (made?.type === 'create') {
        ledger.discarded.add(made.op_id)
        plans.push(intent.uuid)
      }
      if (made?.type !== 'merge') continue
      const key = `${made.op_id} ${intent.order}`
      ledger.write(key, { ...intent, opId: made.op_id })
      ledger.tell(key)
    }
  }
  machine.poke()
  return plans
}

function judgePlans({ edge, laboratory, machines }: Scene, plans: readonly string[]): string[] {
  const store = edge.stores.databaseOf(laboratory.companies[0] ?? '')
  return plans.flatMap((uuid) => {
    const isThere = store.all('SELECT 1 FROM records WHERE uuid = ?', [uuid]).length > 0
    const isKept = machines.some((machine) =>
      machine.disk.some(
        ({ documents }) => documents.documents.get(`analysis|${uuid}`)?.pending.length,
      ),
    )
    return isThere || isKept ? [] : [`lost: nothing is left of plan ${uuid}`]
  })
}

/** Check that no operation is left that only another version could send. */
function judgeKept({ ledger }: Scene, machine: Machine): string[] {
  const { name } = machine.options
  const unknown = refusedOf(machine).map(
    ({ id, one }) =>
      `stalled: ${name} ${id} ${one.op_id} is refused over ${one.fault?.field}: ${one.fault?.message}`,
  )
  return [
    ...unknown,
    ...leftBehind(ledger, machine).map((opId) => `stalled: ${name} left ${opId} behind`),
  ]
}

/** List operations that are only in a database of another shape. */
function leftBehind(ledger: Ledger, machine: Machine): string[] {
  const { account, parts } = machine
  const here = machine.documents()
  const own = account && parts.nameOf(account)
  const known = new Set(waitingIn(here))
  return machine.disk
    .filter(({ place, documents }) => place === own && documents !== here)
    .flatMap(({ documents }) => waitingIn(documents))
    .filter((opId) => !known.has(opId) && !ledger.isSettled(opId))
}
