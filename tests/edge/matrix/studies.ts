import { studyCalls } from '../../../domain/calls/studies.ts'
import { must } from '../lab.ts'
import { makeValidated, signing } from '../made-analyses.ts'
import type { Examples, Sent, World } from './example.ts'

async function bodyOf({ call, home, word }: World) {
  const { uuid } = await makeValidated(call, home.swarm, { name: word() })
  return { name: word(), swarm_uuid: home.swarm, runs: [{ analysis_uuid: uuid }] }
}

async function study(world: World): Promise<Sent> {
  const made = await must(world.call(studyCalls.create, { body: await bodyOf(world) }))
  return { params: { id: made.data.uuid } }
}

export const studyExamples: Examples<typeof studyCalls> = {
  search: async (world) => {
    await study(world)
    return { query: { order: 'name ASC', limit: '10' } }
  },
  get: study,
  create: async (world) => ({ body: await bodyOf(world) }),
  edit: async (world) => ({ ...(await study(world)), body: { note: world.word() } }),
  sign: async (world) => {
    const made = await must(world.call(studyCalls.create, { body: await bodyOf(world) }))
    return { params: { id: made.data.uuid }, body: signing(made.data) }
  },
  export: async (world) => ({ ...(await study(world)), query: { format: 'csv' } }),
}
