import type { JsonSchema } from '@valibot/to-json-schema'
import type { Call, Caller } from '../../domain/call.ts'
import { faultStatus } from '../../domain/fault.ts'
import { regionNames } from '../../domain/regions.ts'
import { convertSchemas, type Components, type Contract } from './schemas.ts'
import { describeCall, summaryOf, wordsOf } from './sentences.ts'

type Json = Record<string, unknown>

export interface Operation extends Json {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: Json[]
  requestBody?: Json
  responses: Record<string, Json>
}

export interface OpenApi extends Json {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>
  components: Json & { schemas: Record<string, JsonSchema> }
}

/** Write the whole contract as an OpenAPI 3.1 document: every row once, a GET twin (decisions R3) beside its POST. */
export function describeApi(contract: Contract, version: string): OpenApi {
  const converted = convertSchemas(contract)
  const paths: OpenApi['paths'] = {}
  for (const [group, rows] of Object.entries(contract)) {
    for (const [name, row] of Object.entries(rows)) {
      const operation = describeRow(group, name, row, converted)
      const path = (paths[`/v3${row.path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`] ??= {})
      path[row.method === 'GET' ? 'get' : 'post'] = operation
      if (row.alsoGet) path.get = twinOf(operation)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'bApp', version, description: introduction },
    servers: [{ url: '/', description: 'This region' }],
    tags: Object.keys(contract).map((name) => ({ name, description: wordsOf(name) })),
    paths,
    components: { schemas: { ...converted.schemas, ...envelopes }, responses, securitySchemes },
  }
}

const introduction = [
  'Every call answers with one envelope: `{"ok": true, "data": …}`, or `{"ok": false, "errors": [{"code", "message", "field", "reason", "params"}]}`.',
  'A record that one may not see answers exactly as one that is not there.',
  'With an API key: `curl -H "Authorization: Bearer KEY" https://HOST/v3/session/me`. With the cookie of a session a call carries `X-Requested-With: XMLHttpRequest` as well. A write may carry an `Operation-Id` of 8 to 80 letters, digits, `_` or `-`, and is then made once, however often it is sent; other content under the same id is refused.',
  'Unknown fields, fields that are there twice, and bodies of more than 4 MB (forms: 24 MB; without a sign-in: 64 kB) are refused with status 422.',
  'Lists are read page by page; `next` of a page is `after` of the next one. It is a place in the order, not a snapshot: a record that is renamed between two pages can be missed, or come twice. To have them all, read in the order `created_at ASC`, which never changes; in another order begin again where `total` has changed, or is not the number of different records.',
].join('\n\n')

function describeRow(
  group: string,
  name: string,
  row: Call,
  { names, schemas }: Components,
): Operation {
  const caller = row.caller ?? 'account'
  const refer = (schema: Call['body']) => ({
    $ref: `#/components/schemas/${(schema && names.get(schema)) ?? ''}`,
  })
  const params = row.params && schemas[names.get(row.params) ?? '']
  const query = row.query && schemas[names.get(row.query) ?? '']
  return {
    operationId: `${group}_${name}`,
    summary: summaryOf(group, name),
    description: describeCall(row),
    tags: [group],
    parameters: [
      ...parametersOf('path', params),
      ...parametersOf('query', query),
      ...headersOf(row),
    ],
    ...(row.body && { requestBody: bodyOf(row, refer(row.body)) }),
    responses: {
      '200': row.reply === 'blob' ? fileReply : envelopeOf(row.data && refer(row.data)),
      ...failuresOf(row),
    },
    security: row.person ? [{ session: [] }] : securityOf[caller],
    'x-caller': caller,
    'x-permission': row.needs,
    'x-only-reads': row.safe,
    ...(row.person && { 'x-person': true }),
    ...(row.reach && { 'x-reach': row.reach }),
  }
}

/** Make the GET twin of a row, without the body, which GET cannot carry and these rows do not need. */
function twinOf(operation: Operation): Operation {
  const { operationId } = operation
  const twin = { ...operation, operationId: `${operationId}_get`, 'x-twin-of': operationId }
  delete twin.requestBody
  return twin
}

function parametersOf(place: 'path' | 'query', schema: JsonSchema | undefined): Json[] {
  const required = schema?.required ?? []
  return Object.entries(schema?.properties ?? {}).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

function headersOf(row: Call): Json[] {
  const caller = row.caller ?? 'account'
  const headers: Json[] = []
  const add = (name: string, required: boolean, schema: JsonSchema) =>
    headers.push({ name, in: 'header', required, schema })
  if (caller === 'account' || (caller === 'anyone' && row.method === 'POST')) {
    // Say that it may be left out: with an API key alone it is not needed (mount.ts).
    add('X-Requested-With', caller === 'anyone', { const: 'XMLHttpRequest' })
  }
  if (caller === 'account' && row.reach !== 'own') {
    add('X-Company', false, { $ref: '#/components/schemas/Uuid' })
    add('X-Visit', false, { $ref: '#/components/schemas/Uuid' })
  }
  if (!row.safe) add('Operation-Id', false, { type: 'string', pattern: '^[\\w-]{8,80}$' })
  add('X-Region', false, { enum: [...regionNames] })
  return headers
}

function bodyOf(row: Call, schema: Json): Json {
  const isOptional = row.body?.type === 'optional'
  if (row.send !== 'multipart') {
    return { required: !isOptional, content: { 'application/json': { schema } } }
  }
  const description =
    'Each file is a part of its own name; the other fields are JSON in the part `fields`.'
  return { required: true, description, content: { 'multipart/form-data': { schema } } }
}

const fileReply = {
  description: 'The file',
  content: {
    'application/octet-stream': {
      schema: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  },
}

function envelopeOf(data: Json | undefined): Json {
  const schema = {
    type: 'object',
    properties: { ok: { const: true }, ...(data && { data }) },
    required: data ? ['ok', 'data'] : ['ok'],
  }
  return { description: 'Done', content: { 'application/json': { schema } } }
}

/** Status codes, without those of a client that made no call. */
const codes = Object.entries(faultStatus).filter(
  ([code, status]) => status >= 400 && code !== 'offline',
)

const envelopes: Record<string, JsonSchema> = {
  Failure: {
    type: 'object',
    required: ['ok', 'errors'],
    properties: {
      ok: { const: false },
      errors: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Fault' } },
    },
  },
  Fault: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { enum: codes.map(([code]) => code) },
      message: { type: 'string', description: 'English, for logs' },
      field: { type: 'string', description: 'Dotted path, such as samples.3.wells' },
      reason: { type: 'string', description: 'Narrower name of what went wrong' },
      params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
      versions: {
        type: 'object',
        description: 'Of a stale write: what was sent, and the record as it is now',
        properties: { yours: {}, theirs: {} },
      },
    },
  },
}

const statuses = [...new Set(codes.map(([, status]) => status))].sort((a, b) => a - b)

/** One failure for each status, with the codes it is given for. */
const responses = Object.fromEntries(
  statuses.map((status) => [
    `Status${status}`,
    {
      description: codes
        .flatMap(([code, one]) => (one === status ? [`\`${code}\``] : []))
        .join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ]),
)

/** List the statuses that a row can answer, from its facts. */
function failuresOf(row: Call): Record<string, Json> {
  const caller = row.caller ?? 'account'
  const isWrite = !row.safe
  const given: Record<number, boolean> = {
    401: caller === 'account' || caller === 'device' || isWrite,
    403: caller === 'account',
    404: row.params !== undefined || isWrite || caller === 'operator',
    405: caller === 'account' || (caller === 'anyone' && row.method === 'POST'),
    409: isWrite,
    421: true,
    422: Boolean(row.params ?? row.query ?? row.body) || isWrite,
    429: isWrite && caller !== 'operator',
    500: true,
    503: isWrite && caller === 'account',
    504: isWrite && caller === 'account',
  }
  const found = statuses.filter((status) => given[status])
  return Object.fromEntries(
    found.map((status) => [String(status), { $ref: `#/components/responses/Status${status}` }]),
  )
}

const securityOf: Readonly<Record<Caller, Json[]>> = {
  anyone: [],
  account: [{ session: [] }, { apiKey: [] }],
  device: [{ device: [] }],
  operator: [{ operator: [] }],
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-bapp',
    description: 'Set by `POST /v3/session/login`',
  },
  apiKey: { type: 'http', scheme: 'bearer', description: 'Made by `POST /v3/api_keys/create`' },
  device: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Device <uuid>.<key>`',
  },
  operator: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Operator <secret>`',
  },
}
