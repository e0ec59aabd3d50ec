import type { JsonSchema } from '@valibot/to-json-schema'
import type { OpenApi, Operation } from './document.ts'
import { exampleOf, follow, type Schemas, typeWords } from './example.ts'

/**
 * Render the document as a page to read: no script, no style of its own, every call in sight so that the browser's
 * search finds it. Escapes all text, also our own.
 */
export function renderApiPage(api: OpenApi): string {
  const calls = Object.entries(api.paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item[method]
      return operation && operation['x-twin-of'] === undefined ? [{ path, method, operation }] : []
    }),
  )
  const groups = api.tags.map(({ name, description }) => ({
    name,
    description,
    calls: calls.filter(({ operation }) => operation.tags[0] === name),
  }))
  const { title, version, description } = api.info
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(title)} API ${escape(version)}</title>`,
    '<link rel="stylesheet" href="/api.css"><link rel="icon" href="/icon.svg"></head><body>',
    `<header><h1>${escape(title)} API</h1><p>Version ${escape(version)}, ${calls.length} calls. `,
    'The same as <a href="/v3/openapi.json">OpenAPI 3.1</a>.</p>',
    ...description.split('\n\n').map((text) => `<p>${prose(text)}</p>`),
    '</header><nav aria-label="Groups"><ul>',
    ...groups.map(
      (group) =>
        `<li><a href="#${escape(group.name)}">${escape(group.description)}</a> ${group.calls.length}</li>`,
    ),
    '</ul></nav><main>',
    ...groups.map((group) => renderGroup(group, api.components.schemas)),
    renderSchemas(api.components.schemas),
    '</main></body></html>',
  ].join('')
}

interface Shown {
  path: string
  method: 'get' | 'post'
  operation: Operation
}

interface Group {
  name: string
  description: string
  calls: readonly Shown[]
}

function renderGroup({ name, description, calls }: Group, schemas: Schemas): string {
  const shown = calls.map((call) => renderCall(call, schemas)).join('')
  return `<section id="${escape(name)}"><h2>${escape(description)}</h2>${shown}</section>`
}

function renderCall({ path, method, operation }: Shown, schemas: Schemas): string {
  const { operationId, summary, description, parameters } = operation
  const body = bodyOf(operation)
  const reply = replyOf(operation)
  return [
    `<article id="${escape(operationId)}"><h3><span class="method">${method.toUpperCase()}</span> `,
    `<code>${escape(path)}</code></h3><p><strong>${escape(summary)}</strong> ${prose(description)} `,
    `<span class="quiet">${escape(operationId)}</span></p>`,
    renderFields(
      'Parameters',
      parameters.map((one) => ({
        name: `${String(one['name'])} (${String(one['in'])})`,
        type: typeWords(one['schema'] as JsonSchema),
        required: one['required'] === true,
      })),
    ),
    body ? renderFields('Body', fieldsOf(body, schemas)) : '',
    `<pre>${escape(exampleText(path, method, operation, body, schemas))}</pre>`,
    `<p class="quiet">Answers with ${reply ? linkTo(typeWords(reply)) : 'a file or nothing'}; `,
    `failures ${Object.keys(operation.responses).slice(1).join(', ')}.</p></article>`,
  ].join('')
}

interface Field {
  name: string
  type: string
  required: boolean
}

function fieldsOf(schema: JsonSchema, schemas: Schemas): Field[] {
  const whole = follow(schema, schemas)
  const required = whole.required ?? []
  const properties = Object.entries(whole.properties ?? {})
  if (properties.length === 0) return [{ name: 'the body', type: typeWords(whole), required: true }]
  return properties.map(([name, one]) => ({
    name,
    type: typeWords(one as JsonSchema),
    required: required.includes(name),
  }))
}

function renderFields(title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return ''
  const rows = fields.map(
    ({ name, type, required }) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${linkTo(type)}</td><td>${required ? 'required' : ''}</td></tr>`,
  )
  return `<table><caption>${title}</caption>${rows.join('')}</table>`
}

/** Write a request as sent over the network, without the headers that all requests share. */
function exampleText(
  path: string,
  method: string,
  operation: Operation,
  body: JsonSchema | undefined,
  schemas: Schemas,
): string {
  const values = new Map(
    operation.parameters
      .filter((one) => one['in'] === 'path')
      .map((one) => [String(one['name']), exampleOf(one['schema'] as JsonSchema, schemas)]),
  )
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values.get(name)))
  const sent = body ? `\n\n${JSON.stringify(exampleOf(body, schemas), null, 2)}` : ''
  return `${method.toUpperCase()} ${address}${sent}`
}

function bodyOf(operation: Operation): JsonSchema | undefined {
  const content = operation.requestBody?.['content'] as Content | undefined
  return content && Object.values(content)[0]?.schema
}

/** `data` of the envelope. */
function replyOf(operation: Operation): JsonSchema | undefined {
  const content = operation.responses['200']?.['content'] as Content | undefined
  return content?.['application/json']?.schema.properties?.['data'] as JsonSchema | undefined
}

type Content = Record<string, { schema: JsonSchema }>

function renderSchemas(schemas: Schemas): string {
  const shown = Object.entries(schemas).map(
    ([name, schema]) =>
      `<article id="schema-${name}"><h3><code>${escape(name)}</code></h3><pre>${escape(JSON.stringify(schema, null, 1))}</pre></article>`,
  )
  return `<section id="schemas"><h2>schemas</h2>${shown.join('')}</section>`
}

/** Turn names of components inside a type into links to them. */
function linkTo(type: string): string {
  return escape(type).replaceAll(
    /\b[A-Z][a-z]\w*\b(?!&quot;)/g,
    (name) => `<a href="#schema-${name}">${name}</a>`,
  )
}

/** Render text with `code` in backticks. */
function prose(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
