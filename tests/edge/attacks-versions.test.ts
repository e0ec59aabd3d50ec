import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { processRecipeCalls } from '../../domain/calls/process-recipes.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { Publication } from '../../domain/entities/publication.ts'
import type { RecipeRelease } from '../../domain/entities/recipe.ts'
import { openVersion, type OpenVersion, signedVersion } from '../../domain/rules/recipe-version.ts'
import { verifyFile } from '../../domain/trail/verify-file.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { foundLab, type Lab, must, type Sender, visiting } from './lab.ts'
import { signing } from './made-analyses.ts'
import { makeWorld } from './matrix/world.ts'
import {
  evaluation,
  makeRecipe,
  process,
  processBody,
  publishedBody,
  recipeBody,
  startReview,
  target,
} from './method-bodies.ts'
import { planFor } from './plan.ts'
import { backdate, changeRecord, inStoreOf, withoutTriggers } from './store-writes.ts'

let lab: Lab
let author: Sender
let approver: Sender
let provider: Sender
beforeAll(async () => {
  const world = await makeWorld()
  provider = world.call
  lab = await foundLab('version-attack')
  ;({ author, approver } = await startReview(lab))
}, 60_000)

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const read = async (id: string) => (await must(author(recipeCalls.get, { params: { id } }))).data
const lid = (id: string, lid_temperature: number) =>
  author(recipeCalls.edit, {
    params: { id },
    body: { process: { ...process, lid_temperature } },
  })
const send = (id: string, effective_from: string | null = null, sender = author) =>
  sender(recipeCalls.sendVersion, {
    params: { id },
    body: { evidence: 'No call differs in 12 runs', effective_from },
  })
const approve = async (id: string, sender = approver) => {
  const recipe = await read(id)
  const open = openVersion(recipe, new Date().toISOString()) as OpenVersion
  return sender(recipeCalls.approveVersion, {
    params: { id },
    body: signing(signedVersion(recipe, open)),
  })
}
const versions = async (id: string) =>
  (await must(author(recipeCalls.versions, { params: { id } }))).data

/** Make a recipe whose first version is in force. */
async function inForce(name: string): Promise<string> {
  const id = await makeRecipe(author, name)
  await must(send(id))
  await must(approve(id))
  return id
}

/** Make a recipe in force with a version of another lid temperature that is sent to review for a future day. */
async function sent(name: string): Promise<string> {
  const id = await inForce(name)
  await must(lid(id, 99))
  await must(send(id, inDays(3)))
  return id
}

/** Let the day of the version that waits be yesterday; nobody has written down that it is in force. */
async function letPass(id: string): Promise<void> {
  const { next } = await read(id)
  const release = { ...next?.release, effective_from: inDays(-1) }
  await changeRecord(lab.company, { kind: 'recipe', uuid: id }, { next: { ...next, release } })
}

async function verdictOn(id: string) {
  const params = { kind: 'recipe' as const, id }
  const { data } = await must(approver(auditCalls.exportRecord, { params }))
  return verifyFile(new Uint8Array(data), trailTools)
}

it('ninth attack A9-13: who wrote the programme of a version as a part of its own does not approve the version', async () => {
  const other = await lab.as('SuperAdmin')
  const part = { ...process, lid_temperature: 71 }
  const body = { ...processBody('Hot lid'), process: part }
  const { data } = await must(approver(processRecipeCalls.create, { body }))
  // Change it again: it has other content by the time it is compared.
  const edit = { params: { id: data.uuid }, body: { process: { ...part, lid_temperature: 72 } } }
  await must(approver(processRecipeCalls.edit, edit))
  const id = await inForce('Of parts')
  await must(lid(id, 71))
  await must(send(id))
  expect((await approve(id)).errors[0]?.reason).toBe('wrote_it')
  await must(approve(id, other))
  // Change another part, after which one that was approved before counts no more.
  await must(author(recipeCalls.edit, { params: { id }, body: { cartridge_types: ['Wells96'] } }))
  await must(send(id))
  await must(approve(id))
})

describe('A23-3: who wrote a method does not approve it under another name', () => {
  const hot = { ...process, lid_temperature: 73 }
  const make = async (sender: Sender, name: string) => {
    const body = { ...recipeBody(name), process: hot }
    return (await must(sender(recipeCalls.create, { body }))).data.uuid
  }

  it('which somebody else typed from the draft, or put together from its halves', async () => {
    await make(approver, 'Draft of the approver')
    const id = await make(author, 'The same of somebody else')
    await must(send(id))
    expect((await approve(id)).errors[0]?.reason).toBe('wrote_it')
    await must(approve(id, await lab.as('SuperAdmin')))
  })

  it('but may approve what differs, and what the version in force does already', async () => {
    const id = await make(author, 'Other lid')
    await must(lid(id, 74))
    await must(send(id))
    await must(approve(id))
    await must(author(recipeCalls.edit, { params: { id }, body: { cartridge_types: ['Wells96'] } }))
    await must(send(id))
    expect((await approve(id)).status).toBe(200)
  })

  it('and what was approved under its first name', async () => {
    const body = { ...recipeBody('Approved before'), process: { ...process, lid_temperature: 76 } }
    const first = (await must(approver(recipeCalls.create, { body }))).data.uuid
    await must(send(first, null, approver))
    await must(approve(first, author))
    // Make a draft of what was approved, which is a copy.
    await must(approver(recipeCalls.create, { body: { ...body, name: 'A copy' } }))
    const again = { ...body, name: 'Under another name' }
    const id = (await must(author(recipeCalls.create, { body: again }))).data.uuid
    await must(send(id))
    expect((await approve(id)).status).toBe(200)
  })

  it('and who only took it from the provider has not written it', async () => {
    const made = { ...publishedBody('Offered'), process: { ...process, lid_temperature: 75 } }
    const { data } = await must(provider(globalRecipeCalls.create, { body: made }))
    const adopt = (sender: Sender, name: string) =>
      must(
        sender(recipeCalls.adopt, {
          params: { id: data.uuid },
          body: { name, swarm_uuid: null },
        }),
      )
    await adopt(approver, 'Taken by the approver')
    const taken = await adopt(author, 'Taken by the author')
    await must(send(taken.data.uuid))
    expect((await approve(taken.data.uuid)).status).toBe(200)
  })

  it('nor where an older draft means the Cq method that the version names', async () => {
    const written = (cq_method?: 'threshold'): Evaluation => ({
      ...evaluation,
      targets: [{ ...target('Older'), ...(cq_method && { cq_method }) }],
    })
    const body = { ...recipeBody('Draft from before'), evaluation: written('threshold') }
    const { uuid } = (await must(approver(recipeCalls.create, { body }))).data
    const older = { updated_at: '2024-01-02T03:04:05.000Z', evaluation: written() }
    await inStoreOf(lab.company, (sql) => backdate(sql, { kind: 'recipe', uuid }, older))
    const again = { ...body, name: 'The same with its Cq method' }
    const id = (await must(author(recipeCalls.create, { body: again }))).data.uuid
    await must(send(id))
    expect((await approve(id)).errors[0]?.reason).toBe('wrote_it')
  })
})

describe('an entry of a method that was written over', () => {
  const ways: [name: string, set: string][] = [
    ['names another author', `entry = replace(entry, '"via":"account"', '"via":"device"')`],
    ['was moved to another record', `uuid = '00000000-0000-4000-8000-000000000000'`],
  ]
  it.each(ways)(
    'hides no author: one that %s lets nothing be sent to review',
    async (_name, set) => {
      const bent = await foundLab(`version-bent-${ways.findIndex(([, one]) => one === set)}`)
      const people = await startReview(bent)
      const draft = (await must(people.approver(recipeCalls.create, { body: recipeBody('Draft') })))
        .data
      const id = (
        await must(people.author(recipeCalls.create, { body: recipeBody('Typed again') }))
      ).data.uuid
      await inStoreOf(bent.company, (sql) =>
        withoutTriggers(sql, () => sql.run(`UPDATE audit SET ${set} WHERE uuid = ?`, draft.uuid)),
      )
      expect((await send(id, null, people.author)).errors[0]?.reason).toMatch(/_damaged$/)
    },
  )
})

describe('eighth attack A8-1: an approval is a signature of the record', () => {
  it('the check of an export names it, and finds evidence that was changed under it', async () => {
    const id = await inForce('Approved')
    const found = await verdictOn(id)
    expect(found.problems).toEqual([])
    expect(found.signatures).toMatchObject([{ printed_name: 'Administrator of version-attack' }])
    const { release } = await read(id)
    const bent = { ...(release as RecipeRelease), evidence: 'All calls differ' }
    await changeRecord(lab.company, { kind: 'recipe', uuid: id }, { release: bent })
    expect((await verdictOn(id)).problems).toMatchObject([{ code: 'signed_content_changed' }])
  })

  it('names that of a version which waits for its day as well', async () => {
    const id = await sent('Waits')
    await must(approve(id))
    const found = await verdictOn(id)
    expect([found.problems, found.signatures.length]).toEqual([[], 2])
  })
})

it('eighth attack A8-2: the number of an approved version is given to no other content, also after it was dropped', async () => {
  const id = await sent('Numbered')
  await must(approve(id))
  await must(author(recipeCalls.withdrawVersion, { params: { id } }))
  const body = { reason: 'not needed' }
  await must(author(recipeCalls.discardVersion, { params: { id }, body }))
  await must(lid(id, 97))
  expect((await read(id)).next?.version).toBe(3)
  const list = await versions(id)
  expect(
    list.map(({ version, process: { lid_temperature } }) => [version, lid_temperature]),
  ).toEqual([
    [3, 97],
    [2, 99],
    [1, process.lid_temperature],
  ])
  expect(list[1]).toMatchObject({
    state: 'discarded',
    release: { signature: { meaning: 'approval' } },
  })
})

it('eighth attack A8-3: nobody approves a version on evidence that they wrote', async () => {
  const id = await makeRecipe(author, 'Own evidence')
  await must(send(id, null, approver))
  expect((await approve(id)).errors[0]?.reason).toBe('wrote_it')
  await must(approve(id, await lab.as('SuperAdmin')))
})

it('eighth attack A8-4: a version that was approved after its day is in force since its approval', async () => {
  const id = await sent('Late')
  await letPass(id)
  const { data } = await must(approve(id))
  const [second, first] = await versions(id)
  expect(second?.effective_at).toBe(data.release?.signature?.at)
  expect(first?.superseded_at).toBe(second?.effective_at)
})

it('eighth attack A8-5: publication is asked of the version in force, also before the service has written that down', async () => {
  const id = await sent('Published')
  await must(approve(id))
  await letPass(id)
  await must(author(recipeCalls.edit, { params: { id }, body: { publication_requested: 1 } }))
  const [asked] = await inStoreOf(lab.company, (sql) =>
    sql
      .all<{ body: string }>(`SELECT body FROM records WHERE kind = 'publication'`)
      .map(({ body }) => JSON.parse(body) as Publication)
      .filter(({ recipe_uuid }) => recipe_uuid === id),
  )
  expect([asked?.recipe_version, asked?.process.lid_temperature]).toEqual([2, 99])
})

it('eighth attack A8-17: nobody of the provider asks in the name of a company that its recipe be published', async () => {
  const id = await inForce('Theirs')
  const answer = await provider(recipeCalls.edit, {
    params: { id },
    body: { publication_requested: 1 },
    headers: await visiting(provider, lab.company),
  })
  expect([answer.status, answer.errors[0]?.reason]).toEqual([403, 'own_company_only'])
  expect(await read(id)).not.toHaveProperty('publication')
})

it('eighth attack A8-18: a copy of an old plan runs with no version that is not in force, and with nothing that was not approved', async () => {
  const id = await inForce('Copied')
  const body = planFor(lab, { recipe_uuid: id, protocol_uuid: null })
  const { uuid, method } = (await must(author(analysisCalls.create, { body }))).data
  const copy = () => author(analysisCalls.duplicate, { params: { id: uuid } })
  // Change it as a recalculation does: other settings under the number of the recipe.
  const [first, ...targets] = method.evaluation.targets
  const threshold = { method: 'fixed', value: 0.001 }
  const evaluation = { ...method.evaluation, targets: [{ ...first, threshold }, ...targets] }
  const changed = { method: { ...method, evaluation } }
  await changeRecord(lab.company, { kind: 'analysis', uuid }, changed)
  expect((await must(copy())).data.method).toEqual(method)
  await must(lid(id, 99))
  await must(copy())
  await must(send(id))
  await must(approve(id))
  expect((await copy()).errors).toMatchObject([
    { reason: 'recipe_superseded', params: { version: 2 } },
  ])
  await must(author(recipeCalls.retire, { params: { id }, body: { reason: 'replaced' } }))
  expect((await copy()).errors[0]?.reason).toBe('archived')
})

it('an approval and a withdrawal at the same moment: one of them holds', async () => {
  const other = await lab.as('SuperAdmin')
  for (const round of [1, 2]) {
    const id = await sent(`Race ${round}`)
    const [approved, withdrawn, again] = await Promise.all([
      approve(id),
      author(recipeCalls.withdrawVersion, { params: { id } }),
      approve(id, other),
    ])
    const { next } = await read(id)
    // Expect another number after an approved version was withdrawn, so that its own names no other content.
    const number = [approved, again].some(({ ok }) => ok) && withdrawn.ok ? 3 : 2
    expect([approved, again].filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
    expect(next?.version).toBe(number)
    expect(next?.release.state).toBe(withdrawn.ok ? 'draft' : 'approved')
    expect(next?.release.signature === null).toBe(withdrawn.ok)
  }
})

// Keep this test last: it leaves the store damaged.
it('eighth attack A8-6: a damaged recipe holds up no other one whose day has come', async () => {
  const both = [await sent('Bent'), await sent('Whole')] as const
  const [bent] = both
  for (const id of both) await must(approve(id))
  for (const id of both) await letPass(id)
  await inStoreOf(lab.company, (sql) =>
    withoutTriggers(sql, () =>
      sql.run(
        `UPDATE records SET body = json_set(body, '$.process.lid_temperature', 50) WHERE uuid = ?`,
        bent,
      ),
    ),
  )
  await runDurableObjectAlarm(env.COMPANY_STORE.getByName(lab.company))
  const stored = await inStoreOf(lab.company, (sql) =>
    both.map(
      (id) =>
        sql.first<{ version: number }>(
          `SELECT body ->> '$.version' AS version FROM records WHERE uuid = ?`,
          id,
        )?.version,
    ),
  )
  expect(stored).toEqual([1, 2])
})
