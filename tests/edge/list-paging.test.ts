import { beforeAll, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'

let lab: Lab
let operator: Sender
beforeAll(async () => {
  lab = await foundLab('paging')
  operator = await lab.as('Operator')
  const { uuid: id } = await makeCompleted(operator, lab.swarm, { name: 'Plate 00' })
  for (let at = 1; at < 13; at++) {
    const name = `Plate ${String((at * 5) % 13).padStart(2, '0')}`
    await must(operator(analysisCalls.duplicate, { params: { id }, body: { name } }))
  }
})

const list = async (query: Record<string, string>) =>
  (await must(operator(analysisCalls.search, { query }))).data

it('[CONST-040] [CONST-041] [CONST-042] a list that says nothing is the first ten, the newest first', async () => {
  const { data, pages, total } = await list({})
  expect([data.length, pages, total]).toEqual([10, 2, 13])
  const times = data.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().reverse())
  expect(data).toEqual((await list({ page: '1', limit: '10', order: 'created_at DESC' })).data)
  const rest = await list({ page: '2' })
  expect(rest.data).toHaveLength(3)
  expect(rest.data.at(-1)?.name).toBe('Plate 00')
})

it('[CONST-043] a list may be had by name instead', async () => {
  const { data } = await list({ order: 'name ASC', limit: '20' })
  const names = data.map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
  expect(names).toHaveLength(13)
})
