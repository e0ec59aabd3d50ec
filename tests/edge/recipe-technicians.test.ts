import { beforeAll, describe, expect, it } from 'vitest'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { wavelengths } from '../../domain/catalog/wavelengths.ts'
import { type Lab, must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { actionsOn, evaluation, makeRecipe, process, recipeBody } from './method-bodies.ts'

let world: World
let lab: Lab
let call: Sender
beforeAll(async () => {
  world = await makeWorld()
  lab = world.lab
  call = await lab.as('Manager')
}, 60_000)

const read = async (id: string) => (await must(call(recipeCalls.get, { params: { id } }))).data

const edit = (id: string, body: object) => call(recipeCalls.edit, { params: { id }, body })
const create = (change: object) =>
  call(recipeCalls.create, { body: { ...recipeBody(world.plainWord()), ...change } })

describe('technicians', () => {
  const tech = { wavelength: 'QUASAR705', intensity: 100, exposure: 100 } as const
  const channels = [...process.channels, tech]

  it('[PERM-007] only they give a recipe their wavelengths', async () => {
    expect(wavelengths.QUASAR705.forTech).toBe(true)
    const made = await create({ process: { ...process, channels } })
    expect(made.errors[0]).toMatchObject({
      code: 'forbidden',
      field: 'process.channels.2',
      reason: 'technician_only',
      params: { permission: 'tech.use' },
    })
    const id = await makeRecipe(call, 'Ordinary')
    const edited = await edit(id, { process: { ...process, channels } })
    expect(edited.errors[0]?.reason).toBe('technician_only')
  })

  it('[CALL-064] [CALL-065] [PERM-011] by a call of their own, where the company develops', async () => {
    const id = await makeRecipe(call, 'Developed')
    const developer = await lab.as('Administrator')
    const params = { id }
    const form = await must(developer(recipeCalls.devEditForm, { params }))
    const { options } = form.data
    expect(options['channel']?.map(({ value }) => value)).toContain('QUASAR705')
    const body = {
      process: { ...process, channels },
      evaluation: { ...evaluation, passive_reference: 'QUASAR705' },
    }
    await must(developer(recipeCalls.devEdit, { params, body }))
    expect(await read(id)).toMatchObject({ version: 2, process: { channels } })
    expect((await call(recipeCalls.devEdit, { params, body })).status).toBe(403)
    const elsewhere = await world.underling.as('Administrator')
    expect((await elsewhere(recipeCalls.devEdit, { params, body })).status).toBe(403)
    expect(await actionsOn(call, 'recipe', id)).toContain('recipe.dev_edit')
  })

  it('[PERM-007] their settings stay when others edit, who may neither set nor remove them', async () => {
    const id = await makeRecipe(call, 'Guarded')
    const developer = await lab.as('Administrator')
    const body = { process: { ...process, channels } }
    await must(developer(recipeCalls.devEdit, { params: { id }, body }))
    await must(edit(id, { process: { ...process, channels, lid_temperature: 99 } }))
    const weaker = [...process.channels, { ...tech, exposure: 10 }]
    for (const list of [weaker, process.channels]) {
      const answer = await edit(id, { process: { ...process, channels: list } })
      expect(answer.errors[0]?.reason).toBe('technician_only')
    }
    const copy = await must(call(recipeCalls.duplicate, { params: { id }, body: {} }))
    expect(copy.data.process.channels).toEqual(channels)
  })
})
