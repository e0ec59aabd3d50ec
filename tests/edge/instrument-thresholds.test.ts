import { expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import quantstudio from '../fixtures/files/appbio_quantstudio_example02.txt?raw'
import { foundLab, must } from './lab.ts'
import { importForm } from './made-analyses.ts'
import { evaluation, made, recipeBody, target } from './method-bodies.ts'

it('a recipe may take its thresholds from the instrument: they come with the file, or the file is refused', async () => {
  const lab = await foundLab('thresholds')
  const manager = await lab.as('Manager')
  const rules = {
    ...evaluation,
    targets: [target('Any')],
    thresholds_from: 'instrument',
    controls: { ntc_clean: false, positive_detected: false, internal_control: false },
  }
  const body = { ...recipeBody('As the instrument says'), evaluation: rules }
  const recipe_uuid = await made(manager, recipeCalls.create, body)
  const without = await manager(analysisCalls.import, {
    body: importForm(lab.swarm, { recipe_uuid }),
  })
  expect(without.errors[0]).toMatchObject({
    field: 'recipe_uuid',
    reason: 'thresholds_missing',
    params: { target: 'Any' },
  })
  const form = importForm(lab.swarm, { recipe_uuid })
  form.set('file', new File([quantstudio], 'example.txt'))
  const record = (await must(manager(analysisCalls.import, { body: form }))).data
  const plain = importForm(lab.swarm)
  plain.set('file', new File([quantstudio], 'example.txt'))
  const { method } = (await must(manager(analysisCalls.import, { body: plain }))).data
  const stated = method.evaluation.targets.find(({ channel }) => channel === 'FAM')?.threshold
  expect(stated?.method).toBe('fixed')
  expect(record.method.evaluation.targets[0]?.threshold).toEqual(stated)
})
