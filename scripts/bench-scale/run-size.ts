import { createHash } from 'node:crypto'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Reading } from '../../domain/live/event.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import { type BenchLab, createAnalyses } from '../bench-edge/lab.ts'
import { demoPassword } from '../demo/companies.ts'
import { connectDevice, type FleetDevice } from './fleet.ts'

const cycles = 40

/**
 * Live a run of a device from its plan to its signature, as a laboratory does: the device fetches the order, accepts it, sends its
 * readings and ends.
 */
export async function liveRun(lab: BenchLab, device: FleetDevice, samples: number): Promise<void> {
  const { client } = lab
  const call = async (path: string, body?: object) => {
    const headers = { authorization: device.authorization }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const { status, body: said } = await client.send({
      path: `/v3/device/${path}`,
      headers,
      ...sent,
    })
    if (status !== 200) throw new Error(`${path}: ${status} ${said.toString()}`)
  }
  const wire = await connectDevice(lab, device)
  try {
    const [uuid = ''] = await createAnalyses(lab, 1, samples, device.uuid)
    const launched = await client.ask<{ uuid: string }>(`/v3/analysis/launch/${uuid}`, {})
    const answer = { command_uuid: launched.uuid }
    await call('commands')
    await call('answer', { ...answer, state: 'accepted' })
    const planned = await client.ask<Analysis>(`/v3/analysis/get/${uuid}`)
    const readings = readingsOf(planned)
    await call(`readings/${uuid}`, { readings, progress: progressOf(uuid) })
    await call('answer', { ...answer, state: 'done' })
    const measured = { AMP: cycles, VAL: 0 }
    const end = { outcome: 'completed', reason: '', at: new Date().toISOString(), measured }
    await call(`finished/${uuid}`, end)
    const ended = await client.ask<Analysis>(`/v3/analysis/get/${uuid}`)
    const content = canonicalJson(contentSigned({ ...ended }))
    await client.ask(`/v3/analysis/validate/${uuid}`, {
      password: demoPassword,
      meaning: 'approval',
      comment: '',
      record_hash: createHash('sha256').update(content).digest('hex'),
    })
  } finally {
    wire.drop()
  }
}

/** Make readings of all wells in which the first grow. */
function readingsOf({ method }: Analysis): Reading[] {
  const channels = method?.process.channels ?? []
  return Array.from({ length: cycles }, (_, at) => {
    const growth = 100_000 / (1 + Math.exp(-(at - 22) / 1.4))
    const wells = Array.from(
      { length: 96 },
      (_well, well) => 20_000 + ((well * 37 + at * 11) % 23) + (well % 2) * growth,
    )
    const values = channels.map(() => wells)
    return { phase: 'AMP', index: at + 1, temperature: 60, elapsed: at * 60, values }
  })
}

function progressOf(analysis_uuid: string) {
  const place = { position: 2 * cycles, steps: 2 * cycles + 1, cycle: cycles, cycles }
  const moment = { temperature: 60, elapsed: cycles * 60, remaining: 0 }
  return { analysis_uuid, ...place, phase: 'AMP', ...moment, state: 'running' }
}
