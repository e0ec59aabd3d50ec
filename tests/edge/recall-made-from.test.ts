import { beforeAll, describe, expect, it, vi } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { dyeCalibrationCalls } from '../../domain/calls/dye-calibrations.ts'
import { evaluationRecipeCalls } from '../../domain/calls/evaluation-recipes.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { processRecipeCalls } from '../../domain/calls/process-recipes.ts'
import { publicationCalls } from '../../domain/calls/publications.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import type { RecallSubject } from '../../domain/entities/recall.ts'
import { compensationOf } from '../../domain/rules/dye-plate.ts'
import { must, type Sender } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { makePublished, makeRecipe, process, recipeBody } from './method-bodies.ts'
import { importPureDyes, plateOf } from './pure-dye-run.ts'
import { changeRecord, inStoreOf } from './store-writes.ts'
import { Sql } from '../../edge/store/sql.ts'

let world: World
let provider: Sender
let manager: Sender
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
  manager = await world.lab.as('Manager')
}, 60_000)

const versionOf = (recipe_uuid: string, version: number) =>
  ({ kind: 'recipe', recipe_uuid, version }) as const
const edit = (id: string, lid_temperature: number) =>
  must(
    manager(recipeCalls.edit, {
      params: { id },
      body: { process: { ...process, lid_temperature } },
    }),
  )
const publishNext = (id: string, lid_temperature: number) =>
  must(
    provider(globalRecipeCalls.edit, {
      params: { id },
      body: { process: { ...process, lid_temperature } },
    }),
  )
const adopt = async (id: string) =>
  (await must(manager(recipeCalls.adopt, { params: { id }, body: { swarm_uuid: null } }))).data.uuid
const take = (id: string, version: number) =>
  must(manager(recipeCalls.adoptVersion, { params: { id }, body: { version } }))

/** Make a completed run with a version of a recipe. */
async function runWith(recipe_uuid: string, recipe_version: number) {
  const { uuid, method } = await makeCompleted(manager, world.lab.swarm)
  const change = { method: { ...method, recipe_uuid, recipe_version } }
  await changeRecord(world.lab.company, { kind: 'analysis', uuid }, change)
  return uuid
}

/** Return the ids of the runs that a thing touches, which the trail has to say as well. */
async function touchedBy(subject: RecallSubject): Promise<string[]> {
  const { data } = await must(manager(recallCalls.touched, { body: { subject } }))
  expect([data.proof.trail, data.proof.faults]).toEqual([data.total, []])
  return data.data.map(({ analysis_uuid }) => analysis_uuid).sort()
}

/** Return the things that the open recalls of a subject reach, as plans are compared with them. */
async function reachOf(subject: RecallSubject) {
  const { data } = await must(manager(recallCalls.reach, {}))
  return data.filter((one) => JSON.stringify(one.subject) === JSON.stringify(subject))
}

/** Expect a version to be found and named by the name of its recipe: nobody knows one by its id. */
async function named(recipe_uuid: string, version: number) {
  const { data } = await must(manager(recipeCalls.get, { params: { id: recipe_uuid } }))
  const body = { kind: 'recipe', search: data.name } as const
  const found = (await must(manager(recallCalls.subjects, { body }))).data
  const name = `${data.name} · v${version}`
  expect(found).toMatchObject([{ name, subject: versionOf(recipe_uuid, version) }])
  const asked = { body: { subject: versionOf(recipe_uuid, version) } }
  expect((await must(manager(recallCalls.touched, asked))).data.name).toBe(name)
}

describe('a recall of a version of the provider’s recipe', () => {
  it('A20-10: touches runs with the recipes that a company made from it, edited ones and copies too', async () => {
    const global = await makePublished(provider, world.plainWord())
    const own = await adopt(global)
    const params = { id: own }
    const copy = (await must(manager(recipeCalls.duplicate, { params, body: {} }))).data.uuid
    const first = await runWith(own, 1)
    await edit(own, 98)
    const edited = await runWith(own, 2)
    const copied = await runWith(copy, 1)
    await publishNext(global, 97)
    await take(own, 2)
    const next = await runWith(own, 3)
    const direct = await runWith(global, 1)
    await runWith(await makeRecipe(manager, world.plainWord()), 1)
    expect(await touchedBy(versionOf(global, 1))).toEqual([first, edited, copied, direct].sort())
    expect(await touchedBy(versionOf(global, 2))).toEqual([next])
    expect(await touchedBy(versionOf(global, 3))).toEqual([])
    // Recall each version of the own recipe by itself, with what was copied from it (decision 93).
    expect(await touchedBy(versionOf(own, 1))).toEqual([first, copied].sort())
    await must(manager(recipeCalls.delete, { params: { id: copy } }))
    expect(await touchedBy(versionOf(global, 1))).toContain(copied)
  })

  it('is not answered by a company with “nothing found” while it ran its own recipe from it', async () => {
    const name = world.plainWord()
    const global = await makePublished(provider, name)
    const own = await adopt(global)
    const run = await runWith(own, 1)
    const subject = versionOf(global, 1)
    const reason = 'The threshold is too high'
    const { data } = await must(provider(recallCalls.create, { body: { subject, reason } }))
    const at = { params: { id: data.uuid } }
    await must(provider(recallCalls.announce, { ...at, body: { companies: [world.lab.company] } }))
    // Expect a plan to be warned as soon as the provider has announced it.
    const [announced] = await reachOf(subject)
    expect(announced?.sender).not.toBeNull()
    expect(announced?.things).toEqual([subject, versionOf(own, 1)])
    const nothing = await manager(recallCalls.answer, { ...at, body: { answer: 'nothing_found' } })
    expect([nothing.status, nothing.errors[0]]).toMatchObject([
      409,
      { reason: 'recall_touches', params: { count: 1 } },
    ])
    const { data: recall } = await must(manager(recallCalls.create, { body: { subject, reason } }))
    expect(recall.name).toBe(`${name} · v1`)
    await must(manager(recallCalls.hold, { params: { id: recall.uuid } }))
    const held = await must(manager(recallCalls.answer, { ...at, body: { answer: 'held' } }))
    expect(held.data.answer?.count).toBe(1)
    expect((await reachOf(subject)).map(({ sender }) => sender)).toEqual([null])
    const { data: holds } = await must(manager(recallCalls.holds, { body: { uuids: [run] } }))
    expect(holds).toHaveLength(1)
  })

  it('touches runs of the company whose recipe the provider had published', async () => {
    const id = await makeRecipe(manager, world.plainWord())
    await must(manager(recipeCalls.edit, { params: { id }, body: { publication_requested: 1 } }))
    const { data } = await must(
      provider(publicationCalls.search, { query: { limit: '500' }, body: {} }),
    )
    const request = data.data.find(({ recipe_uuid }) => recipe_uuid === id)
    const taken = await must(
      provider(publicationCalls.takeOver, { params: { id: request?.uuid ?? '' }, body: {} }),
    )
    const run = await runWith(id, 1)
    await runWith(id, 2)
    expect(await touchedBy(versionOf(taken.data.global_uuid ?? '', 1))).toEqual([run])
  })

  it('is found by the provider in each version, without a run; a recipe of its own alone is announced to nobody', async () => {
    const name = world.plainWord()
    const global = await makePublished(provider, name)
    await publishNext(global, 96)
    const { data } = await must(
      provider(recallCalls.subjects, { body: { kind: 'recipe', search: name } }),
    )
    expect(data.map((one) => [one.name, one.subject, one.analyses])).toEqual([
      [`${name} · v2`, versionOf(global, 2), 0],
      [`${name} · v1`, versionOf(global, 1), 0],
    ])
    const subject = versionOf(await makeRecipe(provider, world.plainWord()), 1)
    const own = await must(provider(recallCalls.create, { body: { subject, reason: 'Wrong dye' } }))
    const sent = provider(recallCalls.announce, {
      params: { id: own.data.uuid },
      body: { companies: [world.lab.company] },
    })
    expect(await sent).toMatchObject({ status: 422, errors: [{ reason: 'value_not_possible' }] })
  })

  it('follows a draft that was taken from the provider and came into force when review ended', async () => {
    const global = await makePublished(provider, world.plainWord())
    const own = await adopt(global)
    await publishNext(global, 95)
    const admin = await world.lab.as('Administrator')
    const other = await world.lab.as('SuperAdmin')
    const review = (recipe_review: 'Y' | 'N', sender = admin) =>
      must(
        sender(companyCalls.edit, { params: { id: world.lab.company }, body: { recipe_review } }),
      )
    await review('Y')
    await take(own, 2)
    await review('N')
    await review('N', other)
    await must(manager(recipeCalls.edit, { params: { id: own }, body: { name: 'After review' } }))
    const run = await runWith(own, 2)
    expect(await touchedBy(versionOf(global, 2))).toEqual([run])
  })
})

describe('a recall of a version of a company’s own recipe', () => {
  const copyOf = async (id: string) =>
    (await must(manager(recipeCalls.duplicate, { params: { id }, body: {} }))).data.uuid
  /** Split a recipe into its halves and keep both, as the page does. */
  const splitOf = async (id: string) => {
    const { data } = await must(manager(recipeCalls.split, { params: { id } }))
    const process = await must(manager(processRecipeCalls.create, { body: data.process_recipe }))
    const evaluation = await must(
      manager(evaluationRecipeCalls.create, { body: data.evaluation_recipe }),
    )
    return { process: process.data, evaluation: evaluation.data }
  }

  it('touches runs with its copies, their later versions and their copies, and with no other recipe', async () => {
    const own = await makeRecipe(manager, world.plainWord())
    const same = await makeRecipe(manager, world.plainWord())
    const copy = await copyOf(own)
    const first = await runWith(own, 1)
    const copied = await runWith(copy, 1)
    await edit(copy, 98)
    const edited = await runWith(copy, 2)
    const again = await copyOf(copy)
    const copiedAgain = await runWith(again, 1)
    await edit(own, 97)
    const later = await copyOf(own)
    await runWith(own, 2)
    const ofLater = await runWith(later, 1)
    await runWith(same, 1)
    expect(await touchedBy(versionOf(own, 1))).toEqual([first, copied, edited, copiedAgain].sort())
    expect(await touchedBy(versionOf(own, 2))).toContain(ofLater)
    // Expect a plan to be warned of the same versions, while the recall is open.
    const subject = versionOf(own, 1)
    await named(await makeRecipe(manager, world.plainWord()), 1)
    const { data } = await must(manager(recallCalls.create, { body: { subject, reason: 'Wrong' } }))
    const [reach] = await reachOf(subject)
    expect(new Set(reach?.things)).toEqual(
      new Set([subject, versionOf(copy, 1), versionOf(copy, 2), versionOf(again, 1)]),
    )
    const closing = { params: { id: data.uuid }, body: { reason: 'All are held' } }
    await must(manager(recallCalls.close, closing))
    expect(await reachOf(subject)).toEqual([])
    // Leave out the original of a copy, which is not made from it.
    expect(await touchedBy(versionOf(again, 1))).toEqual([copiedAgain])
    await must(manager(recipeCalls.delete, { params: { id: again } }))
    expect(await touchedBy(versionOf(own, 1))).toContain(copiedAgain)
  })

  it('reads the entries of methods once until one of them changes', async () => {
    const own = await makeRecipe(manager, world.plainWord())
    const subject = versionOf(own, 1)
    await must(manager(recallCalls.create, { body: { subject, reason: 'Wrong' } }))
    await reachOf(subject)
    let read = 0
    const restore = await inStoreOf(world.lab.company, (_sql, store) => {
      const { sql } = store as unknown as { sql: Sql }
      const spy = vi.spyOn(sql, 'all').mockImplementation(function all(
        this: Sql,
        query,
        ...values
      ) {
        if (values.includes('recipe') && query.includes('entry')) read += 1
        return Sql.prototype.all.call(this, query, ...values) as never
      })
      return () => spy.mockRestore()
    })
    try {
      // Add entries of other records, which change no method.
      await makeCompleted(manager, world.lab.swarm)
      const [before] = await reachOf(subject)
      expect(await touchedBy(subject)).toEqual([])
      expect([before?.things, read]).toEqual([[subject], 0])
      const copy = await copyOf(own)
      const [after] = await reachOf(subject)
      expect(after?.things).toEqual([subject, versionOf(copy, 1)])
    } finally {
      await inStoreOf(world.lab.company, restore)
    }
  })

  it('touches runs with recipes that were put together from its halves, or got one of them', async () => {
    const own = await makeRecipe(manager, world.plainWord())
    await edit(own, 93)
    const other = await makeRecipe(manager, world.plainWord())
    const before = await runWith(other, 1)
    const { process: half, evaluation } = await splitOf(own)
    const parts = { process: half.process, evaluation: evaluation.evaluation }
    const body = { ...recipeBody(world.plainWord()), ...parts }
    const { data: generated } = await must(manager(recipeCalls.create, { body }))
    const ofBoth = await runWith(generated.uuid, 1)
    await must(
      manager(recipeCalls.edit, { params: { id: other }, body: { process: half.process } }),
    )
    const ofOne = await runWith(other, 2)
    const touched = await touchedBy(versionOf(own, 2))
    expect(touched).toEqual([ofBoth, ofOne].sort())
    expect(touched).not.toContain(before)
  })

  it('touches runs with the recipe that was published from it, and what was made from that', async () => {
    const own = await makeRecipe(manager, world.plainWord())
    await must(
      manager(recipeCalls.edit, { params: { id: own }, body: { publication_requested: 1 } }),
    )
    const { data } = await must(
      provider(publicationCalls.search, { query: { limit: '500' }, body: {} }),
    )
    const request = data.data.find(({ recipe_uuid }) => recipe_uuid === own)
    const taken = await must(
      provider(publicationCalls.takeOver, { params: { id: request?.uuid ?? '' }, body: {} }),
    )
    const global = taken.data.global_uuid ?? ''
    const adopted = await adopt(global)
    const copy = await copyOf(own)
    const runs = [
      await runWith(own, 1),
      await runWith(global, 1),
      await runWith(adopted, 1),
      await runWith(copy, 1),
    ].sort()
    expect(await touchedBy(versionOf(own, 1))).toEqual(runs)
    expect(await touchedBy(versionOf(global, 1))).toEqual(runs)
  })
})

describe('a recall of a device', () => {
  it('touches runs on other devices that are judged with dyes measured on it', async () => {
    const device = crypto.randomUUID()
    const plate = await importPureDyes(manager, world.lab.swarm)
    const record = (uuid: string) => ({ kind: 'analysis', uuid }) as const
    await changeRecord(world.lab.company, record(plate.uuid), { device_uuid: device })
    const { data: dyes } = await must(manager(dyeCalibrationCalls.keep, { body: plateOf(plate) }))
    const judged = await makeCompleted(manager, world.lab.swarm)
    const { method } = judged
    const evaluation = { ...method.evaluation, compensation: compensationOf(dyes) }
    await changeRecord(world.lab.company, record(judged.uuid), {
      method: { ...method, evaluation },
    })
    const subject = { kind: 'device', device_uuid: device } as const
    expect(await touchedBy(subject)).toEqual([plate.uuid, judged.uuid].sort())
    await must(manager(recallCalls.create, { body: { subject, reason: 'It drifted' } }))
    const [reach] = await reachOf(subject)
    expect(reach?.things).toEqual([
      subject,
      { kind: 'dye_calibration', calibration_uuid: dyes.uuid },
    ])
  })
})
