// In Chromium with the product's own page headers, against a device process. The name is given to the browser by a rule of its
// resolver: this machine has no mDNS. An edge that signs passes with a key of the test, as in lan-bench.ts.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer } from '../../devices/faults.ts'
import { chromiumLaunch, findChromium } from '../../scripts/chromium.ts'
import {
  type LanDevice,
  type LanEdge,
  makeHolder,
  startLanDevice,
  startLanEdge,
} from './lan-bench.ts'
import type { Page as LanPage } from './lan-page.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const policy =
  /Content-Security-Policy: (.*)/.exec(
    readFileSync(join(root, 'web/public/_headers'), 'utf8'),
  )?.[1] ?? ''
const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0
  } catch {
    return false
  }
})()

let edge: LanEdge
let device: LanDevice
let browser: Browser
let script = ''
const servers: Server[] = []
const folder = mkdtempSync(join(tmpdir(), 'bapp-page-'))

/** Serve the page; `public`: as if it came from the internet, which is what the browser's question is about. */
async function servePage(kind: 'http' | 'https', isPublic: boolean): Promise<string> {
  const headers = {
    'Content-Type': 'text/html',
    'Content-Security-Policy': policy + (isPublic ? '; treat-as-public-address' : ''),
  }
  const serve: Parameters<typeof createServer>[1] = (request, response) => {
    const isScript = request.url === '/page.js'
    response.writeHead(200, { ...headers, ...(isScript && { 'Content-Type': 'text/javascript' }) })
    response.end(isScript ? script : '<script type="module" src="/page.js"></script>')
  }
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  if (kind === 'https') {
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=app']
    execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  }
  const server =
    kind === 'http'
      ? createServer(serve)
      : createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, serve as never)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server as Server)
  const { port } = server.address() as AddressInfo
  return kind === 'http' ? `http://localhost:${port}` : `https://bapp.test:${port}`
}

async function open(origin: string, granted: boolean) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  if (granted) await context.grantPermissions(['local-network-access'])
  const page = await context.newPage()
  await page.goto(origin)
  await page.waitForSelector('html[data-ready]', { state: 'attached' })
  return page
}

/** In the page. */
declare function lanPage(): LanPage

describe.skipIf(findChromium() === null)('the page in Chromium', () => {
  const origins: Record<string, string> = {}

  beforeAll(async () => {
    const bundle = await build({
      configFile: false,
      root,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        minify: false,
        lib: { entry: join(root, 'tests/devices/lan-page.ts'), formats: ['es'] },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    })
    const [output] = [bundle].flat() as { output: { type: string; code: string }[] }[]
    script = output?.output.find(({ type }) => type === 'chunk')?.code ?? ''
    origins['near'] = await servePage('http', false)
    origins['far'] = await servePage('http', true)
    if (hasOpenssl) origins['secure'] = await servePage('https', true)
    edge = await startLanEdge()
    device = await startLanDevice(edge, await makeHolder(edge), {
      origins: Object.values(origins),
    })
    const launch = chromiumLaunch()
    const target = device.origin.replace('http://', '')
    const rules = `--host-resolver-rules=MAP cube-1.local:8780 ${target},MAP bapp.test 127.0.0.1`
    browser = await chromium.launch({ ...launch, args: [...(launch.args ?? []), rules] })
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await Promise.all(servers.map(closeServer))
    await device?.remove()
    await edge?.close()
    rmSync(folder, { recursive: true })
  })

  async function askFrom(kind: string, granted: boolean) {
    const page = await open(origins[kind] ?? '', granted)
    const jwk = await page.evaluate(() => lanPage().makeKey())
    const { pass } = await makeHolder(edge, { cnf: { jwk } })
    const said = await page.evaluate((given) => lanPage().askStatus('cube-1', given), pass)
    const reach = await page.evaluate(() => lanPage().probe(['cube-1']))
    await page.context().close()
    return { said, reach }
  }

  test('[LAN-001] [MODE-008] calls a device by its hostname, with a key that never leaves the browser', async () => {
    const { said, reach } = await askFrom('near', false)
    expect(said).toBe(device.uuid)
    expect(reach).toMatchObject({ reached: true, obstacle: null, answered: ['cube-1'] })
  })

  test('from the internet is asked for permission, and says so when it was denied', async () => {
    const denied = await askFrom('far', false)
    expect(denied.said).toBe('lan_no_host')
    expect(denied.reach).toMatchObject({ reached: false, obstacle: 'denied', permission: 'denied' })
    const granted = await askFrom('far', true)
    expect(granted.said).toBe(device.uuid)
    expect(granted.reach).toMatchObject({ reached: true, permission: 'granted' })
  })

  test.skipIf(!hasOpenssl)('of https reaches a device of http by its .local name', async () => {
    expect((await askFrom('secure', true)).said).toBe(device.uuid)
    expect((await askFrom('secure', false)).reach.obstacle).toBe('denied')
  })

  test('may call devices and nothing else beside its own service (Content-Security-Policy)', async () => {
    const page = await open(origins['near'] ?? '', false)
    const reached = (url: string) => page.evaluate((given) => lanPage().reach(given), url)
    expect(await reached('http://cube-1.local:8780/lan/v1/device')).toBe(true)
    for (const url of [
      device.origin,
      'http://cube-1.local:8781/',
      'http://cube-1.local/',
      'http://bapp.test:8780/',
      'http://cube-1.local.evil.test:8780/',
    ]) {
      expect([url, await reached(url)]).toEqual([url, false])
    }
    await page.context().close()
  })
})
