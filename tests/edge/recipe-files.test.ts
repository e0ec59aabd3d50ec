import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { evaluationRecipeCalls } from '../../domain/calls/evaluation-recipes.ts'
import { processRecipeCalls } from '../../domain/calls/process-recipes.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { writeCqMethods } from '../../domain/rules/cq-default.ts'
import { type Lab, must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { evaluation, makeRecipe, process, protocolBody } from './method-bodies.ts'

let world: World
let lab: Lab
let call: Sender
beforeAll(async () => {
  world = await makeWorld()
  lab = world.lab
  call = await lab.as('Manager')
}, 60_000)

const read = async (id: string) => (await must(call(recipeCalls.get, { params: { id } }))).data

describe('files of a recipe', () => {
  it('[CALL-057] a list says more with extended=1', async () => {
    const name = world.plainWord()
    const id = await makeRecipe(call, name)
    await must(call(recipeCalls.migrate, { params: { id }, body: { swarm_uuid: lab.swarm } }))
    await must(
      call(protocolCalls.create, {
        body: { ...protocolBody('On it', id), swarm_uuid: lab.swarm },
      }),
    )
    const list = async (extended: '0' | '1') => {
      const found = await must(
        call(recipeCalls.search, { query: { extended }, body: { search: name } }),
      )
      return found.data.data
    }
    expect(await list('1')).toMatchObject([{ uuid: id, swarm_name: 'First', protocols: 1 }])
    expect((await list('0')).map((one) => 'protocols' in one)).toEqual([false])
    const unknown = await call(recipeCalls.search, { body: { filters: { process: 'x' } } })
    expect(unknown.status).toBe(422)
  })

  it('[CALL-079] [STATE-052] [STATE-053] it falls into two recipes, of which nothing is kept', async () => {
    const id = await makeRecipe(call, 'Whole')
    const { updated_at: before } = await read(id)
    const { data } = await must(call(recipeCalls.split, { params: { id } }))
    const halves = data
    expect(halves).toEqual({
      process_recipe: { name: 'Whole', swarm_uuid: null, process },
      evaluation_recipe: {
        name: 'Whole',
        swarm_uuid: null,
        evaluation: writeCqMethods(evaluation),
      },
    })
    const count = async () => (await must(call(processRecipeCalls.search))).data.total
    expect(await count()).toBe(0)
    expect((await read(id)).updated_at).toBe(before)
    await must(call(processRecipeCalls.create, { body: halves.process_recipe }))
    await must(call(evaluationRecipeCalls.create, { body: halves.evaluation_recipe }))
    expect(await count()).toBe(1)
  })

  it('[CALL-077] its programme leaves as RDML', async () => {
    const id = await makeRecipe(call, 'Programme & targets')
    const answer = await must(call(recipeCalls.protocolFile, { params: { id } }))
    expect(answer.headers.get('Content-Type')).toBe('application/vnd.rdml+zip')
    expect(answer.headers.get('Content-Disposition')).toContain('Programme_targets.rdml')
    const xml = strFromU8(unzipSync(answer.data)['rdml_data.xml'] as Uint8Array)
    expect(xml).toContain('<thermalCyclingConditions id="Programme &amp; targets">')
    expect(xml).toContain('<lidTemperature>105</lidTemperature>')
    expect(xml).toContain('<loop><goto>2</goto><repeat>40</repeat></loop>')
    expect(xml).toContain('<dye id="HEX"/>')
  })

  it('[CALL-078] its plate leaves as CSV, with the samples of a protocol', async () => {
    const id = await makeRecipe(call, 'Plate')
    const layout = [
      { name: '=1+1', sample_type: 'standard', coordinates: ['A2', 'B1'], quantity: 1000 },
    ]
    const made = await must(
      call(protocolCalls.create, { body: { ...protocolBody('With samples', id), layout } }),
    )
    const { uuid } = made.data
    const rows = async (query: Record<string, string>) => {
      const answer = await must(call(recipeCalls.plateFile, { params: { id }, query }))
      const [first, ...others] = answer.data
      // Expect the byte-order mark, so that spreadsheets read the names right.
      expect([first, ...others.slice(0, 2)]).toEqual([0xef, 0xbb, 0xbf])
      return strFromU8(answer.data).split('\r\n')
    }
    const plain = await rows({ cartridge_type: 'Wells96' })
    expect(plain).toHaveLength(98)
    expect(plain.slice(0, 2)).toEqual([
      'Well,Row,Column,Sample,Sample type,Mix,Quantity,FAM,HEX',
      'A1,A,1,,,,,Target,Control',
    ])
    const filled = await rows({ protocol_uuid: uuid })
    expect(filled).toHaveLength(18)
    expect(filled.slice(1, 3)).toEqual([
      'A1,A,1,,,,,,',
      `A2,A,2,"'=1+1",standard,,1000,Target,Control`,
    ])
    const other = await call(recipeCalls.plateFile, {
      params: { id },
      query: { cartridge_type: 'Wells9' },
    })
    expect(other.errors[0]?.reason).toBe('cartridge_not_for_recipe')
  })
})
