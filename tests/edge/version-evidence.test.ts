import { env } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { evaluationRecipeCalls } from '../../domain/calls/evaluation-recipes.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { processRecipeCalls } from '../../domain/calls/process-recipes.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { openVersion, type OpenVersion, signedVersion } from '../../domain/rules/recipe-version.ts'
import { comparisonOf } from './comparison-of.ts'
import { holdRun } from './hold-run.ts'
import { must, operatorHeaders, send as sendCall, type Sender } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import {
  actionsOn,
  evaluation,
  makePublished,
  makeRecipe,
  process,
  protocolBody,
  startReview,
} from './method-bodies.ts'
import { planFor } from './plan.ts'

let world: World
let author: Sender
let approver: Sender
let run: Analysis
beforeAll(async () => {
  world = await makeWorld()
  const { lab } = world
  ;({ author, approver } = await startReview(lab))
  run = await makeCompleted(author, lab.swarm)
}, 60_000)

const read = async (id: string) => (await must(author(recipeCalls.get, { params: { id } }))).data
const edit = (id: string, body: object) => author(recipeCalls.edit, { params: { id }, body })
const evidence = 'Efficiency 98 %, R² 0.998.'
const send = (id: string, extra: object = {}) =>
  author(recipeCalls.sendVersion, {
    params: { id },
    body: { evidence, effective_from: null, ...extra },
  })
const compare = (id: string, body: ReturnType<typeof comparisonOf>, sender = approver) =>
  sender(recipeCalls.compareVersion, { params: { id }, body })
const openOf = (recipe: Recipe) => openVersion(recipe, new Date().toISOString()) as OpenVersion
const sign = (recipe: Recipe) =>
  approver(recipeCalls.approveVersion, {
    params: { id: recipe.uuid },
    body: signing(signedVersion(recipe, openOf(recipe))),
  })
const first = (answer: Awaited<ReturnType<Sender>>) => [
  answer.status,
  answer.errors[0]?.reason,
  answer.errors[0]?.field,
]
const otherLid = (lid_temperature: number) => ({ process: { ...process, lid_temperature } })

/** Make a recipe in force with a draft. */
async function drafted() {
  const id = await makeRecipe(author, world.plainWord())
  await must(send(id))
  await must(sign(await read(id)))
  await must(edit(id, otherLid(99)))
  return id
}

describe('a comparison on the test bench', () => {
  let id: string
  beforeEach(async () => {
    id = await drafted()
  })

  it('is kept with who made it and with the names of the runs, and the signature covers it', async () => {
    const { data } = await must(send(id, { comparison: comparisonOf(await read(id), [run]) }))
    const [kept] = openOf(data).release.comparisons ?? []
    expect(kept).toMatchObject({
      by: { name: expect.any(String) },
      against: { version: 1 },
      runs: [{ uuid: run.uuid, name: run.name, moved: 1 }],
    })
    expect(kept).not.toHaveProperty('older')
    const blind = openOf(data)
    const { comparisons: _comparisons, ...release } = blind.release
    const unseen = await approver(recipeCalls.approveVersion, {
      params: { id },
      body: signing(signedVersion(data, { ...blind, release })),
    })
    expect(first(unseen).slice(0, 2)).toEqual([409, 'changed_meanwhile'])
    const { data: approved } = await must(sign(data))
    expect(approved.release?.comparisons).toEqual([kept])
  })

  it('issue 17: is of no run that a recall holds, also when the version is approved', async () => {
    const comparison = comparisonOf(await read(id), [run])
    const hold = () => holdRun(approver, world.lab.company, run.uuid)
    const lift = await hold()
    expect(first(await send(id, { comparison })).slice(0, 2)).toEqual([409, 'recall_hold'])
    await lift()
    const { data } = await must(send(id, { comparison }))
    const again = await hold()
    expect(first(await sign(data)).slice(0, 2)).toEqual([409, 'recall_hold'])
    await again()
    await must(sign(data))
  })

  it('of an older state of the draft is marked, refused, and left out of what is sent', async () => {
    const made = comparisonOf(await read(id), [run])
    await must(send(id, { comparison: made }))
    await must(author(recipeCalls.withdrawVersion, { params: { id } }))
    await must(edit(id, otherLid(98)))
    expect(openOf(await read(id)).release.comparisons?.map(({ older }) => older)).toEqual([1])
    expect(first(await send(id, { comparison: made }))).toEqual([
      409,
      'changed_meanwhile',
      'content_hash',
    ])
    // Go back to the content that was compared, which makes it evidence again.
    await must(edit(id, otherLid(99)))
    expect(openOf(await read(id)).release.comparisons?.[0]).not.toHaveProperty('older')
    await must(edit(id, otherLid(98)))
    const { data } = await must(send(id))
    expect(openOf(data).release).not.toHaveProperty('comparisons')
  })

  it('is of runs of the company with their own curves, and its list fits its counts', async () => {
    const recipe = await read(id)
    const made = comparisonOf(recipe, [run])
    const [one] = made.runs
    const foreign = await makeCompleted(world.call, world.home.swarm)
    const change = {
      run: 0,
      well: 'A1',
      target: 'Any',
      before: 'detected' as const,
      after: 'review' as const,
      cq_before: 20,
      cq_after: null,
    }
    const wrong = [
      comparisonOf(recipe, [foreign]),
      { ...made, runs: [{ ...one!, input_hash: 'a'.repeat(64) }] },
      { ...made, runs: [one!, one!] },
      { ...made, changes: [change] },
      { ...made, runs: [{ ...one!, calls: 1 }], changes: [{ ...change, run: 1 }] },
      { ...made, runs: [{ ...one!, calls: 2 }], changes: [change] },
    ]
    for (const comparison of wrong) {
      expect((await send(id, { comparison })).status, JSON.stringify(comparison)).toBe(422)
    }
    expect((await send(id, { comparison: { ...made, against_hash: null } })).status).toBe(409)
    expect((await send(id, { comparison: { ...made, engine: '0.0.1' } })).status).toBe(409)
    expect(openOf(await read(id)).release.state).toBe('draft')
    await must(
      send(id, { comparison: { ...made, runs: [{ ...one!, calls: 1 }], changes: [change] } }),
    )
  })

  it('is added by who looks at it in review, not by its author, and replaces an earlier one of the same person', async () => {
    const made = comparisonOf(await read(id), [run])
    expect(first(await compare(id, made)).slice(0, 2)).toEqual([409, 'wrong_state'])
    const { data: sent } = await must(send(id, { comparison: made }))
    expect(first(await compare(id, made, author)).slice(0, 2)).toEqual([409, 'wrote_it'])
    const before = signing(signedVersion(sent, openOf(sent)))
    await must(compare(id, made))
    const { data } = await must(compare(id, made))
    expect(openOf(data).release.comparisons).toHaveLength(2)
    // Refuse an approval that was on another screen before.
    const late = await approver(recipeCalls.approveVersion, { params: { id }, body: before })
    expect(first(late).slice(0, 2)).toEqual([409, 'changed_meanwhile'])
    await must(sign(data))
    expect(await actionsOn(author, 'recipe', id)).toContain('recipe.compare_version')
  })
})

describe('people who may approve', () => {
  it('are notified and get a mail with a link when a version is sent, its author is not', async () => {
    const name = world.plainWord()
    const id = await makeRecipe(author, name)
    await must(send(id))
    const received = async (sender: Sender) =>
      (await must(sender(notificationCalls.mine, {}))).data.data.filter(({ title }) =>
        title.includes(name),
      )
    expect(await received(author)).toHaveLength(0)
    const [notice] = await received(approver)
    expect(notice?.message).toContain(`version 1 of the recipe “${name}”`)
    const { results: mails } = await env.DIRECTORY.prepare(
      'SELECT text FROM mails WHERE company_uuid = ?1 AND subject LIKE ?2',
    )
      .bind(world.lab.company, `%${name}`)
      .all<{ text: string }>()
    expect(mails.length).toBeGreaterThan(0)
    expect(mails[0]?.text).toContain(`/recipes?recipe=${id}`)
    // Send it again after a withdrawal, which makes another notice.
    await must(author(recipeCalls.withdrawVersion, { params: { id } }))
    await must(send(id))
    expect(await received(approver)).toHaveLength(2)
  })
})

describe('a version without review', () => {
  it('does not reach an approved recipe by the parts that it was made of', async () => {
    const id = await makeRecipe(author, world.plainWord())
    await must(send(id))
    await must(sign(await read(id)))
    const { data: halves } = await must(author(recipeCalls.split, { params: { id } }))
    const made = await must(author(processRecipeCalls.create, { body: halves.process_recipe }))
    const other = await must(
      author(evaluationRecipeCalls.create, { body: halves.evaluation_recipe }),
    )
    const before = await read(id)
    await must(
      author(processRecipeCalls.edit, { params: { id: made.data.uuid }, body: otherLid(91) }),
    )
    await must(
      author(evaluationRecipeCalls.edit, {
        params: { id: other.data.uuid },
        body: { evaluation: { ...evaluation, variables: [] } },
      }),
    )
    expect(await read(id)).toEqual(before)
    const body = planFor(world.lab, { recipe_uuid: id, protocol_uuid: null })
    const { data } = await must(author(analysisCalls.create, { body }))
    expect(data.method.process).toEqual(before.process)
  })

  it('of the provider runs neither by itself nor by a protocol; the company’s own recipe made from it does once it is approved', async () => {
    const global = await makePublished(world.call, world.plainWord())
    const body = planFor(world.lab, { recipe_uuid: global, protocol_uuid: null })
    const refusal = [409, 'global_not_reviewed']
    expect(first(await author(analysisCalls.create, { body })).slice(0, 2)).toEqual(refusal)
    const onGlobal = await author(protocolCalls.create, {
      body: protocolBody(world.plainWord(), global),
    })
    expect(first(onGlobal).slice(0, 2)).toEqual(refusal)
    // Put a protocol from before the review was switched on.
    const uuid = crypto.randomUUID()
    const older = { ...protocolBody(world.plainWord(), global), recipe_kind: 'GLOBAL_RECIPE' }
    const record = { ...older, archived: 0, version: 1, aliases: [] }
    const records = [{ kind: 'protocol' as const, uuid, body: record }]
    const given = { headers: operatorHeaders, body: { company_uuid: world.lab.company, records } }
    await must(sendCall(operatorCalls.putRecords, given))
    const prepared = await author(protocolCalls.prepare, { params: { id: uuid } })
    expect(first(prepared).slice(0, 2)).toEqual(refusal)
    const { data: own } = await must(
      author(recipeCalls.adopt, { params: { id: global }, body: { swarm_uuid: null } }),
    )
    await must(send(own.uuid))
    await must(sign(await read(own.uuid)))
    const planned = planFor(world.lab, { recipe_uuid: own.uuid, protocol_uuid: null })
    await must(author(analysisCalls.create, { body: planned }))
  })
})
