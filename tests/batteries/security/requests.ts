import type { JsonSchema } from '@valibot/to-json-schema'
import type { Call } from '../../../domain/call.ts'
import { contract } from '../../../domain/contract.ts'
import { describeApi, type OpenApi, type Operation } from '../../../edge/openapi/document.ts'
import { firstWord } from './first-word.ts'
import { hostileBodies, hostileHeaders, hostileTexts } from './hostile.ts'
import { mutate } from './mutate.ts'
import { Random } from './random.ts'
import { Values } from './values.ts'

/** Sender: a person with every permission, one with few, nobody, a device, the operator. */
export type Who = 'admin' | 'user' | 'nobody' | 'device' | 'operator'

export interface FuzzRequest {
  /** `group_name` of the row. */
  row: string
  who: Who
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

export const api: OpenApi = describeApi(contract, 'fuzz')
export const schemas = api.components.schemas as Record<string, JsonSchema>
export const groups = Object.keys(contract)

interface Target {
  id: string
  row: Call
  path: string
  operation: Operation
}

/** Return the rows of a group with their description. */
export function targetsOf(group: string): Target[] {
  return Object.entries(contract[group] ?? {}).map(([name, row]) => {
    const path = `/v3${row.path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`
    const operation = api.paths[path]?.[row.method === 'GET' ? 'get' : 'post']
    if (!operation) throw new Error(`${group}.${name} is not described`)
    return { id: `${group}_${name}`, row, path, operation }
  })
}

/** Make so many requests of a group, the rows in turns; the same for the same seed. */
export function* makeRequests(
  group: string,
  count: number,
  { ids, idsOf }: { ids: readonly string[]; idsOf: ReadonlyMap<string, readonly string[]> },
  seed: number,
): Generator<FuzzRequest> {
  const targets = targetsOf(group)
  const random = new Random(seed)
  const values = new Values(schemas, ids)
  const stocks = targets.map((target) =>
    stockOf(target, values, Math.ceil(count / targets.length), seed),
  )
  for (let at = 0; at < count; at++) {
    const which = at % targets.length
    const target = targets[which]
    const stock = stocks[which]
    if (target && stock) {
      const own = idsOf.get(firstWord(target.path)) ?? []
      const aimed = own.length > 0 ? own : ids
      yield makeRequest(target, stock, Math.floor(at / targets.length), aimed, random)
    }
  }
}

/** Right values of each part of a row, made beforehand. */
interface Stock {
  path: Record<string, unknown>[]
  query: Record<string, unknown>[]
  body: unknown[]
}

function stockOf({ operation }: Target, values: Values, count: number, seed: number): Stock {
  const size = Math.min(count, 250)
  const part = (place: string) => {
    const parameters = operation.parameters.filter((one) => one['in'] === place)
    const schema: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries(
        parameters.map((one) => [String(one['name']), one['schema'] as JsonSchema]),
      ),
      required: parameters
        .filter((one) => one['required'] === true)
        .map((one) => String(one['name'])),
    }
    return values.sample(schema, size, seed) as Record<string, unknown>[]
  }
  const schema = bodySchemaOf(operation)
  return {
    path: part('path'),
    query: part('query'),
    body: schema ? values.sample(schema, size, seed) : [],
  }
}

export function bodySchemaOf(operation: Operation): JsonSchema | undefined {
  const content = operation.requestBody?.['content'] as
    | Record<string, { schema: JsonSchema }>
    | undefined
  return content && Object.values(content)[0]?.schema
}

function makeRequest(
  target: Target,
  stock: Stock,
  at: number,
  ids: readonly string[],
  random: Random,
): FuzzRequest {
  const { row, id } = target
  const isTwin = row.alsoGet && random.chance(25)
  const request: FuzzRequest = {
    row: id,
    who: whoOf(row, random),
    method: isTwin ? 'GET' : row.method,
    path: pathOf(target, stock, at, ids, random) + queryOf(stock, at, random),
    headers: { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' },
  }
  if (row.send === 'multipart') return withForm(request, stock.body[at % stock.body.length], random)
  if (row.body && !isTwin) withJson(request, stock.body[at % stock.body.length], random)
  if (random.chance(8)) Object.assign(request.headers, random.pick(hostileHeaders))
  return request
}

function whoOf(row: Call, random: Random): Who {
  if (random.chance(4)) return 'nobody'
  if (row.caller === 'device') return 'device'
  if (row.caller === 'operator') return 'operator'
  return random.chance(15) ? 'user' : 'admin'
}

function pathOf(
  { path }: Target,
  stock: Stock,
  at: number,
  ids: readonly string[],
  random: Random,
): string {
  const given = stock.path[at % stock.path.length] ?? {}
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (random.chance(10))
      return encodeURIComponent(random.pick(hostileTexts).slice(0, 2000)) || '%20'
    if (random.chance(2)) return random.pick(['%', '%ff', '%00', '%2e%2e%2f', '..;', '%c0%af'])
    return encodeURIComponent(
      String(name === 'id' && ids.length > 0 && random.chance(60) ? random.pick(ids) : given[name]),
    )
  })
}

function queryOf(stock: Stock, at: number, random: Random): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(stock.query[at % stock.query.length] ?? {})) {
    if (value !== undefined)
      query.append(
        name,
        random.chance(10) ? random.pick(hostileTexts).slice(0, 1000) : textOf(value),
      )
  }
  if (random.chance(3))
    query.append(
      random.pick(['page', '__proto__', 'order', 'q']),
      random.pick(hostileTexts).slice(0, 300),
    )
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function withJson(request: FuzzRequest, value: unknown, random: Random): void {
  request.headers['content-type'] = 'application/json'
  const kind = random.below(100)
  if (kind < 8) {
    request.body = random.pick(hostileBodies) as string
    return
  }
  const sent = kind < 40 ? value : mutate(value, random)
  request.body = JSON.stringify(sent) ?? ''
  // Add names that only text can hold twice or at all.
  if (kind > 96 && request.body.startsWith('{')) {
    request.body = `{"__proto__":{"polluted":1},${request.body.slice(1)}`
  }
}

const fileNames = [
  'a.csv',
  '../a.csv',
  'a"b.csv',
  'a\r\nb.csv',
  '.',
  '\u202egpj.exe',
  'a'.repeat(400),
]
const fileTypes = ['', 'text/csv', 'image/png', 'image/svg+xml', 'application/zip', 'x'.repeat(300)]
const fileContents: readonly (string | Uint8Array)[] = [
  '',
  'a,b\n1,2\n',
  '<svg onload="x()"/>',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><rdml>&a;</rdml>',
  '%PDF-1.7\n',
  new Uint8Array([
    0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff,
  ]),
  new Uint8Array([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0xff)]),
  new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xff, 0xff, 0xff]),
  new Uint8Array(5000),
]

/** Make a form with the fields as JSON and a file that is rarely correct. */
function withForm(request: FuzzRequest, value: unknown, random: Random): FuzzRequest {
  const { file: _file, ...fields } = (value ?? {}) as Record<string, unknown>
  const isMutated = random.chance(50)
  const text = JSON.stringify(isMutated ? mutate(fields, random) : fields) ?? ''
  const content = random.pick(fileContents)
  const pieces = [
    `--b\r\nContent-Disposition: form-data; name="fields"\r\n\r\n${random.chance(10) ? String(random.pick(hostileBodies)) : text}\r\n`,
    `--b\r\nContent-Disposition: form-data; name="${random.pick(['file', 'file', 'file', '__proto__', 'fields'])}"; filename="${random.pick(fileNames)}"\r\n`,
    `Content-Type: ${random.pick(fileTypes)}\r\n\r\n`,
    content,
    random.chance(90) ? '\r\n--b--\r\n' : '\r\n--b',
  ].map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece))
  const body = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    body.set(piece, at)
    at += piece.length
  }
  request.headers['content-type'] = 'multipart/form-data; boundary=b'
  request.body = body
  return request
}
