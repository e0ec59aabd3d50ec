import type { SyncRecord } from '../../../domain/calls/sync.ts'
import { verifyTrail } from '../../../domain/trail/verify-trail.ts'
import { isWindow } from '../../../web/sync/mark.ts'
import { trailTools } from '../../../edge/store/trail-tools.ts'
import { judgeAdded } from '../skew/judge-added.ts'
import { judgeEffect } from './effects.ts'
import { type Effect, readHistory } from './history.ts'
import { origin, type Person, signIn } from './laboratory.ts'
import type { Machine } from './machine.ts'
import type { Scene } from './scene.ts'

/**
 * Judge everything that must hold when all is quiet again; each problem begins with its kind: lost, doubled, divergent,
 * stalled.
 */
export async function judge(world: Scene): Promise<string[]> {
  const problems: string[] = []
  const effects = new Map<string, Effect>()
  for (const company of world.laboratory.companies) {
    const history = readHistory(world.edge.stores.databaseOf(company))
    problems.push(...history.problems)
    for (const [opId, effect] of history.effects) effects.set(opId, effect)
    if (!world.plan.putBack) problems.push(...(await judgeTrail(world, company)))
  }
  problems.push(...judgeIntents(world, effects), ...judgeStrangers(world, effects))
  if (world.plan.skew) problems.push(...judgeAdded(world, effects))
  for (const machine of world.machines) {
    problems.push(...judgeQuiet(machine), ...judgeJournal(machine, world, effects))
    problems.push(...(await judgeCopy(world, machine)))
  }
  return problems
}

/** Check that each edit reported as saved is in the record, or still on a machine where its person finds it. */
function judgeIntents({ ledger, machines }: Scene, effects: Map<string, Effect>): string[] {
  const kept = new Set<string>()
  for (const { disk } of machines) {
    for (const { documents } of disk) {
      for (const { pending } of documents.documents.values()) {
        for (const { op_id } of pending) kept.add(op_id)
      }
    }
  }
  return [...Map.groupBy(ledger.intents, ({ opId }) => opId)].flatMap(([opId, intents]) => {
    const effect = effects.get(opId)
    if (effect) return judgeEffect(intents, effect)
    if (!intents.some(({ told }) => told)) return []
    if (kept.has(opId) || ledger.discarded.has(opId) || ledger.putBack.has(opId)) return []
    return [`lost: nothing is left of ${opId}`]
  })
}

/** Check that every operation was meant by a person: the same edit under another id is a doubled one. */
function judgeStrangers({ ledger, laboratory }: Scene, effects: Map<string, Effect>): string[] {
  const people = new Set(laboratory.people.map(({ user }) => user))
  return [...effects.values()].flatMap(({ entry }) => {
    const byPerson = entry.kind === 'analysis' && people.has(entry.actor.uuid)
    const known = ledger.operations.has(entry.op_id) || ledger.atDesk.has(entry.op_id)
    const before = entry.at < new Date(world0).toISOString()
    return byPerson && !known && !before
      ? [`doubled: nobody meant ${entry.action} ${entry.op_id}`]
      : []
  })
}

const world0 = Date.parse('2026-10-24T22:00:00Z')

/** Codes of faults that pass: an operation may not be given up for one of them. */
const passing = [
  'offline',
  'network',
  'timeout',
  'internal',
  'session_expired',
  'not_signed_in',
  'client_outdated',
]

/**
 * Check that operations wait only for another version of the page, and that the edge itself refused the refused ones.
 */
function judgeQuiet(machine: Machine): string[] {
  const { name } = machine.options
  if (!machine.account) return []
  return [...(machine.documents()?.documents.values() ?? [])].flatMap(({ id, pending }) => {
    // Accept operations that wait behind an edit which needs a newer page.
    const isTooOld = pending.some(({ fault }) => fault?.code === 'client_outdated')
    const mayWait = isTooOld && machine.parts.version === 'page-before'
    return pending.flatMap(({ op_id, state, fault }) => {
      if (mayWait && state !== 'refused') return []
      const what = `${name} ${id} ${op_id} ${state} ${fault?.code ?? ''}`
      if (state !== 'refused') return [`stalled: ${what}`]
      return passing.includes(fault?.code ?? 'network') ? [`stalled: given up ${what}`] : []
    })
  })
}

/** Check that every notice in a journal is about an operation that the edge has, or lost with a rollback. */
function judgeJournal(machine: Machine, { ledger }: Scene, effects: Map<string, Effect>): string[] {
  const problems: string[] = []
  for (const { documents } of machine.disk) {
    for (const document of documents.documents.values()) {
      for (const { op_id, field } of document.journal) {
        if (!effects.has(op_id) && !ledger.putBack.has(op_id))
          problems.push(`divergent: journal of ${op_id} ${field}, which was never made`)
      }
    }
  }
  return problems
}

interface TrailPage {
  text: string
  next: number | null
  size: number
}

async function judgeTrail({ edge }: Scene, company: string): Promise<string[]> {
  let text = ''
  let after: number | null = 0
  let size: number | null = null
  while (after !== null) {
    const outcome = (await edge.stores.direct(company, 'exportTrail', after, size)) as
      | { ok: true; value: TrailPage }
      | { ok: false; errors: unknown }
    if (!outcome.ok)
      return [`audit: the trail cannot be exported ${JSON.stringify(outcome.errors)}`]
    text += outcome.value.text
    after = outcome.value.next
    size = outcome.value.size
  }
  const { problems } = await verifyTrail(new TextEncoder().encode(text), trailTools)
  return problems.map((problem) => `audit: ${JSON.stringify(problem)}`)
}

/**
 * Check that the copy on the machine equals a fresh pull of what the account may see, with no record more and none
 * less.
 */
async function judgeCopy(world: Scene, machine: Machine): Promise<string[]> {
  const { account, options } = machine
  const here = machine.documents()
  if (!account || !here) return []
  const { documents } = here
  const person = world.laboratory.people.find(({ user }) => user === account.uuid)
  const kinds = machine.parts.local.streamsOf(machine.held()).flatMap((stream) => stream.kinds)
  const pulled = person && (await world.time.runFor(pullAll(world, person, kinds)))
  if (!pulled) return []
  const { seen, read } = pulled
  const first = here.marks.get('analyses')?.first
  const who = `${options.name} (${account.username})`
  const problems: string[] = []
  if (first && !isWindow(first)) problems.push(`stalled: ${who} is in its first pull`)
  for (const { kind, uuid, seq, body } of seen.values()) {
    const id = `${kind}|${uuid}`
    const own = documents.get(id)
    if (!own?.body && first && seq < first.below && mayBeLeft(kind, body)) continue
    if (!own?.body) problems.push(`divergent: ${who} lacks ${id}`)
    else if (JSON.stringify(own.body) !== JSON.stringify(body)) {
      problems.push(`divergent: ${who} has ${id} of ${own.seq}, not of ${seq}`)
    }
  }
  for (const { id, kind, body } of documents.values()) {
    if (body && read.has(kind) && !seen.has(id)) problems.push(`divergent: ${who} still has ${id}`)
  }
  return problems
}

/** Return true for what a window leaves at the service: runs that have ended, but corrections. */
function mayBeLeft(kind: string, body: SyncRecord['body']): boolean {
  const isEnded = !['INIT', 'RUNNING'].includes(String(body?.['status']))
  return kind === 'analysis' && isEnded && body?.['corrects'] === undefined
}

async function pullAll(
  world: Scene,
  person: Person,
  kinds: readonly string[],
): Promise<{ seen: Map<string, SyncRecord>; read: ReadonlySet<string> }> {
  const seen = new Map<string, SyncRecord>()
  const cookie = await signIn(world.edge, person.username)
  for (let after = 0; ;) {
    const answer = await world.edge.fetch(
      new Request(`${origin}/v3/sync/pull?kinds=${kinds.join(',')}&after=${after}&limit=500`, {
        headers: { ...cookie, 'X-Requested-With': 'XMLHttpRequest' },
      }),
    )
    const { data } = (await answer.json()) as {
      data: { records: SyncRecord[]; checkpoint: number; more: boolean; kinds: string }
    }
    for (const record of data.records) {
      // Skip kinds that nobody has asked for, which a newer edge sends.
      if (record.body && kinds.includes(record.kind))
        seen.set(`${record.kind}|${record.uuid}`, record)
    }
    // Return the kinds that this edge sent: a machine keeps records of other kinds, which another version sent.
    if (!data.more) return { seen, read: new Set(data.kinds.split(',')) }
    after = data.checkpoint
  }
}
