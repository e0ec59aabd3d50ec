/// <reference lib="dom" />
import { isDeviceCartridge } from '../../../domain/catalog/cartridges.ts'
import type { CreateAnalysis } from '../../../domain/calls/analysis.ts'
import type { Analysis, Sample } from '../../../domain/entities/analysis.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { Fault } from '../../../domain/fault.ts'
import type { FieldChange } from '../../../domain/sync/field-change.ts'
import type { LocalDocument } from '../../../domain/sync/pending.ts'
import { project } from '../../../domain/sync/project.ts'
import { keepSessionWith } from '../../../web/client/call.ts'
import { showAnalysis } from '../../../web/local/shown-analysis.ts'
import { mode, noteAnswer, watchMode, workOffline, workOnline } from '../../../web/state/mode.ts'
import { discard, editAnalysis, insist, retryAll, saveAnalysis } from '../../../web/state/outbox.ts'
import { openRecords, records, recordsReady, resyncRecords } from '../../../web/state/records.ts'
import { account, refreshSession, restoreSession } from '../../../web/state/session.ts'

/** A document as a battery compares it. */
export interface Look {
  uuid: string
  seq: number
  body: Record<string, unknown> | null
  shown: Record<string, unknown> | null
  pending: { op_id: string; type: string; state: string; code: string; text: string }[]
}

/** A promise of the page: kept, or refused in words. */
export type Kept = { ok: true; ms: number } | { ok: false; code: string; reason: string }

/** Fields of a new plan; the page finds the rest among its own records. */
export interface Plan {
  uuid: string
  name: string
  notebook: string
}

/**
 * The page without its screens: session, network, records and outbox as the product puts them together, moved by the battery
 * instead of by a person.
 */
export const page = {
  /** @param scope another view of the company than the account's, to have the tables emptied as a change of it does. */
  async start(scope?: string): Promise<{ uuid: string; ms: number }> {
    const began = performance.now()
    watchMode()
    keepSessionWith({
      refresh: refreshSession,
      who: () => account.peek()?.uuid ?? null,
      isOffline: () => mode.peek().state === 'offline',
      noteAnswer,
    })
    await restoreSession()
    const who = account.peek()
    if (!who) throw new Error('nobody is signed in')
    await openRecords(scope === undefined ? who : { ...who, scope }, () => undefined)
    // List analyses as the page of the list does, which may be open while the first records come.
    open().model.list('analysis')
    let before = mode.peek().state
    mode.subscribe(({ state }) => {
      if (state === 'online' && before === 'offline') resyncRecords()
      before = state
    })
    await open().store.waiting()
    return { uuid: who.uuid, ms: performance.now() - began }
  },

  async ready(): Promise<void> {
    while (!recordsReady.value) await new Promise((done) => setTimeout(done, 20))
  },

  make: (plan: Plan) =>
    keep(async () => {
      const input = await inputOf(plan)
      const { store } = open()
      const find = async (id: string) => (await store.find(id))?.body as unknown
      const recipe = (await find(`recipe|${input.recipe_uuid}`)) as Recipe
      const swarm = (await find(`swarm|${input.swarm_uuid}`)) as Swarm
      const at = new Date().toISOString()
      const made = { at, account: account.peek()!, recipe, protocol: null, swarm, device: null }
      await saveAnalysis(input, showAnalysis(input, made))
    }),

  /** Adds a line below what is shown. */
  note: (uuid: string, line: string) =>
    edit(uuid, ({ notebook }) => ({
      field: 'notebook',
      from: notebook,
      to: notebook === '' ? line : `${notebook}\n${line}`,
    })),

  name: (uuid: string, name: string) =>
    edit(uuid, (shown) => ({ field: 'name', from: shown.name, to: name })),

  /** A new sample, in a well that is free as this page sees it. */
  sample: (uuid: string, sample: Sample) =>
    edit(uuid, ({ samples }) => {
      const taken = samples.some(({ coordinates }) => coordinates[0] === sample.coordinates[0])
      const to = taken
        ? samples.map((one) =>
            one.coordinates[0] === sample.coordinates[0] ? { ...one, name: sample.name } : one,
          )
        : [...samples, sample]
      return { field: 'samples', from: samples, to }
    }),

  /** Make plans and write in them without end; each word that is saved is said aloud, and none before. */
  async scribble(prefix: string, pauseMs = 0): Promise<void> {
    const uuids: string[] = []
    for (let at = 0; !scribbled.aborted; at += 1) {
      await new Promise((done) => setTimeout(done, pauseMs))
      const word = `${prefix}x${at}`
      const isNew = at % 12 === 0
      if (isNew) uuids.push(crypto.randomUUID())
      const uuid = uuids[isNew ? uuids.length - 1 : at % uuids.length]!
      const kept = isNew
        ? await page.make({ uuid, name: word, notebook: word })
        : await page.note(uuid, word)
      console.log(kept.ok ? `saved ${uuid} ${word}` : `not saved ${kept.code} ${kept.reason}`)
    }
  },

  /** Begin no word more. */
  rest(): void {
    scribbled.aborted = true
  },

  async look(uuids: readonly string[]): Promise<Look[]> {
    const { store } = open()
    const found = await Promise.all(uuids.map((uuid) => store.find(`analysis|${uuid}`)))
    return found.flatMap((document) => (document ? [lookAt(document)] : []))
  },

  async waiting(): Promise<Look[]> {
    return (await open().store.waiting()).map(lookAt)
  },

  /** Return the differences between the list and its store, after a list has had time to be drawn. */
  async listOff(): Promise<string[]> {
    const { store, model } = open()
    for (let tries = 0; ; tries += 1) {
      const documents = await store.newest('analysis', 1_000_000)
      const stored = documents.flatMap((one) => project(one) ?? []) as unknown as Analysis[]
      const rows = (model.list('analysis').get() ?? []) as unknown as Analysis[]
      const listed = new Map(rows.map(({ uuid, name }) => [uuid, name]))
      const off = stored.filter(({ uuid, name }) => listed.get(uuid) !== name)
      if (off.length === 0 && rows.length === stored.length) return []
      if (tries === 30)
        return [`${rows.length} of ${stored.length}`, ...off.map(({ uuid }) => uuid)]
      await new Promise((done) => setTimeout(done, 100))
    }
  },

  /** Documents in which something waits. */
  async left(): Promise<number> {
    return (await open().store.waiting()).length
  },

  discard: (uuid: string, opId: string) => discard(`analysis|${uuid}`, opId),
  insist: (uuid: string, opId: string) => insist(`analysis|${uuid}`, opId),

  hint: (): void => resyncRecords(),

  push(): void {
    retryAll()
    resyncRecords()
  },

  workOffline,
  workOnline,
  refresh: () => refreshSession({ background: false }),
  isOnline: () => mode.peek().state === 'online',

  /** Find the words in this browser's databases, as text. */
  async rows(words: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const text = await readAll(name)
      found.push(...words.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`))
    }
    return found
  },
}
const scribbled = { aborted: false }
export type LabPage = typeof page

function open() {
  const local = records.peek()
  if (!local) throw new Error('the records are not open')
  return local
}

function edit(uuid: string, change: (shown: Analysis) => FieldChange): Promise<Kept> {
  return keep(async () => {
    const document = await open().store.find(`analysis|${uuid}`)
    const shown = document && (project(document) as Analysis | null)
    if (!shown) throw new Fault('not_found', 'not here')
    await editAnalysis(uuid, [change(shown)])
  })
}

async function keep(work: () => Promise<void>): Promise<Kept> {
  const began = performance.now()
  try {
    await work()
    return { ok: true, ms: performance.now() - began }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { ok: false, code: error.code, reason: error.first.reason ?? '' }
  }
}

async function inputOf({ uuid, name, notebook }: Plan): Promise<CreateAnalysis> {
  const { store } = open()
  const [recipe] = await store.newest('recipe', 1)
  const swarm_uuid = account.peek()?.swarms[0]
  const body = recipe?.body as Recipe | undefined
  const cartridge_type = body?.cartridge_types.find(isDeviceCartridge)
  if (!body || !swarm_uuid || !cartridge_type) throw new Error('no method on this machine')
  const common = { uuid, name, notebook, swarm_uuid, cartridge_type, samples: [] }
  return { ...common, recipe_uuid: recipe!.uuid, protocol_uuid: null, device_uuid: null }
}

function lookAt(document: LocalDocument): Look {
  const { uuid, seq, body, pending } = document
  return {
    uuid,
    seq,
    body,
    shown: project(document),
    pending: pending.map((one) => ({
      op_id: one.op_id,
      type: one.type,
      state: one.state,
      code: one.fault?.code ?? '',
      text: JSON.stringify(one),
    })),
  }
}

function readAll(name: string): Promise<string> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => resolve(''))
    opening.addEventListener('success', () => {
      const { result: database } = opening
      const stores = [...database.objectStoreNames]
      if (stores.length === 0) return resolve('')
      const reading = database.transaction(stores)
      const requests = stores.map((store) => reading.objectStore(store).getAll())
      reading.addEventListener('complete', () => {
        database.close()
        resolve(requests.map(({ result }) => JSON.stringify(result)).join('\n'))
      })
    })
  })
}
