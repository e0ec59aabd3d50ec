import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preview } from 'vite'
import { checkRequest, localRequests } from '../../scripts/local-requests.ts'

/** Answers what it was given, where a request is let through. */
const server = createServer((given, response) =>
  checkRequest(given, response, () => {
    response.end(JSON.stringify({ headers: given.headers, raw: given.rawHeaders }))
  }),
)
let port = 0
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

function ask(headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers }, (answer) => {
      let body = ''
      answer.on('data', (piece) => (body += String(piece)))
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, body })
        sent.destroy()
      })
    })
    sent.on('error', reject)
    sent.flushHeaders()
    if (headers['Content-Length'] === undefined) sent.end()
  })
}

test('attack I4: the origin of a request is the address of its socket, whatever its header', async () => {
  const { status, body } = await ask({ 'CF-Connecting-IP': '203.0.113.1' })
  const { headers, raw } = JSON.parse(body) as { headers: Record<string, string>; raw: string[] }
  expect([status, headers['cf-connecting-ip']]).toEqual([200, '127.0.0.1'])
  expect(raw.filter((one) => one.toLowerCase() === 'cf-connecting-ip')).toHaveLength(1)
  expect(body).not.toContain('203.0.113.1')
})

test('attack I4: another host is turned away, so that no link in a mail follows it', async () => {
  for (const Host of [
    'evil.localhost:1',
    'localhost.evil.example',
    'evil.example',
    '127.0.0.1.x',
  ]) {
    expect((await ask({ Host })).status, Host).toBe(421)
  }
  for (const Host of ['localhost', `localhost:${port}`, '127.0.0.1:8787', '[::1]:8787']) {
    expect((await ask({ Host })).status, Host).toBe(200)
  }
})

test('attack I4: a body over the limit is a 413 in the words of the API, before it is sent', async () => {
  for (const [type, length, limit] of [
    ['application/json', 5 * 2 ** 20, 4 * 2 ** 20],
    ['text/plain', 5 * 2 ** 20, 4 * 2 ** 20],
    ['multipart/form-data; boundary=x', 30 * 2 ** 20, 24 * 2 ** 20],
  ] as const) {
    const { status, body } = await ask({ 'Content-Type': type, 'Content-Length': String(length) })
    const { ok, errors } = JSON.parse(body) as { ok: boolean; errors: object[] }
    expect([status, ok]).toEqual([413, false])
    expect(errors).toMatchObject([{ reason: 'too_large', params: { limit } }])
  }
})

test('an idle connection is kept for longer than a client waits between two calls, so that none is reset', async () => {
  const served = await preview({
    configFile: false,
    logLevel: 'silent',
    preview: { port: 0, host: '127.0.0.1' },
    plugins: [localRequests()],
  })
  try {
    const { port: own } = served.httpServer.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${own}/`, { method: 'POST', body: '{}' })
    await answer.text()
    expect(answer.headers.get('Keep-Alive')).toBe('timeout=75')
  } finally {
    await served.close()
  }
})
