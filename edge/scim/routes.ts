import { type Context, Hono } from 'hono'
import { Fault } from '../../domain/fault.ts'
import { parseJson } from '../../domain/scan-json.ts'
import { leaveRoom, openRoom } from '../requests/body-room.ts'
import { recogniseScim } from '../callers.ts'
import type { AccountContext } from '../context.ts'
import { frozen, isFrozen } from '../frozen.ts'
import { logFailure } from '../log.ts'
import { readBytes } from '../requests/read-bytes.ts'
import { noteFailure, scimBrake } from '../session/throttle.ts'
import { listResourceTypes, listSchemas, serviceProviderConfig, urns } from './documents.ts'
import { findKey, type Json } from './filter.ts'
import * as groups from './groups.ts'
import * as people from './people.ts'
import { asScimFault, ScimFault } from './scim-fault.ts'
import { type Found, pageOf, readWanted, type Wanted } from './search.ts'
import { metaOf, type Seen } from './version.ts'

type C = Context<{ Bindings: Env }>
type Asked = Record<string, string | undefined>

const bodyLimit = 1024 * 1024

interface Resources {
  search: (context: AccountContext, wanted: Wanted) => Promise<Found>
  read: (context: AccountContext, uuid: string) => Promise<Json>
  create: (context: AccountContext, body: unknown) => Promise<Json>
  replace: (context: AccountContext, uuid: string, body: unknown, seen: Seen) => Promise<Json>
  patch: (context: AccountContext, uuid: string, body: unknown, seen: Seen) => Promise<Json>
  delete: (context: AccountContext, uuid: string, seen: Seen) => Promise<void>
}

/** SCIM 2.0 (RFC 7643, RFC 7644): an identity provider writes the people and groups of the company whose token it has. */
export const scim = new Hono<{ Bindings: Env }>()

scim.use('*', async (c, next) => {
  await next()
  leaveRoom(c.req.raw)
})
scim.get('/ServiceProviderConfig', (c) => documented(c, serviceProviderConfig))
scim.get('/Schemas', (c) => documented(c, (base) => listOf(listSchemas(base))))
scim.get('/Schemas/:id', (c) => documented(c, (base) => pick(listSchemas(base), c.req.param('id'))))
scim.get('/ResourceTypes', (c) => documented(c, (base) => listOf(listResourceTypes(base))))
scim.get('/ResourceTypes/:id', (c) =>
  documented(c, (base) => pick(listResourceTypes(base), c.req.param('id'))),
)

serve('/Users', {
  search: people.searchPeople,
  read: people.readPerson,
  create: people.createPerson,
  replace: people.replacePerson,
  patch: people.patchPerson,
  delete: people.deletePerson,
})
serve('/Groups', {
  search: groups.searchGroups,
  read: groups.readGroup,
  create: groups.createGroup,
  replace: groups.replaceGroup,
  patch: groups.patchGroup,
  delete: groups.deleteGroup,
})

scim.post('/.search', async (c) => {
  const context = await enter(c)
  const asked = await readSearch(c)
  const wanted = readWanted(asked)
  const all = [await people.listPeople(context), await groups.listGroupResources(context)]
  return send(c, answerOf(asked, wanted, pageOf(all.flat(), wanted)))
})
for (const path of ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes']) {
  scim.all(path, (c) => sendFault(c, new ScimFault(405, 'This address is only read')))
}
scim.all('*', (c) => sendFault(c, new ScimFault(404, 'There is no such address')))

scim.onError((error, c) => {
  if (error instanceof ScimFault) return sendFault(c, error)
  if (error instanceof Fault) {
    if (error.retryAfterMs > 0)
      c.header('Retry-After', String(Math.ceil(error.retryAfterMs / 1000)))
    return sendFault(c, asScimFault(error))
  }
  logFailure(`${crypto.randomUUID()} ${c.req.method} scim`, error)
  return sendFault(c, new ScimFault(500, 'Something went wrong'))
})

function serve(path: string, resources: Resources): void {
  const one = `${path}/:id`
  const uuid = (c: C) => c.req.param('id') ?? ''
  const seen = (c: C): Seen => c.req.header('if-match') ?? '*'
  const search = async (c: C, context: AccountContext, asked: Asked) => {
    const wanted = readWanted(asked)
    return send(c, answerOf(asked, wanted, await resources.search(context, wanted)))
  }
  scim.get(path, async (c) => search(c, await enter(c), c.req.query()))
  // Answer the same question as a body, for filters that are too long or too private for an address.
  scim.post(`${path}/.search`, async (c) => search(c, await enter(c), await readSearch(c)))
  scim.post(path, async (c) => {
    const context = await enter(c)
    const made = await resources.create(context, await readBody(c))
    return sendResource(c, made, 201)
  })
  scim.get(one, async (c) => {
    const found = await resources.read(await enter(c), uuid(c))
    const isSame = c.req.header('if-none-match') === metaOf(found)['version']
    return isSame ? c.body(null, 304) : sendResource(c, found)
  })
  scim.put(one, async (c) => {
    const context = await enter(c)
    const body = await readBody(c)
    return sendResource(c, await resources.replace(context, uuid(c), body, seen(c)))
  })
  scim.patch(one, async (c) => {
    const context = await enter(c)
    const body = await readBody(c)
    return sendResource(c, await resources.patch(context, uuid(c), body, seen(c)))
  })
  scim.delete(one, async (c) => {
    const context = await enter(c)
    await resources.delete(context, uuid(c), seen(c))
    return c.body(null, 204)
  })
}

/** Recognise the token, and count its requests: a provider that goes wild slows down itself alone. */
async function enter(c: C): Promise<AccountContext> {
  const context = await recogniseScim(c)
  if (c.req.method !== 'GET' && isFrozen(c.env)) throw frozen()
  await noteFailure(c.env.DIRECTORY, [scimBrake(context.key ?? '')], Date.now())
  openRoom(c.req.raw, {}, context)
  return context
}

async function documented(c: C, make: (base: string) => Json): Promise<Response> {
  const { origin } = await enter(c)
  return send(c, make(`${origin}/scim/v2`))
}

async function readBody(c: C): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/(?:scim\+)?json\s*(?:;|$)/i.test(type)) {
    throw new ScimFault(415, 'Send application/scim+json')
  }
  const bytes = await readBytes(c.req.raw, bodyLimit)
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch (error) {
    if (error instanceof Fault && error.first.reason !== 'not_json') throw error
    throw new ScimFault(400, 'The request is not valid JSON', 'invalidSyntax')
  }
}

/** Read a search from a body as from an address. */
async function readSearch(c: C): Promise<Asked> {
  const asked = Object.entries(people.asObject(await readBody(c)))
  return Object.fromEntries(asked.map(([name, value]) => [name, readAsked(name, value)]))
}

function readAsked(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const texts = Array.isArray(value) ? (value as unknown[]) : [value]
  if (texts.every((one) => typeof one === 'string')) return texts.join(',')
  throw new ScimFault(400, `${name}: a text, a number or a list of texts`, 'invalidValue')
}

function answerOf(asked: Asked, { offset }: Wanted, { page, total }: Found): Json {
  const shown = page.map((one) => choose(asked, one))
  return { ...listOf(shown), totalResults: total, startIndex: offset + 1 }
}

function listOf(resources: Json[]): Json {
  return {
    schemas: [urns.list],
    totalResults: resources.length,
    itemsPerPage: resources.length,
    startIndex: 1,
    Resources: resources,
  }
}

function pick(all: Json[], id: string): Json {
  const found = all.find((one) => one['id'] === id)
  if (found) return found
  throw new ScimFault(404, 'There is no such resource')
}

/** Attributes that are returned always, whatever was asked for. */
const always = ['schemas', 'id', 'meta']

/** Keep the attributes that were asked for (`attributes`), or leave some out (`excludedAttributes`). */
function choose(asked: Asked, resource: Json): Json {
  const names = (text: string | undefined) =>
    text?.split(',').map((name) => findTop(resource, name.trim())) ?? null
  const wanted = names(asked['attributes'])
  const left = names(asked['excludedAttributes'])
  if (!wanted && !left) return resource
  const kept = Object.entries(resource).filter(([key]) => {
    if (always.includes(key)) return true
    return wanted ? wanted.includes(key) : !left?.includes(key)
  })
  return Object.fromEntries(kept)
}

function findTop(resource: Json, name: string): string | undefined {
  const bare = name.replace(/^urn:[\w:.-]+:(?:User|Group):/i, '').split('.')[0] ?? ''
  return findKey(resource, bare)
}

function sendResource(c: C, resource: Json, status: 200 | 201 = 200): Response {
  const { version, location } = metaOf(resource)
  c.header('ETag', String(version))
  if (status === 201 && typeof location === 'string') c.header('Location', location)
  return send(c, choose(c.req.query(), resource), status)
}

function send(c: C, body: Json, status = 200): Response {
  c.header('Content-Type', 'application/scim+json; charset=utf-8')
  c.header('Cache-Control', 'no-store')
  return c.body(JSON.stringify(body), status as 200)
}

function sendFault(c: C, { status, message, scimType }: ScimFault): Response {
  if (status === 401) c.header('WWW-Authenticate', 'Bearer')
  const body = { schemas: [urns.error], status: String(status), detail: message }
  return send(c, { ...body, ...(scimType && { scimType }) }, status)
}
