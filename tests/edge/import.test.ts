import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results } from '../../domain/results.ts'
import { listBlobs } from '../../edge/files/blobs.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { decodeCurves } from '../../workers/run/blob.ts'
import example from '../fixtures/files/RDES_v1_0_example_amplification.tsv?raw'
import { foundLab, type Lab, must, type Sender } from './lab.ts'

let lab: Lab
let operator: Sender
beforeAll(async () => {
  lab = await foundLab('import')
  operator = await lab.as('Operator')
})

function formOf(text: string, changes: object = {}): FormData {
  const form = new FormData()
  const fields = {
    uuid: crypto.randomUUID(),
    name: 'Imported',
    swarm_uuid: lab.swarm,
    recipe_uuid: null,
    run: 0,
    ...changes,
  }
  form.set('fields', JSON.stringify(fields))
  form.set('file', new File([text], 'example.tsv'))
  return form
}

async function readBlob(record: Analysis, hash: string): Promise<Uint8Array> {
  const { data } = await must(operator(analysisCalls.blob, { params: { id: record.uuid, hash } }))
  return data
}

describe('a file of an instrument', () => {
  it('becomes an analysis that the edge read and computed itself', async () => {
    const { data } = await must(operator(analysisCalls.import, { body: formOf(example) }))
    const record = data
    expect(record.status).toBe('COMPLETE')
    expect(record.cartridge_type).toBe('Wells96')
    expect(record.samples.flatMap(({ coordinates }) => coordinates)).toHaveLength(90)
    expect(record.method.evaluation.targets.map(({ name }) => name)).toContain('Exon 1')
    expect(record.source).toMatchObject({
      file_name: 'example.tsv',
      file_hash: sha256Hex(new TextEncoder().encode(example)),
      format: 'rdes',
      curves: 'raw',
    })
    const curves = decodeCurves(await readBlob(record, record.curves_hash!))
    expect(curves.amplification.points).toBe(40)
    const bytes = await readBlob(record, record.results[0]!.hash)
    const results = JSON.parse(new TextDecoder().decode(bytes)) as Results
    // Expect a target to be looked for in its own wells only.
    expect(results.wells).toHaveLength(90)
    expect(results.wells.filter(({ call }) => call === 'detected').length).toBeGreaterThan(50)
    const audit = await must(operator(analysisCalls.audit, { params: { id: record.uuid } }))
    expect(audit.data).toMatchObject([{ action: 'analysis.import' }])
  })

  it('makes one analysis, however often it is sent', async () => {
    const uuid = crypto.randomUUID()
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const send = () => operator(analysisCalls.import, { body: formOf(example, { uuid }), headers })
    const [first, second] = [await must(send()), await must(send())]
    expect(second.data).toEqual(first.data)
    const another = await operator(analysisCalls.import, { body: formOf(example, { uuid }) })
    expect(another.errors[0]).toMatchObject({ code: 'taken', field: 'uuid' })
  })

  it('is refused with its place, and nothing is kept', async () => {
    const cases = [
      [formOf('not a table at all'), 'file_format_unknown'],
      [formOf(example, { run: 7 }), 'run_not_in_file'],
      [formOf(example, { swarm_uuid: lab.otherSwarm }), 'swarm_unknown'],
      [formOf(example, { uuid: 'x' }), 'uuid'],
    ] as const
    for (const [body, reason] of cases) {
      const answer = await operator(analysisCalls.import, { body })
      expect(answer.ok).toBe(false)
      expect(answer.errors[0]?.reason).toBe(reason)
    }
    const list = await must(operator(analysisCalls.search, { query: { limit: '100' } }))
    expect(list.data.total).toBe(2)
  })

  it('issue 22: is refused where reading it takes more memory than there is for one file, with what to do', async () => {
    const text = `<rdml>${'<react id="1"><data/></react>'.repeat(130_000)}</rdml>`
    const answer = await operator(analysisCalls.import, { body: formOf(text) })
    expect(answer.errors[0]).toMatchObject({
      code: 'invalid',
      field: 'file',
      reason: 'file_takes_memory',
      params: { limit: 60 },
    })
  })

  it('issue 22: files that come at once are read one after another', async () => {
    const bodies = [1, 2, 3].map((one) => formOf(example, { name: `at once ${one}` }))
    const answers = await Promise.all(
      bodies.map((body) => operator(analysisCalls.import, { body })),
    )
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
  })

  it('fifth attack E2: is neither read nor kept for who may not have it', async () => {
    const used = crypto.randomUUID()
    await must(operator(analysisCalls.import, { body: formOf(example, { uuid: used }) }))
    const wrong = [
      [{ uuid: used }, 'id_not_unique'],
      [{ swarm_uuid: lab.otherSwarm }, 'swarm_unknown'],
      [{ recipe_uuid: crypto.randomUUID() }, undefined],
    ] as const
    const kept = async () =>
      (await listBlobs(env as unknown as Env, lab.company, null)).blobs.length
    const before = await kept()
    for (const [changes, reason] of wrong) {
      for (const text of [`${example}\n`, 'no table']) {
        const answer = await operator(analysisCalls.import, { body: formOf(text, changes) })
        expect(answer.errors[0]?.reason).toBe(reason)
      }
    }
    expect(await kept()).toBe(before)
  })

  it('is refused without its part, and as JSON', async () => {
    const empty = new FormData()
    empty.set('fields', '{}')
    const missing = await operator(analysisCalls.import, { body: empty })
    expect(missing.status).toBe(422)
    expect(missing.errors.map(({ field }) => field)).toContain('file')
    const json = await operator(analysisCalls.import, { body: {} })
    expect(json.errors[0]?.reason).toBe('not_a_form')
  })
})
