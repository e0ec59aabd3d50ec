import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHost } from '../../desktop/start-host.ts'
import { callPath, eventsPath } from '../../domain/desktop-bridge.ts'
import { ask, buildHeaders, enter, makeWeb, startTestHost, type Visitor } from './host-bench.ts'

/** Start a service that reports the requests it received, and echoes on its sockets. */
async function startService() {
  const asked: {
    url: string
    method: string
    headers: IncomingMessage['headers']
    body: string
  }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { url = '', method = '', headers } = request
      asked.push({ url, method, headers, body })
      response.writeHead(url === '/v3/nowhere' ? 404 : 200, {
        'Content-Type': 'application/json',
        'Set-Cookie': 'session=1; Path=/; HttpOnly',
      })
      response.end('{"ok":true,"data":{}}')
    })
  })
  server.on('upgrade', (request, socket) => {
    const { url = '', method = '', headers } = request
    asked.push({ url, method, headers, body: '' })
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    )
    socket.on('error', () => undefined)
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { asked, server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function closeService(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

let service: Awaited<ReturnType<typeof startService>>
let host: Awaited<ReturnType<typeof startTestHost>>
let visitor: Visitor

beforeAll(async () => {
  service = await startService()
  host = await startTestHost({ service: service.origin })
  visitor = await enter(host)
})
afterAll(async () => {
  visitor.leave()
  await host.close()
  await closeService(service.server)
})

describe('access to the host', () => {
  test('the start address opens once; without its cookie nothing is answered', async () => {
    expect(visitor.cookie).toMatch(/^bapp-desktop=[\w-]{43}$/)
    const { pathname, search } = new URL(host.startAddress)
    const own = { Host: `127.0.0.1:${host.port}` }
    expect((await ask(host.port, pathname + search, { headers: own })).status).toBe(401)
    expect((await ask(host.port, `${pathname}?word=`, { headers: own })).status).toBe(401)
    for (const path of ['/', '/assets/app-1.js', '/v3/session/me', eventsPath]) {
      expect([path, (await ask(host.port, path, { headers: own })).status]).toEqual([path, 401])
      const guessed = { ...own, Cookie: 'bapp-desktop=guess' }
      expect([path, (await ask(host.port, path, { headers: guessed })).status]).toEqual([path, 401])
    }
    expect(service.asked).toEqual([])
    expect((await visitor.ask('/')).status).toBe(200)
  })

  test('the cookie is not for scripts, nor for other sites', async () => {
    const other = await startTestHost()
    const { pathname, search } = new URL(other.startAddress)
    const answer = await ask(other.port, pathname + search, {
      headers: { Host: `127.0.0.1:${other.port}` },
    })
    expect(answer).toMatchObject({ status: 303, headers: { location: '/' } })
    expect(String(answer.headers['set-cookie'])).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    await other.close()
  })

  test.each<[string, string, Record<string, string>]>([
    ['another name for this machine', '/', { Host: 'evil.example' }],
    ['localhost is another host', '/', { Host: 'localhost' }],
    ["another site's page reads", '/', { 'Sec-Fetch-Site': 'cross-site' }],
    ["another site's page of this machine", '/', { 'Sec-Fetch-Site': 'same-site' }],
    ['another origin', '/v3/session/me', { Origin: 'http://127.0.0.1:1' }],
    ['a sandboxed page', eventsPath, { Origin: 'null' }],
  ])('%s is turned away, with the cookie', async (_name, path, headers) => {
    expect((await visitor.ask(path, { headers })).status).toBe(403)
  })

  test('a request that changes something names the page it comes from', async () => {
    const before = service.asked.length
    const post = { method: 'POST', body: '{}' }
    expect((await visitor.ask('/v3/session/login', post)).status).toBe(403)
    expect((await visitor.ask(callPath('startDiscovery'), post)).status).toBe(403)
    expect([service.asked.length, host.isLooking()]).toEqual([before, false])
  })
})

describe('the built app', () => {
  test('its page says that it is in the shell, and has the headers of its build', async () => {
    const policy = /Content-Security-Policy: (.*)/.exec(buildHeaders)?.[1] ?? 'none'
    for (const path of ['/', '/analysesOffline/bcube-1', '/analyses?view=1']) {
      const { status, headers, text } = await visitor.ask(path)
      expect([path, status, headers['content-security-policy']]).toEqual([path, 200, policy])
      expect(text).toContain('<head><meta name="desktop" content="1" />')
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      })
    }
    const script = await visitor.ask('/assets/app-1.js')
    expect(script).toMatchObject({
      status: 200,
      text: 'export const a = 1\n',
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    })
  })

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..\\secret.txt',
    '/assets/gone.js',
  ])('nothing beside it: %s', async (path) => {
    const { text } = await visitor.ask(path)
    expect(text).not.toContain('not for the page')
    expect(text).not.toContain('<meta')
  })

  test('without a build it says how to make one', async () => {
    const { data, remove } = makeWeb()
    const start = startHost({ service: new URL('http://localhost:1'), web: join(data, 'no'), data })
    await expect(start).rejects.toThrow(/no built app .* npm run desktop/)
    remove()
  })
})

describe('the service', () => {
  test('is given what the page asks, as if the page were its own, without the cookie of the shell', async () => {
    const answer = await visitor.ask('/v3/session/login?x=1', {
      method: 'POST',
      headers: { Origin: visitor.origin, Cookie: `${visitor.cookie}; session=2`, 'X-Region': 'eu' },
      body: '{"a":1}',
    })
    expect(answer).toMatchObject({ status: 200, text: '{"ok":true,"data":{}}' })
    expect(answer.headers['set-cookie']).toEqual(['session=1; Path=/; HttpOnly'])
    const { url, method, headers, body } = service.asked.at(-1) ?? {}
    expect([url, method, body]).toEqual(['/v3/session/login?x=1', 'POST', '{"a":1}'])
    expect(headers).toMatchObject({
      origin: service.origin,
      host: new URL(service.origin).host,
      cookie: 'session=2',
      'x-region': 'eu',
    })
    expect((await visitor.ask('/v3/nowhere')).status).toBe(404)
  })

  test('that does not answer is a line that is cut, so that the page goes offline', async () => {
    const other = await startTestHost({ service: 'http://127.0.0.1:1' })
    const page = await enter(other)
    await expect(page.ask('/v3/health')).rejects.toThrow(/hang up|reset/)
    expect((await page.ask('/')).status).toBe(200)
    page.leave()
    await other.close()
  })

  async function openSocket(path: string, headers: Record<string, string>): Promise<string> {
    const socket = connect(host.port, '127.0.0.1')
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    let text = ''
    await new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        text += String(chunk)
        if (text.endsWith('\r\n\r\n') && text.includes(' 101 ')) socket.write('hello')
        if (text.endsWith('hello')) socket.destroy()
      })
      socket.on('close', () => resolve())
    })
    return text
  }

  test('has its live bus passed on, and only for the page', async () => {
    const own = {
      Host: `127.0.0.1:${host.port}`,
      Cookie: visitor.cookie,
      Origin: visitor.origin,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
    }
    const text = await openSocket('/v3/live/1', own)
    expect(text).toMatch(/^HTTP\/1.1 101 .*\r\n\r\nhello$/s)
    expect(service.asked.at(-1)).toMatchObject({
      url: '/v3/live/1',
      headers: { origin: service.origin, upgrade: 'websocket' },
    })
    const before = service.asked.length
    const { Origin: _, ...silent } = own
    for (const [path, headers] of [
      ['/v3/live/1', silent],
      ['/v3/live/1', { ...own, Origin: 'http://evil.example' }],
      ['/v3/live/1', { ...own, Cookie: '' }],
      ['/desktop/events', own],
    ] as const) {
      expect(await openSocket(path, headers)).toMatch(/^HTTP\/1.1 40[134] /)
    }
    expect(service.asked).toHaveLength(before)
  })
})

test('the port stays the same, since what a browser keeps hangs on it; a taken one is said', async () => {
  const { web, data, remove } = makeWeb()
  const start = () => startHost({ service: new URL('http://localhost:1'), web, data })
  const first = await start()
  await expect(start()).rejects.toThrow(/Port \d+, .* is taken. Is bApp open already\?/)
  await first.close()
  const second = await start()
  expect(second.port).toBe(first.port)
  await second.close()
  remove()
})
