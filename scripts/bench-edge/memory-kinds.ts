import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type ReportRow } from '../report-table.ts'
import { projectRoot } from '../run-tool.ts'
import type { Ask } from './client.ts'
import type { BenchLab } from './lab.ts'
import { readMemory, resetHighest } from './memory.ts'

const limit = 64

/**
 * Measure how far workerd's memory rises while requests of a kind are answered one after another: the highest of so many of
 * them, three at most, above what it was before. Worker and stores are one process here, so it is the sum of both.
 */
export async function measureMemory(
  lab: BenchLab,
  { times, restMs }: { times: number; restMs: number },
): Promise<ReportRow[]> {
  const { pid } = lab.worker
  if (pid === 0) return []
  const rows: ReportRow[] = []
  for (const [name, asks] of await kindsOf(lab)) {
    // Wait while garbage of the kind before is collected in idle moments.
    await sleep(restMs)
    const before = readMemory(pid).now
    resetHighest(pid)
    let status = 0
    for (const ask of asks.slice(0, times)) status = (await lab.client.send(ask)).status
    const rise = readMemory(pid).highest - before
    rows.push(atMost(`memory: ${name} (status ${status})`, rise, 'MB', limit))
  }
  return rows
}

interface Imported {
  uuid: string
  swarm: string
}

async function kindsOf({ client }: BenchLab): Promise<[string, Ask[]][]> {
  const me = await client.ask<{ swarms: string[] }>('/v3/session/me')
  const swarm = me.swarms[0] ?? ''
  const three = (ask: () => Ask) => [ask(), ask(), ask()]
  const plate = readFixture('BioRad_qPCR_melt.rdml')
  const run = { uuid: randomUUID(), swarm }
  await client.send(upload(run, 'plate.rdml', plate))
  const exported = (fileFormat: string) => () =>
    post(`/v3/analysis/export/${run.uuid}`, JSON.stringify({ fileFormat }))
  const fresh = () => ({ uuid: randomUUID(), swarm })
  return [
    ['who am I', three(() => ({ path: '/v3/session/me' }))],
    ['page of 500 analyses', three(() => post('/v3/analysis/search?limit=500', '{}'))],
    ['changes, 500', three(() => ({ path: '/v3/sync/pull?kinds=analysis&after=0&limit=500' }))],
    ['JSON of 4 MB, refused', three(() => post('/v3/analysis/search', largeJson()))],
    ['description of the API', three(() => ({ path: '/v3/openapi.json' }))],
    [
      'form of 20 MB, refused',
      three(() => upload(fresh(), 'a.bin', Buffer.alloc(20 * 2 ** 20, 65))),
    ],
    ['import of a plate', three(() => upload(fresh(), 'plate.rdml', plate))],
    ['export as XLSX', three(exported('xlsx'))],
    ['export as RDML', three(exported('rdml'))],
    ['export as tidy CSV', three(exported('tidy'))],
  ]
}

function post(path: string, body: string): Ask {
  return { method: 'POST', path, body }
}

/** Make a list of wrong items, each of which is a problem. */
function largeJson(): string {
  return `{"status":[${'1,'.repeat(2_000_000 - 50)}1]}`
}

function upload({ uuid, swarm }: Imported, name: string, content: Buffer): Ask {
  const fields = { uuid, name: 'Upload', swarm_uuid: swarm, recipe_uuid: null, run: 0 }
  const head = [
    '--bench\r\nContent-Disposition: form-data; name="fields"\r\n\r\n',
    JSON.stringify(fields),
    `\r\n--bench\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
  ]
  const body = Buffer.concat([
    Buffer.from(head.join('')),
    content,
    Buffer.from('\r\n--bench--\r\n'),
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=bench' }
  return { method: 'POST', path: '/v3/analysis/import', headers, body }
}

function readFixture(name: string): Buffer {
  return readFileSync(join(projectRoot, 'tests', 'fixtures', 'files', name))
}
