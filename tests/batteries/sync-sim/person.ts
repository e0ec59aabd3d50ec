import type { Analysis, Sample } from '../../../domain/entities/analysis.ts'
import type { FieldChange } from '../../../domain/sync/field-change.ts'
import type { LocalDocument, Pending, PendingMerge } from '../../../domain/sync/pending.ts'
import { createRandom, type Random } from '../../support/seeded-random.ts'
import type { LocalStore } from '../../../web/local/document-store.ts'
import type { Ledger } from './ledger.ts'
import { planOf } from './laboratory.ts'
import type { Machine, Page } from './machine.ts'
import { randomUuid } from './platform/globals.ts'

export interface Surroundings {
  ledger: Ledger
  swarms: readonly string[]
  recipe: string
  devices: readonly string[]
  /** A word that nobody else has written. */
  word: () => string
  note: (what: string) => void
  /** Everybody has gone home: what is still in somebody's mind is not written any more. */
  isOver: () => boolean
}

/** Edit an analysis at a page, from the present screen, or from one of a while ago. */
export async function edit(
  machine: Machine,
  page: Page,
  random: Random,
  around: Surroundings,
  target?: { uuid: string; field: FieldChange['field'] },
): Promise<void> {
  const seen = await lookAround(machine, random, target?.uuid)
  if (!seen) return
  const { addPending, project } = machine.parts.local
  const shown = project(seen)
  if (!shown) return
  const [dice, drawn] = [random.below(2 ** 31), drawField(random)]
  const field = ofVersion(machine, drawn, dice)
  const [word, sample, opId] = [around.word(), randomUuid(), randomUuid()]
  // Draw the same from the same dice, since the store may ask more than once.
  const meant = (analysis: Analysis) =>
    changeField(analysis, createRandom(dice), {
      devices: around.devices,
      word,
      sample,
      field: target?.field ?? field,
      hasTubes: 'priority' in machine.parts.local.mergeRules,
    })
  const old = !target && random.next() < 0.3 ? meant(shown as unknown as Analysis) : null
  if (old) await page.tab.wait(random.below(20_000))
  const { ledger } = around
  const document = await page.store.change(seen.id, (now) => {
    ledger.forget(opId)
    const current = (now && project(now)) as unknown as Analysis | null
    if (!now || !current || around.isOver()) return now
    const change = old ?? meant(current)
    if (!mayEdit(current, change)) return now
    const after = addPending(now, mergeOf(machine, opId, now, change))
    ledger.write(opId, { opId: after.pending.at(-1)?.op_id ?? opId, uuid: seen.uuid, change })
    return after
  })
  const intent = ledger.tell(opId)
  if (!document || !intent) return
  around.note(`${page.tab.name} edits ${intent.change?.field} of ${seen.uuid} in ${intent.opId}`)
  machine.poke()
}

interface Means {
  devices: readonly string[]
  word: string
  sample: string
  field: FieldChange['field']
  hasTubes: boolean
}

function drawField(random: Random): FieldChange['field'] {
  const drawn = random.next()
  if (drawn < 0.25) return 'name'
  if (drawn < 0.35) return 'device_uuid'
  return drawn < 0.65 ? 'notebook' : 'samples'
}

/** Choose a field that this version of the page knows, sometimes one that only this version knows. */
function ofVersion(machine: Machine, field: FieldChange['field'], dice: number) {
  const { mergeRules } = machine.parts.local
  if ('priority' in mergeRules && dice % 6 === 0) return 'priority' as FieldChange['field']
  return field in mergeRules ? field : 'name'
}

function mayEdit(shown: Analysis, { field, from, to }: FieldChange): boolean {
  if (JSON.stringify(from) === JSON.stringify(to)) return false
  if (shown.status === 'VALIDATION') return false
  return shown.status === 'INIT' || field === 'name' || field === 'notebook'
}

function mergeOf(
  machine: Machine,
  opId: string,
  document: LocalDocument,
  change: FieldChange,
): PendingMerge {
  return {
    type: 'merge',
    op_id: opId,
    made_at: new Date(machine.options.time.now + machine.skew).toISOString(),
    tries: 0,
    next_at: 0,
    state: 'waiting',
    fault: null,
    base_seq: document.seq,
    changes: [change],
  }
}

/** Choose an analysis that is shown on this machine. */
async function lookAround(
  machine: Machine,
  random: Random,
  uuid?: string,
): Promise<LocalDocument | null> {
  const { project } = machine.parts.local
  const documents = [...(machine.documents()?.documents.values() ?? [])].filter(
    (one) =>
      one.kind === 'analysis' && project(one) !== null && (uuid === undefined || one.uuid === uuid),
  )
  return documents.length === 0 ? null : random.pick(documents)
}

function changeField(shown: Analysis, random: Random, means: Means): FieldChange {
  const { field, word, devices } = means
  switch (field) {
    case 'name':
      return { field, from: shown.name, to: word }
    case 'device_uuid': {
      const to = random.next() < 0.4 ? null : random.pick(devices)
      return { field, from: shown.device_uuid, to }
    }
    case 'notebook':
      return changeNote(shown.notebook, random, word)
    case 'samples':
      return { field, from: shown.samples, to: changeSamples(shown.samples, random, means) }
    default: {
      const from = (shown as { priority?: string }).priority ?? null
      const to = from === 'urgent' ? 'routine' : 'urgent'
      return { field, from, to } as unknown as FieldChange
    }
  }
}

function changeNote(from: string, random: Random, word: string): FieldChange {
  const lines = from === '' ? [] : from.split('\n')
  const drawn = random.next()
  if (drawn < 0.6) lines.push(word)
  else if (drawn < 0.75) lines.unshift(word)
  else if (drawn < 0.9) lines[random.below(lines.length)] = word
  else lines[Math.max(0, lines.length - 1)] = `${lines.at(-1) ?? ''} ${word}`.trim()
  return { field: 'notebook', from, to: lines.join('\n') }
}

function changeSamples(from: readonly Sample[], random: Random, means: Means): Sample[] {
  const { word, sample } = means
  const samples = [...from]
  const at = random.below(samples.length)
  const known = samples[at]
  const drawn = random.next()
  if (!known || drawn < 0.55) {
    const taken = new Set(samples.flatMap(({ coordinates }) => coordinates))
    const wells = 'ABCDEFGH'
      .split('')
      .flatMap((row) => [1, 2, 3].map((column) => `${row}${column}`))
    const free = wells.filter((well) => !taken.has(well))
    const coordinates = free.length === 0 ? [] : [random.pick(free)]
    const tube = means.hasTubes ? { tube: `tube of ${word}` } : {}
    return [...samples, { uuid: sample, name: word, sample_type: 'unknown', coordinates, ...tube }]
  }
  if (drawn < 0.9) samples[at] = { ...known, name: word }
  else samples.splice(at, 1)
  return samples
}

/** Plan an analysis, which exists only on this machine. */
export async function create(
  machine: Machine,
  page: Page,
  random: Random,
  around: Surroundings,
): Promise<void> {
  const { account, options } = machine
  if (!account) return
  const { addPending, newDocument } = machine.parts.local
  const uuid = randomUuid()
  const opId = randomUuid()
  const swarm = random.pick(account.swarms)
  const isUrgent = 'priority' in machine.parts.local.mergeRules && uuid < '8'
  const input = {
    ...planOf({ uuid, name: around.word(), swarm, recipe: around.recipe }),
    ...(isUrgent ? { priority: 'urgent' } : {}),
  }
  const at = new Date(options.time.now + machine.skew).toISOString()
  const shown = { ...input, status: 'INIT', created_at: at, updated_at: at }
  const pending: Pending = {
    type: 'create',
    op_id: opId,
    made_at: at,
    tries: 0,
    next_at: 0,
    state: 'waiting',
    fault: null,
    input,
    shown,
  }
  await page.store.change(`analysis|${uuid}`, (known) => {
    around.ledger.write(opId, { opId, uuid, change: null })
    return known ?? addPending(newDocument('analysis', uuid, at), pending)
  })
  around.ledger.tell(opId)
  around.note(`${page.tab.name} creates ${uuid} in ${opId}`)
  machine.poke()
}

/** Settle a refused operation: discard it, or send it again. */
export async function settleRefused(
  machine: Machine,
  page: Page,
  random: Random,
  around: Surroundings,
): Promise<void> {
  const documents = [...(machine.documents()?.documents.values() ?? [])]
  const refused = documents.flatMap(({ id, pending }) =>
    pending.flatMap((one) => (one.state === 'refused' ? [{ id, one }] : [])),
  )
  if (refused.length === 0) return
  const { id, one } = random.pick(refused)
  const outbox = new machine.parts.local.Outbox(page.store as unknown as LocalStore)
  const wanted = one.type === 'merge' && random.next() < 0.5
  const known = machine.documents()?.documents.get(id)?.pending ?? []
  // Discard what was built on a plan together with the plan that was refused.
  const gone = one.type === 'create' ? known : [one]
  for (const { op_id } of gone) around.ledger.discarded.add(op_id)
  await (wanted ? outbox.insist(id, one.op_id) : outbox.discard(id, one.op_id))
  machine.poke()
}
