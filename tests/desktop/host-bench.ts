import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Find } from '../../desktop/find-devices.ts'
import { type Host, startHost } from '../../desktop/start-host.ts'
import {
  type BridgeCallName,
  type BridgeParams,
  type bridgeCalls,
  callPath,
  eventsPath,
  type HostEventData,
  type HostEventName,
  hostEvents,
} from '../../domain/desktop-bridge.ts'

/** Multicast DNS is heard by nobody where there is only the loopback. */
export const hasNetwork = Object.values(networkInterfaces())
  .flat()
  .some((one) => one && !one.internal && one.family === 'IPv4')

const headersFile = fileURLToPath(new URL('../../web/public/_headers', import.meta.url))
export const buildHeaders = readFileSync(headersFile, 'utf8')

/** Make a built app as small as possible, with the real headers; beside it a file outside it. */
export function makeWeb(): { web: string; data: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'bapp-desktop-'))
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  const page = '<!doctype html><html><head><title>bApp</title></head><body>page</body></html>'
  writeFileSync(join(web, 'index.html'), page)
  writeFileSync(join(web, 'assets', 'app-1.js'), 'export const a = 1\n')
  writeFileSync(join(web, '_headers'), buildHeaders)
  writeFileSync(join(folder, 'secret.txt'), 'not for the page')
  return {
    web,
    data: join(folder, 'data'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Send the request exactly as written, also one that no browser would send. */
export function ask(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => (text += chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** The window as the host sees it: its cookie, its origin, its events. */
export interface Visitor {
  cookie: string
  origin: string
  ask(path: string, options?: Parameters<typeof ask>[2]): Promise<Answer>
  call<Name extends BridgeCallName>(
    name: Name,
    params: BridgeParams<(typeof bridgeCalls)[Name]>,
  ): Promise<Answer>
  /** The next event of this name, also one that came since the last was waited for. */
  next<Name extends HostEventName>(name: Name): Promise<HostEventData<Name>>
  leave(): void
}

export async function enter(host: Pick<Host, 'port' | 'startAddress'>): Promise<Visitor> {
  const { port } = host
  const { pathname, search, origin } = new URL(host.startAddress)
  const opened = await ask(port, pathname + search, { headers: { Host: `127.0.0.1:${port}` } })
  const [cookie = ''] = String(opened.headers['set-cookie'] ?? '').split(';')
  const own = { Cookie: cookie, Host: `127.0.0.1:${port}` }
  const visitor: Visitor = {
    cookie,
    origin,
    ask: (path, options = {}) =>
      ask(port, path, { ...options, headers: { ...own, ...options.headers } }),
    call: (name, params) =>
      visitor.ask(callPath(name), {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/json' },
        body: JSON.stringify(params),
      }),
    ...listen(port, own),
  }
  return visitor
}

/** Read the stream as the page does: each event by its schema. */
function listen(port: number, headers: Record<string, string>) {
  const came: { name: string; data: unknown }[] = []
  let wake = () => {}
  const asked = httpRequest({ host: '127.0.0.1', port, path: eventsPath, headers }, (answer) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (text + chunk).split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const [, name = '', data = 'null'] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? []
        came.push({ name, data: v.parse(hostEvents[name as HostEventName], JSON.parse(data)) })
      }
      wake()
    })
    answer.on('error', () => undefined)
  })
  asked.on('error', () => undefined)
  asked.end()
  return {
    leave: () => void asked.destroy(),
    async next<Name extends HostEventName>(name: Name): Promise<HostEventData<Name>> {
      for (;;) {
        const at = came.findIndex((one) => one.name === name)
        if (at >= 0) return came.splice(at, 1)[0]?.data as HostEventData<Name>
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

/** Start a host; without a `service` its requests lead nowhere. */
export async function startTestHost(
  options: { service?: string; find?: Find } = {},
): Promise<Host> {
  const { service = 'http://127.0.0.1:1', find } = options
  const { web, data, remove } = makeWeb()
  const host = await startHost({ service: new URL(service), web, data, ...(find ? { find } : {}) })
  return {
    ...host,
    async close() {
      await host.close()
      remove()
    },
  }
}
