import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findCommand, type Engine } from './engine.ts'

const patience = 300_000

/** Firefox opens a page that calculates and sends the answer back; no driver takes part. */
export const firefox: Engine = {
  name: 'Firefox',
  find: () => process.env['FIREFOX'] ?? findCommand('firefox-esr', 'firefox'),
  async run(found, script, plates) {
    const profile = mkdtempSync(join(tmpdir(), 'engines-firefox-'))
    const answer = Promise.withResolvers<string>()
    const server = await serve(script, plates, answer.resolve)
    const { port } = server.address() as AddressInfo
    const args = ['--headless', '--no-remote', '--profile', profile, `http://127.0.0.1:${port}/`]
    const child = spawn(found, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
    const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
    child.on('error', answer.reject)
    child.on('close', (code) => answer.reject(new Error(`Firefox ended with ${code}`)))
    const timer = setTimeout(() => answer.reject(new Error('Firefox gave no answer')), patience)
    try {
      return await answer.promise
    } finally {
      clearTimeout(timer)
      child.kill()
      await closed
      server.close()
      server.closeAllConnections()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

const page = `<!doctype html><meta charset="utf-8"><script src="/script.js"></script><script type="module">
const plates = await (await fetch('/plates')).text()
let answer
try { answer = digestPlates(plates) } catch (error) { answer = 'It threw ' + error }
await fetch('/answer', { method: 'POST', body: answer })
</script>`

async function serve(
  script: string,
  plates: string,
  take: (answer: string) => void,
): Promise<Server> {
  const files: Record<string, [type: string, content: string]> = {
    '/': ['text/html', page],
    '/script.js': ['text/javascript', script],
    '/plates': ['application/json', plates],
  }
  const server = createServer(async (request, response) => {
    if (request.url === '/answer') take(await text(request))
    const [type, content] = files[request.url ?? ''] ?? ['text/plain', '']
    response.setHeader('content-type', `${type}; charset=utf-8`).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
