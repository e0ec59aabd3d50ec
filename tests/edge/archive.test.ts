import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { attachmentCalls } from '../../domain/calls/attachments.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results } from '../../domain/results.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { digestWells } from '../../workers/files/bca/digest-wells.ts'
import type { Manifest } from '../../workers/files/bca/manifest.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted, validate } from './made-analyses.ts'
import { onePoint } from './png.ts'

let lab: Lab
let other: Lab
let operator: Sender
let manager: Sender
let elsewhere: Sender
let record: Analysis

beforeAll(async () => {
  lab = await foundLab('archive')
  other = await foundLab('archive-other')
  operator = await lab.as('Operator')
  manager = await lab.as('Manager')
  elsewhere = await other.as('Operator')
  record = await makeCompleted(operator, lab.swarm, { name: 'Archive / 1' })
  const note = (await must(operator(analysisCalls.getNotebook, { params: { id: record.uuid } })))
    .data
  await must(
    operator(analysisCalls.setNotebook, {
      params: { id: record.uuid },
      body: { notebook: 'As it was', base: note.base },
    }),
  )
})

async function archive(sender: Sender, id = record.uuid): Promise<Uint8Array<ArrayBuffer>> {
  const parts = { params: { id }, body: { fileFormat: 'bca' } }
  return (await must(sender(analysisCalls.export, parts))).data
}

function formOf(bytes: Uint8Array<ArrayBuffer>, swarm: string): FormData {
  const form = new FormData()
  const fields = {
    uuid: crypto.randomUUID(),
    name: 'Back',
    swarm_uuid: swarm,
    recipe_uuid: null,
    run: 0,
  }
  form.set('fields', JSON.stringify(fields))
  form.set('file', new File([bytes], 'archive.bca'))
  return form
}

async function readFile(sender: Sender, { uuid: id }: Analysis, hash: string) {
  return (await must(sender(analysisCalls.blob, { params: { id, hash } }))).data
}

async function digestOf(sender: Sender, of: Analysis): Promise<string> {
  const bytes = await readFile(sender, of, of.results.at(-1)!.hash)
  return digestWells(JSON.parse(new TextDecoder().decode(bytes)) as Results)
}

const listOf = (bytes: Uint8Array) => {
  const members = unzipSync(bytes)
  const manifest = JSON.parse(new TextDecoder().decode(members['manifest.json'])) as Manifest
  return { members, manifest }
}

describe('an analysis as one file', () => {
  it('[SCREEN-020] [CALL-103] holds record, curves, results, history and files, each by its hash', async () => {
    await must(
      manager(attachmentCalls.upload, {
        body: (() => {
          const form = new FormData()
          const fields = { resource_kind: 'analysis', resource_uuid: record.uuid }
          form.set('fields', JSON.stringify(fields))
          form.set('file', new File([onePoint], 'plate.png', { type: 'image/png' }))
          return form
        })(),
      }),
    )
    const { members, manifest } = listOf(await archive(manager))
    expect(manifest.company).toEqual({ uuid: lab.company, name: 'Lab archive' })
    expect(manifest.analysis).toMatchObject({ uuid: record.uuid, status: 'COMPLETE' })
    expect(manifest.left_out).toEqual([])
    expect(manifest.parts.map(({ name }) => name)).toEqual([
      'analysis.json',
      'curves.bcrv',
      'results/001.json',
      'audit.json',
      ...(members['trail.bapp-record.json'] ? ['trail.bapp-record.json'] : []),
      'source/file',
      'attachments/001-plate.png',
    ])
    for (const { name, sha256, size } of manifest.parts) {
      expect([sha256Hex(members[name]!), members[name]!.length]).toEqual([sha256, size])
    }
    expect(sha256Hex(members['curves.bcrv']!)).toBe(record.curves_hash)
    const audit = JSON.parse(new TextDecoder().decode(members['audit.json'])) as object[]
    expect(audit).toMatchObject([{ action: 'analysis.import' }, { action: 'analysis.note' }])
  })

  it('[SCREEN-020] comes back in another company with the same curves and calls, and says where from', async () => {
    const bytes = await archive(operator)
    const body = formOf(bytes, other.swarm)
    const back = (await must(elsewhere(analysisCalls.import, { body }))).data
    const now = (await must(operator(analysisCalls.get, { params: { id: record.uuid } }))).data
    expect(back.company_uuid).toBe(other.company)
    expect(back.curves_hash).toBe(now.curves_hash)
    expect(await digestOf(elsewhere, back)).toBe(await digestOf(operator, now))
    expect(back.results.map(({ reason }) => reason)).toEqual([
      'import of archive.bca: the same results as in the archive',
    ])
    const bare = (samples: Analysis['samples']) => samples.map((one) => ({ ...one, uuid: '' }))
    expect(bare(back.samples)).toEqual(bare(now.samples))
    expect(back).toMatchObject({
      status: 'COMPLETE',
      notebook: 'As it was',
      recipe_name: now.recipe_name,
      started_at: now.started_at,
      exclusions: now.exclusions,
      signature: null,
      method: { process: now.method.process, evaluation: now.method.evaluation },
      source: {
        format: 'bca',
        file_hash: sha256Hex(bytes),
        origin: {
          company_name: 'Lab archive',
          analysis_uuid: record.uuid,
          analysis_name: 'Archive / 1',
          signed_by: null,
        },
      },
    })
    // Expect that an imported analysis can be exported again, without the archive from which it came.
    const { manifest } = listOf(await archive(elsewhere, back.uuid))
    expect(manifest.parts.map(({ role }) => role)).not.toContain('source')
  })

  it('[SCREEN-020] comes back with its images for who may attach files, in one step and once', async () => {
    const bytes = await archive(manager)
    const form = formOf(bytes, lab.swarm)
    const headers = { 'Operation-Id': crypto.randomUUID() }
    const back = (await must(manager(analysisCalls.import, { body: form, headers }))).data
    await must(manager(analysisCalls.import, { body: form, headers }))
    const filters = { resource_kind: 'analysis', resource_uuid: back.uuid }
    const files = async (sender: Sender) => {
      const found = await must(sender(attachmentCalls.search, { query: {}, body: { filters } }))
      return found.data.data
    }
    const found = await files(manager)
    expect(found).toMatchObject([
      {
        name: 'plate.png',
        mime_type: 'image/png',
        content_hash: sha256Hex(onePoint),
        swarm_uuid: lab.swarm,
      },
    ])
    const got = await must(manager(attachmentCalls.download, { query: { uuids: found[0]!.uuid } }))
    expect(got.data).toEqual(onePoint)
  })

  it('of a signed analysis becomes an unsigned one that names who signed', async () => {
    const signed = await validate(
      manager,
      await makeCompleted(operator, lab.swarm, { name: 'Signed' }),
    )
    const body = formOf(await archive(operator, signed.uuid), lab.swarm)
    const back = (await must(operator(analysisCalls.import, { body }))).data
    expect([back.status, back.signature]).toEqual(['COMPLETE', null])
    expect(back.source?.origin).toMatchObject({
      signed_by: signed.signature?.printed_name,
      record_hash: signed.signature?.record_hash,
    })
  })

  it('damaged or of nobody, is refused and nothing is kept', async () => {
    const bytes = await archive(operator)
    const bent = bytes.slice()
    bent[Math.floor(bent.length / 2)]! ^= 1
    const before = await must(elsewhere(analysisCalls.search, { query: {} }))
    const answer = await elsewhere(analysisCalls.import, { body: formOf(bent, other.swarm) })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([422, 'bca_changed'])
    const after = await must(elsewhere(analysisCalls.search, { query: {} }))
    expect(after.data.total).toBe(before.data.total)
    const foreign = await elsewhere(analysisCalls.export, {
      params: { id: record.uuid },
      body: { fileFormat: 'bca' },
    })
    expect(foreign.status).toBe(404)
  })

  it('is not made of what has not been run', async () => {
    const plan = await must(
      operator(analysisCalls.duplicate, { params: { id: record.uuid }, body: {} }),
    )
    const { uuid: id } = plan.data
    const answer = await operator(analysisCalls.export, {
      params: { id },
      body: { fileFormat: 'bca' },
    })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([409, 'no_results'])
  })
})
