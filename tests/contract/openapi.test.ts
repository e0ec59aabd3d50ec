import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { get, post } from '../../domain/call.ts'
import { contract } from '../../domain/contract.ts'
import { describeApi, type Operation } from '../../edge/openapi/document.ts'
import { renderApiPage } from '../../edge/openapi/page.ts'

const api = describeApi(contract, '1.2.3')
const operations = Object.entries(api.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)
const rows = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, row]) => ({ id: `${group}_${name}`, row })),
)

describe('the OpenAPI document', () => {
  it('lists every row of the contract once, where and how it is called', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, row } of rows) {
      const found = operations.find(({ operation }) => operation.operationId === id)
      expect(found, id).toBeDefined()
      expect(found?.method).toBe(row.method.toLowerCase())
      expect(found?.path.replaceAll(/\{(\w+)\}/g, ':$1')).toBe(
        `/v3${row.path.replaceAll(/(:\w+)\{[^}]*\}/g, '$1')}`,
      )
      expect(found?.operation['x-permission']).toBe(row.needs)
    }
    const twins = rows.filter(({ row }) => row.alsoGet)
    expect(operations.length).toBe(rows.length + twins.length)
  })

  it('gives each GET twin beside its POST, without a body', () => {
    for (const { id, row } of rows.filter((one) => one.row.alsoGet)) {
      const path = api.paths[`/v3${row.path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`]
      expect(path?.get).toMatchObject({ operationId: `${id}_get`, 'x-twin-of': id })
      expect(path?.get?.requestBody).toBeUndefined()
    }
  })

  it('declares every name of a path, and no other', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = operation.parameters.filter((one) => one['in'] === 'path')
      expect(new Set(declared.map((one) => one['name'])), operation.operationId).toEqual(
        new Set(inPath),
      )
      expect(declared.every((one) => one['required'] === true)).toBe(true)
    }
  })

  it('has a place for every reference', () => {
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(100)
    for (const [, path = ''] of references) {
      const found = path
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], api)
      expect(found, path).toBeDefined()
    }
  })

  it('has for every call a reply, the failures, a summary and who may call', () => {
    for (const { operation } of operations) {
      const { responses, summary, description } = operation
      expect(responses['200'], operation.operationId).toBeDefined()
      expect(responses['500']).toBeDefined()
      expect(summary).toMatch(/^[A-Z].*\.$/)
      expect(description.length).toBeGreaterThan(20)
      expect(Array.isArray(operation['security'])).toBe(true)
    }
  })

  it('describes the envelope around the data, and files as they are', () => {
    expect(api.paths['/v3/analysis/get/{id}']?.get?.responses['200']).toMatchObject({
      content: {
        'application/json': {
          schema: { properties: { data: { $ref: '#/components/schemas/Analysis' } } },
        },
      },
    })
    const blob: Operation | undefined = api.paths['/v3/analysis/blob/{id}/{hash}']?.get
    expect(blob?.responses['200']?.['content']).toHaveProperty(['application/octet-stream'])
    const form = api.paths['/v3/analysis/import']?.post?.requestBody
    expect(form?.['content']).toHaveProperty(['multipart/form-data'])
  })

  it('has components that say what they take', () => {
    for (const [name, schema] of Object.entries(api.components.schemas)) {
      expect(name).toMatch(/^[A-Za-z0-9._-]+$/)
      expect(Object.keys(schema).length, name).toBeGreaterThan(0)
    }
    expect(api.components.schemas['Name']).toMatchObject({ type: 'string', maxLength: 120 })
  })
})

test('a row that JSON Schema has no words for is a failure, not a gap', () => {
  const row = post('/x', { needs: null, body: v.strictObject({ at: v.date() }) })
  expect(() => describeApi({ group: { row } }, '1')).toThrow(/date/)
  const flagged = post('/x', { needs: null, body: v.pipe(v.string(), v.regex(/a/i)) })
  expect(() => describeApi({ group: { flagged } }, '1')).toThrow(/flags/)
})

describe('the page of the API', () => {
  const page = renderApiPage(api)

  it('shows every call with its permission, without a script or a style of its own', () => {
    for (const { id, row } of rows) {
      expect(page, id).toContain(`<article id="${id}">`)
      if (row.needs) expect(page).toContain(`<code>${row.needs}</code>`)
    }
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i)
  })

  it('links only to places that it has', () => {
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    expect(targets.length).toBeGreaterThan(rows.length)
    expect(targets.filter((target) => !ids.has(target))).toEqual([])
  })

  it('escapes what it is given', () => {
    const row = get('/x/:id', {
      needs: null,
      params: v.strictObject({ id: v.literal('<img src=x onerror=alert(1)>') }),
    })
    expect(renderApiPage(describeApi({ 'a<b': { row } }, '1'))).not.toMatch(/<img|a<b/)
  })
})
