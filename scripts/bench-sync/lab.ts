import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Analysis, RunPoints } from '../../domain/entities/analysis.ts'
import { planPoints } from '../../domain/rules/run-points.ts'
import { buildWhenChanged } from '../build.ts'
import { type BenchLab, closeLab, createAnalyses, openLab } from '../bench-edge/lab.ts'
import { runClosed } from '../bench-edge/load.ts'
import { type PageServer, servePages } from './page-server.ts'
import { writePlate } from './plate-file.ts'

/** The built app before an edge whose company has very many analyses. */
export interface SyncLab {
  edge: BenchLab
  pages: PageServer
  /** Number of analyses, with the ones below. */
  records: number
  /** A run of 96 wells with curves in four channels. */
  run: string
  /** Plans of 96 wells, which may be edited. */
  plans: string[]
  /** Folder of a profile that has everything, once one was needed (profile.ts). */
  filled: string | null
}

const batch = 250
const plans = 8

/**
 * @param records analyses in the company's store.
 * @param given.short passwords cost next to nothing: for a try, not for a measurement. @param given.state folder of the stores, where the
 * service is started again on them.
 * @param given.samples of each analysis; those of the first method without.
 */
export async function openSyncLab(
  records: number,
  given: { short: boolean; state?: string; samples?: number },
): Promise<SyncLab> {
  await buildWhenChanged()
  const edge = await openLab(given)
  try {
    const made = await createAnalyses(edge, plans, given.samples)
    const run = await importRun(edge)
    const lab: SyncLab = {
      edge,
      pages: await servePages(edge.worker.address),
      records: plans + 1,
      run,
      plans: made,
      filled: null,
    }
    await addRecords(lab, records - lab.records)
    return lab
  } catch (error) {
    await closeLab(edge)
    throw error
  }
}

export async function closeSyncLab({ edge, pages, filled }: SyncLab): Promise<void> {
  if (filled !== null) rmSync(filled, { recursive: true, force: true, maxRetries: 5 })
  pages.close()
  await closeLab(edge)
}

/** Fill the store as a lab of some years has it: one in twenty still a plan, the others done, a minute apart. */
export async function addRecords(lab: SyncLab, count: number): Promise<void> {
  const { client, company } = lab.edge
  const body = await client.ask<Analysis>(`/v3/analysis/get/${lab.plans[0]}`)
  const end = lab.records + count
  while (lab.records < end) {
    const bodies = Array.from({ length: Math.min(batch, end - lab.records) }, (_, at) =>
      makeCopy(body, lab.records + at),
    )
    await client.ask(`/bench/batch/${company}/analysis`, bodies)
    lab.records += bodies.length
  }
}

function makeCopy(body: Analysis, number: number): Analysis {
  const at = (seconds: number) =>
    new Date(Date.UTC(2023, 0, 1) + number * 60_000 + seconds * 1000).toISOString()
  const samples = body.samples.map((sample) => ({ ...sample, uuid: randomUUID() }))
  const copy: Analysis = {
    ...body,
    uuid: randomUUID(),
    name: `Plate ${number}`,
    created_at: at(0),
    updated_at: at(0),
    samples,
  }
  if (number % 20 === 0) return copy
  const summary = {
    detected: number % 7,
    not_detected: 8,
    review: number % 2,
    invalid: 0,
    controls_ok: number % 9 > 0,
  }
  const hash = Buffer.from(copy.uuid.repeat(2)).toString('hex').slice(0, 64)
  return {
    ...copy,
    status: 'COMPLETE',
    started_at: at(60),
    ended_at: at(4200),
    updated_at: at(4200),
    // Count the points: else the service would look for the curve file of each.
    points: completePoints(copy),
    curves_hash: hash,
    results: [
      {
        hash,
        engine: 'bapp-curves 1.1.0',
        computed_at: at(4200),
        computed_by: body.user_name,
        reason: '',
        summary,
      },
    ],
  }
}

/** Return all points of its programme. */
function completePoints({ method }: Analysis): RunPoints {
  const { AMP, VAL } = planPoints(method.process) ?? { AMP: 0, VAL: 0 }
  const all = (count: number) => ({ measured: count, last: count, planned: count })
  return { AMP: all(AMP), VAL: all(VAL) }
}

async function importRun({ client, worker }: BenchLab): Promise<string> {
  const uuid = randomUUID()
  const { swarms } = await client.ask<{ swarms: string[] }>('/v3/session/me')
  const form = new FormData()
  const fields = { uuid, name: 'Run of 96 wells', swarm_uuid: swarms[0], recipe_uuid: null, run: 0 }
  form.set('fields', JSON.stringify(fields))
  form.set('file', new Blob([writePlate()]), 'plate.tsv')
  const { 'content-type': _, ...headers } = client.headers
  const answer = await fetch(`${worker.address}/v3/analysis/import`, {
    method: 'POST',
    body: form,
    headers,
  })
  if (!answer.ok) throw new Error(`import: ${answer.status} ${(await answer.text()).slice(0, 500)}`)
  return uuid
}

/** Rename so many of the newest analyses by the API, as other people would. */
export async function renameSome({ edge }: SyncLab, count: number, name: string): Promise<void> {
  const uuids: string[] = []
  for (let page = 1; uuids.length < count; page++) {
    const path = `/v3/analysis/search?limit=500&page=${page}&order=created_at%20DESC`
    const { data } = await edge.client.ask<{ data: Analysis[] }>(path, { status: ['INIT'] })
    if (data.length === 0) break
    uuids.push(...data.map(({ uuid }) => uuid))
  }
  const load = await runClosed(count, 16, async (at) => {
    const answer = await edge.client.send({
      method: 'POST',
      path: `/v3/analysis/edit/${uuids[at % uuids.length]}`,
      headers: { 'operation-id': randomUUID() },
      body: JSON.stringify({ name: `${name} ${at}` }),
    })
    return answer.status === 200
  })
  if (load.failed > 0) throw new Error(`${load.failed} of ${count} could not be renamed`)
}
