import { protocolCalls } from '../../../domain/calls/protocols.ts'
import { made, makeApplication, makeProtocol, makeRecipe, protocolBody } from '../method-bodies.ts'
import type { Examples, World } from './example.ts'

const one = async ({ call, word }: World) => ({ params: { id: await makeProtocol(call, word()) } })

const aliasBody = async (world: World) => ({
  protocol_uuid: await makeProtocol(world.call, world.word()),
  swarm_uuid: world.home.swarm,
  alias: world.plainWord(),
})
const alias = async (world: World) => ({
  params: { id: await made(world.call, protocolCalls.createAlias, await aliasBody(world)) },
})

export const protocolExamples: Examples<typeof protocolCalls> = {
  search: async (world) => {
    await one(world)
    return { body: { filters: { cartridge_types: 'Wells96' } } }
  },
  get: one,
  // Share it, as it offers the provider's recipes to everybody.
  createForm: { prepare: () => ({}), shared: true },
  create: async ({ call, word }) => ({
    body: protocolBody(word(), await makeRecipe(call, word())),
  }),
  edit: async (world) => ({ ...(await one(world)), body: { name: world.word() } }),
  delete: one,
  duplicateForm: one,
  duplicate: one,
  migrateForm: one,
  migrate: async (world) => ({ ...(await one(world)), body: { swarm_uuid: world.home.swarm } }),
  prepare: one,
  linkApplicationForm: one,
  linkApplication: async (world) => ({
    ...(await one(world)),
    body: { application_uuids: [await makeApplication(world.call, world.word())] },
  }),
  searchAliases: async (world) => {
    await alias(world)
    return { query: { limit: '20' }, body: { swarm_uuid: world.home.swarm } }
  },
  createAlias: async (world) => ({ body: await aliasBody(world) }),
  editAlias: async (world) => ({ ...(await alias(world)), body: { alias: world.plainWord() } }),
  deleteAlias: alias,
}
