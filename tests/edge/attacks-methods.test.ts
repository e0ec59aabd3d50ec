import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { applicationCalls } from '../../domain/calls/applications.ts'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import { evaluationRecipeCalls } from '../../domain/calls/evaluation-recipes.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { must, type Sender } from './lab.ts'
import { bkitBody, makeBkit } from './material-bodies.ts'
import type { World } from './matrix/example.ts'
import { changeInside, makeWorld } from './matrix/world.ts'
import {
  applicationBody,
  evaluation,
  evaluationBody,
  makeProtocol,
  makePublished,
  makeRecipe,
  recipeBody,
  target,
} from './method-bodies.ts'

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
  /** Find the mails about a recipe, by its name. */
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
    const told = await mailsOf('Sent thrice')
    expect([told.length, new Set(told).size]).toEqual([2, 2])
  })

  it('sixth attack F6-4: fills nobody’s mailbox by taking the request back and making it again', async () => {
    const id = await makeRecipe(manager, 'To and fro')
    for (let round = 0; round < 5; round += 1) {
      await must(ask(id, 1))
      await must(ask(id, 0))
    }
    // Allow for the hour, which may have ended in between.
    expect((await mailsOf('To and fro')).length).toBeLessThanOrEqual(4)
  })

  it('sixth attack F6-4: tells them also where the first try was cut off before the mail', async () => {
    const id = await makeRecipe(manager, 'Cut off')
    const opId = crypto.randomUUID()
    await must(ask(id, 1, opId))
    await env.DIRECTORY.prepare('DELETE FROM mails WHERE instr(text, ?1) > 0').bind('Cut off').run()
    await must(ask(id, 1, opId))
    expect(await mailsOf('Cut off')).toHaveLength(2)
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

describe('sixth attack F6-7: what people choose or read by its name', () => {
  const alias = async (word: string, swarm_uuid = world.lab.swarm) => {
    const protocol_uuid = await makeProtocol(manager, 'Known by an alias')
    return manager(protocolCalls.createAlias, { body: { protocol_uuid, swarm_uuid, alias: word } })
  }

  it('sixth attack F6-7: an alias is read like no other of its swarm, and has a letter', async () => {
    await must(alias('COVID'))
    for (const twin of ['COV\u0406D', '\u0421OVID', 'COVlD', '\uff23OVID', 'covid']) {
      const { errors } = await alias(twin)
      expect([twin, errors[0]]).toMatchObject([twin, { field: 'alias', reason: 'alias_taken' }])
    }
    for (const marks of ['...', '\u2014', '\u01c3']) {
      const { errors } = await alias(marks)
      expect(errors[0]).toMatchObject({ field: 'alias', reason: 'name_marks_only' })
    }
    const { uuid } = (await must(alias('Influenza'))).data
    const body = { alias: 'COV\u0406D' }
    const edited = await manager(protocolCalls.editAlias, { params: { id: uuid }, body })
    expect(edited.errors[0]?.reason).toBe('alias_taken')
  })

  it('sixth attack F6-7: a merge of swarms leaves no alias that is read like another', async () => {
    const admin = await world.lab.as('SuperAdmin')
    const [from, into] = [world.lab.otherSwarm, world.lab.swarm]
    const known = (await must(admin(swarmCalls.search))).data.data
    expect(known.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining([from, into]))
    await must(alias('RSV-A'))
    const protocol_uuid = await makeProtocol(manager, 'In both')
    const given = { protocol_uuid, swarm_uuid: into, alias: 'RSV-B' }
    const { uuid } = (await must(manager(protocolCalls.createAlias, { body: given }))).data
    const { data } = await must(manager(protocolCalls.get, { params: { id: protocol_uuid } }))
    // Give both swarms a word of this kind, as before they were one.
    const aliases = data.aliases.map((one) =>
      one.uuid === uuid ? { ...one, alias: 'RSV-\u0410', swarm_uuid: from } : one,
    )
    const put = { type: 'put', kind: 'protocol', uuid: protocol_uuid } as const
    await changeInside(world.lab.company, { ...put, body: { ...data, aliases } as never })
    const body = { swarm_uuid: into, reason: 'one team now' }
    await must(admin(swarmCalls.merge, { params: { id: from }, body }))
    const after = await must(manager(protocolCalls.get, { params: { id: protocol_uuid } }))
    expect(after.data.aliases).toEqual([])
  })

  it('sixth attack F6-7: two targets or variables of a method are not read as one', async () => {
    const twins = [target('HPV A', 'FAM'), target('HPV \u0410', 'VIC')]
    const variables = (['cut', '\u0441ut'] as const).map((name) => ({
      name,
      value: 1,
      type: 'number' as const,
    }))
    const bodies = {
      'evaluation.targets.1.name': { ...evaluation, targets: twins },
      'evaluation.variables.1.name': { ...evaluation, variables },
    }
    for (const [field, bent] of Object.entries(bodies)) {
      const recipe = { ...recipeBody('Twins'), evaluation: bent }
      const half = { ...evaluationBody('Twins'), evaluation: bent }
      const answers = [
        await manager(recipeCalls.create, { body: recipe }),
        await manager(evaluationRecipeCalls.create, { body: half }),
        await manager(recipeCalls.edit, {
          params: { id: await makeRecipe(manager, 'Sound') },
          body: { evaluation: bent },
        }),
      ]
      expect(answers.map(({ errors }) => errors[0]?.field)).toEqual([field, field, field])
    }
    const body = { ...applicationBody('Twins'), variables }
    const { errors } = await manager(applicationCalls.create, { body })
    expect(errors[0]).toMatchObject({ field: 'variables.1.name', reason: 'variable_repeated' })
    // Allow a 1 beside an l, which people tell apart in codes.
    const apart = { ...evaluation, targets: [target('N1', 'FAM'), target('Nl', 'VIC')] }
    await must(manager(recipeCalls.create, { body: { ...recipeBody('N'), evaluation: apart } }))
  })
})

describe('sixth attack F6-8: labels of kits', () => {
  it('sixth attack F6-8: no lot is read as another, within an order and between two', async () => {
    const kit = await makeBkit(provider, 'Lots')
    const inject = (...numbers: string[]) => {
      const lots = numbers.map((lot_number) => ({ lot_number, boxes: 1, bkit_uuid: kit.uuid }))
      return provider(bkitCalls.inject, { body: { lots } })
    }
    await must(inject('OK-1'))
    for (const twin of ['ok-1', '\u041eK-1', '\u041e\u041a-1', '\uff2fK-1']) {
      const { errors } = await inject('FINE-1', twin)
      expect([twin, errors[0]]).toMatchObject([
        twin,
        { field: 'lots.1.lot_number', reason: 'lot_taken' },
      ])
    }
    const within = await inject('\u0410-7', 'A-7')
    expect(within.errors[0]?.field).toBe('lots.1.lot_number')
    await must(inject('OK-l', '0K-1'))
  })

  it('sixth attack F6-8: a code of a kit has no character that is not seen', async () => {
    const { uuid } = await makeBkit(provider, 'Codes')
    for (const field of ['lot', 'ref', 'part_number', 'assy_number']) {
      for (const code of ['L\u200b1', '\u200b', 'L\u00ad1', 'L\u{e0041}1']) {
        const body = { ...bkitBody('Unseen'), [field]: code }
        const edit = { params: { id: uuid }, body: { [field]: code } }
        for (const answer of [
          await provider(bkitCalls.create, { body }),
          await provider(bkitCalls.edit, edit),
        ]) {
          expect([answer.status, answer.errors[0]?.field]).toEqual([422, field])
        }
      }
    }
  })
})
