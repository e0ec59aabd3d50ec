import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import type { Protocol } from '../domain/entities/protocol.ts'
import type { Recipe } from '../domain/entities/recipe.ts'
import { readSignIns } from './demo-file.ts'

const plate = 'Wells96'
const headers = { 'x-requested-with': 'XMLHttpRequest' }

/** Sign a context in by the API; the cookie is the browser's from then on. */
export async function signIn(
  context: BrowserContext,
  address: string,
  state: string,
): Promise<void> {
  const [username = '', password = ''] = readSignIns(state)[0] ?? []
  await signInAs(context, address, { username, password })
}

export async function signInAs(
  context: BrowserContext,
  address: string,
  who: { username: string; password: string },
): Promise<void> {
  const answer = await context.request.post(`${address}/v3/session/login`, {
    data: who,
    headers,
  })
  if (!answer.ok()) throw new Error(`Sign-in failed: ${answer.status()} ${await answer.text()}`)
}

/** Create the run as the wizard would: the protocol's own layout on the device that takes its cartridge. */
export async function createPlateRun(
  context: BrowserContext,
  name: string,
): Promise<{ uuid: string; channels: number }> {
  const protocols = await list<Protocol>(context, '/protocols/search')
  const recipes = await list<Recipe>(context, '/recipes/search')
  const measured = (one: Protocol) =>
    recipes.find((recipe) => recipe.uuid === one.recipe_uuid)?.process.channels.length ?? 0
  const fitting = protocols.filter((one) => one.cartridge_types.includes(plate))
  const chosen = fitting.sort((a, b) => measured(b) - measured(a))[0]
  const devices = await list<{ uuid: string; cartridge_type: string }>(context, '/products/search')
  const device = devices.find((one) => one.cartridge_type === plate)
  const me = await ask<{ swarms: string[] }>(context, '/session/me')
  if (chosen === undefined || device === undefined) throw new Error('The demo has no 96-well run.')
  const uuid = randomUUID()
  await ask(context, '/analysis/create', {
    uuid,
    name,
    recipe_uuid: chosen.recipe_uuid,
    protocol_uuid: chosen.uuid,
    swarm_uuid: chosen.swarm_uuid ?? me.swarms[0],
    device_uuid: device.uuid,
    cartridge_type: plate,
    samples: chosen.layout.map((sample) => ({ ...sample, uuid: randomUUID() })),
    notebook: '',
  })
  return { uuid, channels: measured(chosen) }
}

async function list<Item>(context: BrowserContext, path: string): Promise<Item[]> {
  return (await ask<{ data: Item[] }>(context, path, {})).data
}

/** Call the API in the context's session: GET without a body, POST with one. */
export async function ask<Data>(
  context: BrowserContext,
  path: string,
  body?: unknown,
): Promise<Data> {
  const answer =
    body === undefined
      ? await context.request.get(`/v3${path}`, { headers })
      : await context.request.post(`/v3${path}`, { headers, data: body })
  const envelope = (await answer.json()) as { ok: boolean; data: Data }
  if (!envelope.ok) throw new Error(`${path}: ${JSON.stringify(envelope)}`)
  return envelope.data
}
