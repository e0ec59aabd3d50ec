import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keepAssets } from '../../scripts/kept-assets.ts'

const build = mkdtempSync(join(tmpdir(), 'bapp-assets-'))
const fileOf = (path: string) => join(build, path)
const script = '/assets/first-Cj6lhwOk.js'

/** Requests that have come to the service behind, and what it answers next. */
let asked: string[] = []
let answer = { status: 200, isCut: false }

const keep = keepAssets(build)
const server = createServer((request, response) =>
  keep(request, response, () => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(answer.status, {
      'Content-Type': 'text/javascript',
      'X-Answer': asked.length,
    })
    response.write(Buffer.from('let a = '))
    if (answer.isCut) return void response.destroy()
    response.end(`'${String(request.headers['accept-encoding'])}'`)
  }),
)
let address = ''
beforeAll(async () => {
  mkdirSync(fileOf('assets'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(build, { recursive: true })
})
beforeEach(() => {
  asked = []
  answer = { status: 200, isCut: false }
})

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const given = await fetch(`${address}${path}`, { method, headers })
  const { 'content-type': type, 'x-answer': number } = Object.fromEntries(given.headers)
  return { status: given.status, type, number, body: await given.text() }
}

test('a built file is asked of the service once, and answered alike from then on', async () => {
  writeFileSync(fileOf(script), '')
  const first = await ask(script, { 'Accept-Encoding': 'br' })
  expect(first).toEqual({ status: 200, type: 'text/javascript', number: '1', body: "let a = 'br'" })
  expect(await ask(script, { 'Accept-Encoding': 'br' })).toEqual(first)
  expect(asked).toEqual([`GET ${script}`])
  // Ask for another encoding, which is another answer.
  expect((await ask(script, { 'Accept-Encoding': 'gzip' })).body).toBe("let a = 'gzip'")
  expect(asked).toHaveLength(2)
})

test('issue 14: a file that the build has no longer is not found, with a word, and asked of nobody', async () => {
  const path = '/assets/gone-B1.js'
  writeFileSync(fileOf(path), '')
  await ask(path)
  rmSync(fileOf(path))
  // Fail as the server of files does for what is in its list and not in the folder.
  answer.status = 500
  for (const headers of [{}, { Range: 'bytes=0-3' }]) {
    const given = await ask(path, headers)
    expect(given).toMatchObject({ status: 404, type: 'text/plain; charset=utf-8' })
    expect(given.body).toContain('load the page again')
  }
  expect((await ask(path, {}, 'HEAD')).status).toBe(404)
  expect(asked).toHaveLength(1)
})

test('failures and answers that were cut off are not kept', async () => {
  const path = '/assets/late-C1.js'
  writeFileSync(fileOf(path), '')
  answer.status = 503
  await ask(path)
  answer = { status: 200, isCut: true }
  await expect(ask(path)).rejects.toThrow()
  answer.isCut = false
  expect(await ask(path)).toMatchObject({ status: 200, number: '3' })
  expect(asked).toHaveLength(3)
})

test('calls, pages, parts of files and questions for changes always go to the service', async () => {
  const path = '/assets/part-D1.js'
  writeFileSync(fileOf(path), '')
  writeFileSync(fileOf('index.html'), '')
  await ask(path)
  for (const [other, headers, method] of [
    [path, { Range: 'bytes=0-3' }],
    [path, { 'If-None-Match': '"1"' }],
    [path, {}, 'HEAD'],
    [path, {}, 'POST'],
    [`${path}?v=1`],
    ['/assets/../index.html'],
    ['/index.html'],
    ['/v3/about/ready'],
  ] as const) {
    for (const time of [1, 2]) {
      asked = []
      await ask(other, headers, method)
      expect(asked, `${method ?? 'GET'} ${other}, time ${time}`).toHaveLength(1)
    }
  }
})
