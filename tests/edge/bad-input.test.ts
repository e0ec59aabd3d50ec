import { SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { FaultDetail } from '../../domain/fault.ts'
import { foundLab, type Lab, must, origin, type Sender } from './lab.ts'
import { create, planFor } from './plan.ts'

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('bad-input')
  manager = await lab.as('Manager')
})

/** Send a body unchanged, signed in as the manager. */
async function sendRaw(
  path: string,
  body: BodyInit,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
): Promise<{ status: number; error: FaultDetail | undefined }> {
  const cookie = await cookieOf()
  const response = await SELF.fetch(`${origin}/v3${path}`, {
    method: 'POST',
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: cookie,
      ...headers,
    },
    body,
  })
  const { errors } = (await response.json()) as { errors?: FaultDetail[] }
  return { status: response.status, error: errors?.[0] }
}

let cookie: Promise<string> | undefined
function cookieOf(): Promise<string> {
  cookie ??= (async () => {
    const response = await SELF.fetch(`${origin}/v3/session/login`, {
      method: 'POST',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ username: 'Manager-bad-input', password: 'Right-password-1!' }),
    })
    return (response.headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''
  })()
  return cookie
}

const search = '/analysis/search'
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const utf8 = (text: string) => new Uint8Array(new TextEncoder().encode(text))

describe('a JSON body', () => {
  it.each<[string, BodyInit, string, string]>([
    ['that is no JSON', '{"status":', 'not_json', ''],
    [
      'in another charset than UTF-8',
      new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x7d]),
      'not_json',
      '',
    ],
    ['nested deeply', `{"status":${nested(40)}}`, 'too_deep', 'status'],
    ['nested a million times', nested(1_000_000), 'too_deep', '0.0'],
    ['with a field twice', '{"status":[],"status":["INIT"]}', 'name_twice', 'status'],
    ['with a field twice, once escaped', '{"status":[],"\\u0073tatus":[]}', 'name_twice', 'status'],
    ['with a field twice deep inside', '{"a":[0,{"b":{"c":1,"c":2}}]}', 'name_twice', 'a.1.b.c'],
    ['with __proto__', '{"__proto__":{"isTech":true}}', 'name_forbidden', '__proto__'],
    ['with constructor', '{"a":{"constructor":{}}}', 'name_forbidden', 'a.constructor'],
    ['with an escaped prototype', '{"prototyp\\u0065":1}', 'name_forbidden', 'prototype'],
    ['with half a character', '{"search":"a\\ud800b"}', 'lone_surrogate', 'search'],
    ['with half a character in a name', '{"\\udc00":1}', 'lone_surrogate', ''],
    ['with NUL', '{"search":"a\\u0000b"}', 'control_character', 'search'],
    ['with an endless number', '{"page":1e999}', 'number_range', 'page'],
    [
      'with a number that no double holds',
      '{"page":[1,9007199254740993]}',
      'number_range',
      'page.1',
    ],
  ])('%s is refused', async (_, body, reason, field) => {
    const { status, error } = await sendRaw(search, body)
    expect([status, error?.code, error?.reason]).toEqual([422, 'invalid', reason])
    expect(error?.field ?? '').toContain(field)
  })

  it('of another content type is refused', async () => {
    for (const type of ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded']) {
      const { status, error } = await sendRaw(search, '{}', { 'Content-Type': type })
      expect([status, error?.reason]).toEqual([422, 'not_json'])
    }
  })

  it('over the limit is refused, whether it says its length or not', async () => {
    const large = `{"search":"${'x'.repeat(4 * 1024 * 1024)}"}`
    const said = await sendRaw(search, large)
    expect([said.status, said.error?.reason]).toEqual([422, 'too_large'])
    const unsaid = await sendRaw(search, new Blob([large]).stream())
    expect([unsaid.status, unsaid.error?.reason]).toEqual([422, 'too_large'])
  })

  it('fourth attack D7: over 64 kB is refused where nobody has signed in', async () => {
    const large = JSON.stringify({ username: 'x'.repeat(64 * 1024), password: 'y' })
    const said = await sendRaw('/session/login', large)
    expect([said.status, said.error?.reason]).toEqual([422, 'too_large'])
    const unsaid = await sendRaw('/session/login', new Blob([large]).stream())
    expect([unsaid.status, unsaid.error?.reason]).toEqual([422, 'too_large'])
  })

  it.each([
    ['a wrong type', { name: 7 }, 'name'],
    ['an unknown field', { certified: 'Y' }, 'certified'],
    ['a control character in a name', { name: 'a\u0007b' }, 'name'],
    ['a control character in a text', { notebook: 'a\u001b[2Jb' }, 'notebook'],
    ['a text beyond its length', { name: 'x'.repeat(121) }, 'name'],
  ])('with %s names the field and changes nothing', async (_, body, field) => {
    const record = await create(manager, planFor(lab))
    const answer = await manager(analysisCalls.edit, { params: { id: record.uuid }, body })
    expect([answer.status, answer.errors[0]?.field]).toEqual([422, field])
    const { data } = await must(manager(analysisCalls.get, { params: { id: record.uuid } }))
    expect(data).toEqual(record)
  })

  it('is kept as it was sent, with all that looks like SQL, patterns or markup', async () => {
    for (const word of ["'; DROP TABLE records;--", '100%_\\', '<img src=x>', '=1+1', '𝒳 é']) {
      const record = await create(manager, { ...planFor(lab), name: word, notebook: word })
      const { data } = await must(manager(analysisCalls.get, { params: { id: record.uuid } }))
      expect(data).toMatchObject({ name: word, notebook: word })
    }
  })
})

/** Write a form by hand: a browser would not make most of these. */
function form(parts: [name: string, disposition: string, type: string, content: string][]) {
  const lines = parts.map(
    ([name, rest, type, content]) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n${type && `Content-Type: ${type}\r\n`}\r\n${content}\r\n`,
  )
  return utf8(`${lines.join('')}--b--\r\n`)
}
const formType = { 'Content-Type': 'multipart/form-data; boundary=b' }
const fields = JSON.stringify({ name: 'x' })
const file = (name: string): [string, string, string, string] => [
  'file',
  `; filename="${name}"`,
  'text/csv',
  'a,b',
]

describe('a form', () => {
  it.each<[string, Uint8Array<ArrayBuffer>, string, string]>([
    ['with a path for a file name', form([file('../../etc/passwd')]), 'file_name', 'file'],
    ['with a Windows path', form([file('C:\\\\temp\\\\a.csv')]), 'file_name', 'file'],
    ['with a name that turns its direction', form([file('a\u202egpj.exe')]), 'file_name', 'file'],
    ['with an endless file name', form([file('x'.repeat(300))]), 'file_name', 'file'],
    ['with a file twice', form([file('a.csv'), file('b.csv')]), 'name_twice', 'file'],
    [
      'with two times fields',
      form([
        ['fields', '', '', '{}'],
        ['fields', '', '', '{}'],
      ]),
      'name_twice',
      'fields',
    ],
    [
      'with a field in both places',
      form([
        ['fields', '', '', fields],
        ['name', '', '', 'y'],
      ]),
      'name_twice',
      'name',
    ],
    [
      'with __proto__ for a part',
      form([['__proto__', '', '', 'y']]),
      'name_forbidden',
      '__proto__',
    ],
    [
      'with broken fields',
      form([['fields', '', '', '{"a":1,"a":2}'], file('a.csv')]),
      'name_twice',
      'a',
    ],
    [
      'with fields that are a list',
      form([['fields', '', '', '[]'], file('a.csv')]),
      'not_json',
      'fields',
    ],
    [
      'that ends early',
      utf8('--b\r\nContent-Disposition: form-data; name="file"'),
      'not_a_form',
      'file',
    ],
    [
      'of forty parts',
      form(Array.from({ length: 40 }, (_, at) => [`p${at}`, '', '', ''])),
      'too_many_parts',
      '',
    ],
  ])('%s is refused', async (_, body, reason, field) => {
    const { status, error } = await sendRaw('/analysis/import', body, formType)
    expect([status, error?.code, error?.reason, error?.field ?? '']).toEqual([
      422,
      'invalid',
      reason,
      field,
    ])
  })

  it('with a file of another type than it says is refused', async () => {
    const png = form([['file', '; filename="a.png"', 'image/png', '%PDF-1.7']])
    const { status, error } = await sendRaw('/analysis/import', png, formType)
    expect(status).toBe(422)
    expect(error?.field).toBeTruthy()
  })
})
