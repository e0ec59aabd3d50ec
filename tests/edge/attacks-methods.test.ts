import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { makeProtocol, makePublished, makeRecipe, recipeBody } from './method-bodies.ts'

let world: World
let provider: Sender
let manager: Sender
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
  manager = await world.lab.as('Manager')
}, 60_000)

describe('sixth attack F6-4: asking for publication', () => {
  const ask = (id: string, flag: 0 | 1, opId: string = crypto.randomUUID()) =>
    manager(recipeCalls.edit, {
      params: { id },
      body: { publication_requested: flag },
      headers: { 'Operation-Id': opId },
    })
  const mailsOf = async (recipe: string) => {
    const found = await env.DIRECTORY.prepare(
      'SELECT recipient FROM mails WHERE instr(text, ?1) > 0 ORDER BY recipient',
    )
      .bind(recipe)
      .all<{ recipient: string }>()
    return found.results.map(({ recipient }) => recipient)
  }

  it('sixth attack F6-4: tells each administrator once of a request that came three times at once', async () => {
    const id = await makeRecipe(manager, 'Sent thrice')
    const opId = crypto.randomUUID()
    await Promise.all([1, 2, 3].map(() => must(ask(id, 1, opId))))
    const told = await mailsOf(id)
    expect([told.length, new Set(told).size]).toEqual([2, 2])
  })

  it('sixth attack F6-4: fills nobody’s mailbox by taking the request back and making it again', async () => {
    const id = await makeRecipe(manager, 'To and fro')
    for (let round = 0; round < 5; round += 1) {
      await must(ask(id, 1))
      await must(ask(id, 0))
    }
    // The hour may have ended in between.
    expect((await mailsOf(id)).length).toBeLessThanOrEqual(4)
  })

  it('sixth attack F6-4: tells them also where the first try was cut off before the mail', async () => {
    const id = await makeRecipe(manager, 'Cut off')
    const opId = crypto.randomUUID()
    await must(ask(id, 1, opId))
    await env.DIRECTORY.prepare('DELETE FROM mails WHERE instr(text, ?1) > 0').bind(id).run()
    await must(ask(id, 1, opId))
    expect(await mailsOf(id)).toHaveLength(2)
  })
})

it('sixth attack F6-5: a protocol on a recipe that the provider has archived is not copied', async () => {
  const recipe = await makePublished(provider, 'Withdrawn')
  const id = await makeProtocol(manager, 'On what is withdrawn', recipe)
  const copy = () => manager(protocolCalls.duplicate, { params: { id }, body: {} })
  await must(copy())
  await must(provider(globalRecipeCalls.edit, { params: { id: recipe }, body: { archived: 1 } }))
  const { status, errors } = await copy()
  expect([status, errors[0]]).toMatchObject([409, { field: 'recipe_uuid', reason: 'archived' }])
})

it('sixth attack F6-6: the plate file of a chip names each row and column', async () => {
  const body = { ...recipeBody('On a chip'), cartridge_types: ['Wells2304'] }
  const { uuid } = (await must(manager(recipeCalls.create, { body }))).data
  const { data } = await must(manager(recipeCalls.plateFile, { params: { id: uuid } }))
  const rows = new TextDecoder().decode(data).split('\r\n')
  const cells = rows.slice(1, -1).map((row) => row.split(',').slice(0, 3))
  expect(cells).toHaveLength(2304)
  for (const [well, row, column] of cells) expect(`${row}${column}`).toBe(well)
})
