import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { operatorCalls } from '../../domain/calls/operator.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { methods } from '../../scripts/demo/methods.ts'
import example from '../fixtures/files/RDES_v1_0_example_amplification.tsv?raw'
import { foundLab, type Lab, must, operatorHeaders, send, type Sender } from './lab.ts'

let lab: Lab
let operator: Sender
/** The run as the file alone tells it; its method becomes the recipe of the plans. */
let told: Analysis
const recipe = crypto.randomUUID()

beforeAll(async () => {
  lab = await foundLab('planned-import')
  operator = await lab.as('Operator')
  told = (await must(operator(analysisCalls.import, { body: formOf({}) }))).data
  const { process, evaluation } = told.method
  const body = { ...methods[0]?.recipe, name: 'Of the file', process, evaluation }
  const records = [{ kind: 'recipe' as const, uuid: recipe, body }]
  const stored = { company_uuid: lab.company, records }
  await must(send(operatorCalls.putRecords, { headers: operatorHeaders, body: stored }))
})

function formOf(changes: object, text = example): FormData {
  const form = new FormData()
  const fields = {
    uuid: crypto.randomUUID(),
    name: 'Imported',
    swarm_uuid: lab.swarm,
    recipe_uuid: null,
    run: 0,
    ...changes,
  }
  form.set('fields', JSON.stringify(fields))
  form.set('file', new File([text], 'example.tsv'))
  return form
}

/** Plan a run of the recipe. */
async function plan(changes: object = {}): Promise<Analysis> {
  const body = {
    uuid: crypto.randomUUID(),
    name: 'Planned',
    recipe_uuid: recipe,
    protocol_uuid: null,
    swarm_uuid: lab.swarm,
    device_uuid: null,
    cartridge_type: 'Wells96' as const,
    samples: told.samples,
    notebook: 'planned on Monday',
    ...changes,
  }
  return (await must(operator(analysisCalls.create, { body }))).data
}
const take = (uuid: string, changes: object = {}, headers = {}) =>
  operator(analysisCalls.import, { body: formOf({ uuid, planned: 'Y', ...changes }), headers })

describe('issue 19: a run of a file for a planned analysis', () => {
  it('is evaluated by the plan, which keeps its name, samples and method', async () => {
    const before = await plan()
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const { data: after } = await must(take(before.uuid, {}, headers))
    expect(after).toMatchObject({
      status: 'COMPLETE',
      name: 'Planned',
      notebook: 'planned on Monday',
      samples: before.samples,
      recipe_name: 'Of the file',
      source: { file_name: 'example.tsv', format: 'rdes' },
    })
    expect(after.method.recipe_uuid).toBe(recipe)
    expect(after.results[0]?.summary).toEqual(told.results[0]?.summary)
    expect((await must(take(before.uuid, {}, headers))).data).toEqual(after)
    const { data: audit } = await must(
      operator(analysisCalls.audit, { params: { id: before.uuid } }),
    )
    expect(audit.map(({ action }) => action)).toEqual(['analysis.create', 'analysis.import'])
    // Refuse a second file, which does not take the place of the first: nothing is planned any more.
    const again = await take(before.uuid)
    expect(again.errors[0]?.reason).toBe('wrong_status')
  })

  it('is refused where plate, channels or wells are not those of the plan, and the plan stays', async () => {
    const sample = { uuid: crypto.randomUUID(), name: 'Elsewhere', sample_type: 'unknown' as const }
    const outside = await plan({ samples: [{ ...sample, coordinates: ['H12'] }] })
    const cases = [
      [outside.uuid, 'plan_wells'],
      [(await plan({ recipe_uuid: lab.recipe })).uuid, 'plan_channels'],
    ] as const
    for (const [uuid, reason] of cases) {
      expect((await take(uuid)).errors[0]?.reason).toBe(reason)
      const { data } = await must(operator(analysisCalls.get, { params: { id: uuid } }))
      expect(data.status).toBe('INIT')
    }
    const nowhere = await take(crypto.randomUUID())
    expect(nowhere.status).toBe(404)
  })

  it('A21-13: is refused where dyes that nobody knows could be swapped, with a plan and with a method', async () => {
    const probes = example
      .split('\n')
      .map((row) => row.replace('SYBRGreen I', row.includes('Exon') ? 'Probe A' : 'Probe B'))
      .join('\n')
    for (const changes of [{ uuid: (await plan()).uuid, planned: 'Y' }, { recipe_uuid: recipe }]) {
      const { errors } = await operator(analysisCalls.import, { body: formOf(changes, probes) })
      expect(errors[0]).toMatchObject({ code: 'invalid', field: 'file', reason: 'plan_dyes' })
    }
    // Import by the file alone, where each target keeps its own curves.
    await must(operator(analysisCalls.import, { body: formOf({}, probes) }))
  })

  it('seventeenth attack A17-2: is refused where the plan has changed since the file was compared with it', async () => {
    const before = await plan()
    const samples = before.samples.map((one, at) => (at === 0 ? { ...one, name: 'Moved' } : one))
    const edit = { params: { id: before.uuid }, body: { samples } }
    const { data: after } = await must(operator(analysisCalls.edit, edit))
    const late = await take(before.uuid, { base: before.updated_at })
    expect([late.status, late.errors[0]?.reason]).toEqual([409, 'changed_meanwhile'])
    const { data } = await must(take(before.uuid, { base: after.updated_at }))
    expect(data.samples[0]).toMatchObject({ name: 'Moved' })
  })

  it('is taken once where once is asked for, from whichever side it comes', async () => {
    expect((await take((await plan()).uuid, { once: 'Y' })).errors[0]?.reason).toBe('run_imported')
    const other = await operator(analysisCalls.import, { body: formOf({ once: 'Y' }) })
    expect(other.errors[0]?.reason).toBe('run_imported')
    // Import another file of the same run, which is another file;
    // without the wish to have it once, the same one may come again.
    const rewritten = example.replace('668.43', '668.44')
    const fresh = formOf({ uuid: crypto.randomUUID(), once: 'Y' }, rewritten)
    await must(operator(analysisCalls.import, { body: fresh }))
    await must(operator(analysisCalls.import, { body: formOf({}) }))
  })
})
