import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { projectRoot } from '../../../scripts/run-tool.ts'
import type { Engine } from './engine.ts'

const program = join(projectRoot, 'node_modules', '.bin', 'workerd')

const worker = `export default {
  async fetch(request) { return new Response(digestPlates(await request.text())) },
}`

const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "worker.js")],
    compatibilityDate = "2026-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);`

/** The edge's own runtime, as a bare server of one worker. */
export const workerd: Engine = {
  name: 'workerd',
  find: () => (existsSync(program) ? program : null),
  async run(found, script, plates) {
    const folder = mkdtempSync(join(tmpdir(), 'engines-'))
    writeFileSync(join(folder, 'worker.js'), `${script}\n${worker}`)
    writeFileSync(join(folder, 'config.capnp'), config)
    // Read the port from a channel of its own.
    const args = ['serve', '--control-fd=3', join(folder, 'config.capnp')]
    const child = spawn(found, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
    try {
      return await post(await findPort(child), plates)
    } finally {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Ask without a limit of time: `fetch` stops waiting after five minutes, less than a busy machine needs. */
async function post(port: number, body: string): Promise<string> {
  const asked = request({ host: '127.0.0.1', port, method: 'POST' })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return text(answer)
}

function findPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    const channel = child.stdio[3] as Readable
    channel.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const port = /"port":\s*(\d+)/.exec(said)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`workerd ended with ${code}`)))
  })
}
