import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../domain/canonical.ts'
import { contentSigned } from '../../../domain/trail/signed.ts'

/** Sends a request of a person; the data of the answer, or an error that says what was answered. */
export type Ask = (
  path: string,
  person: 'maker' | 'signer',
  body: object | { text: string; type: string },
) => Promise<Record<string, unknown>>

/** Write a table of readings (RDES) of two wells that grow as an undisturbed PCR does. */
function writeTable(): string {
  const cycles = Array.from({ length: 40 }, (_, at) => at + 1)
  const head = ['Well', 'Sample', 'Sample Type', 'Target', 'Target Type', 'Dye', 'Cq', ...cycles]
  const rows = ['A1', 'A2'].map((well, at) => [
    well,
    `S${at + 1}`,
    'unkn',
    'Gene',
    'toi',
    'SYBRGreen I',
    '-1.0',
    ...cycles.map((cycle) => (650 + 1900 / (1 + Math.exp((24 + at - cycle) / 1.6))).toFixed(2)),
  ])
  return [head, ...rows].map((cells) => cells.join('\t')).join('\n')
}

function importForm(swarm: string, name: string): { text: string; type: string } {
  const uuid = crypto.randomUUID()
  const fields = { uuid, name, swarm_uuid: swarm, recipe_uuid: null, run: 0 }
  const text = [
    '--b\r\nContent-Disposition: form-data; name="fields"\r\n\r\n',
    JSON.stringify(fields),
    '\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="run.tsv"\r\n',
    `Content-Type: text/tab-separated-values\r\n\r\n${writeTable()}\r\n--b--\r\n`,
  ].join('')
  return { text, type: 'multipart/form-data; boundary=b' }
}

/**
 * Make the records that requests about studies, series of signatures and sheets of devices are about: runs of a file, signed and
 * not, studies of them, and a sheet. Without them such requests end at "no such record".
 */
export async function makeReviewed(
  ask: Ask,
  { swarm, device, password }: { swarm: string; device: string; password: string },
): Promise<void> {
  for (const name of ['Reviewed', 'To review', 'To sign']) {
    const run = await ask('/v3/analysis/import', 'maker', importForm(swarm, name))
    if (name !== 'Reviewed') continue
    const content = canonicalJson(contentSigned(run))
    const record_hash = createHash('sha256').update(content).digest('hex')
    const body = { password, meaning: 'approval', comment: '', record_hash }
    await ask(`/v3/analysis/validate/${String(run['uuid'])}`, 'signer', body)
    const runs = [{ analysis_uuid: run['uuid'] }]
    for (const study of ['Folds', 'Others']) {
      await ask('/v3/studies/create', 'maker', { name: study, swarm_uuid: swarm, runs })
    }
  }
  await ask(`/v3/commissionings/prepare/${device}`, 'maker', {})
}
