import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import {
  holding,
  makeCompleted,
  makeRequested,
  readAnalysis,
  signing,
  validate,
} from './made-analyses.ts'
import { changeInside } from './matrix/world.ts'

let lab: Lab
let manager: Sender
let reviewer: Sender
beforeAll(async () => {
  lab = await foundLab('files', { four_eyes: 'N' })
  manager = await lab.as('Manager')
  reviewer = await lab.as('Administrator')
  const { uuid } = (await must(reviewer(sessionCalls.me))).data
  await changeInside(lab.company, { type: 'patch', kind: 'user', uuid, patch: { reviewer: 'Y' } })
})

const nameOf = (hash: string) => `${lab.company}/${hash}`

/** List curves and results, which are in files of their own. */
const filesOf = (record: Analysis) => [
  ['curves', record.curves_hash ?? ''],
  ['results', record.results.at(-1)?.hash ?? ''],
]

const ways: [name: string, reason: string, bend: (name: string) => Promise<unknown>][] = [
  ['is gone', 'files_missing', (name) => env.BLOBS.delete(name)],
  [
    'has one bit changed',
    'file_damaged',
    async (name) => {
      const bytes = new Uint8Array(await (await env.BLOBS.get(name))!.arrayBuffer())
      bytes[bytes.length >> 1]! ^= 1
      await env.BLOBS.put(name, bytes)
    },
  ],
  [
    'was cut',
    'file_damaged',
    async (name) => {
      const bytes = new Uint8Array(await (await env.BLOBS.get(name))!.arrayBuffer())
      await env.BLOBS.put(name, bytes.slice(0, bytes.length >> 1))
    },
  ],
]

describe.each(ways)('faults R1: a file that %s', (_name, reason, bend) => {
  it.each([0, 1])('is not signed on, nor is a sample decided (file %i)', async (which) => {
    const record = await makeCompleted(manager, lab.swarm)
    await bend(nameOf(filesOf(record)[which]?.[1] ?? ''))
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const params = { id: record.uuid }
    const signed = await manager(analysisCalls.validate, { params, body: signing(record) })
    expect([signed.status, signed.errors[0]?.reason]).toEqual([409, reason])
    const decided = await manager(analysisCalls.reviewSamples, { params, body: holding(record) })
    expect([decided.status, decided.errors[0]?.reason]).toEqual([409, reason])
    logged.mockRestore()
    expect(await readAnalysis(manager, record.uuid)).toMatchObject({ status: 'COMPLETE' })
  })

  it('is not certified, and no report made from it is approved', async () => {
    const record = await makeCompleted(manager, lab.swarm)
    const made = await must(
      manager(analysisCalls.report, { params: { id: record.uuid }, body: {} }),
    )
    const report = made.data
    const asked = await makeRequested(manager, lab.swarm)
    const certified = await readAnalysis(manager, asked.analysis_uuid)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const params = { id: asked.uuid }
    const readable = await must(reviewer(certificateCalls.report, { params }))
    expect(readable.data).toMatchObject({ unreadable: null })
    await bend(nameOf(certified.curves_hash ?? ''))
    // Expect the page to know before anybody signs.
    const shown = await must(reviewer(certificateCalls.report, { params }))
    expect(shown.data).toMatchObject({ unreadable: reason })
    const issued = await reviewer(certificateCalls.edit, {
      params: { id: asked.uuid },
      body: { status: 'Issued', signature: signing(asked) },
    })
    expect([issued.status, issued.errors[0]?.reason]).toEqual([409, reason])
    await bend(nameOf(report.file_hash))
    const approved = await manager(reportCalls.approve, {
      params: { id: report.uuid },
      body: signing(report),
    })
    expect([approved.status, approved.errors[0]?.reason]).toEqual([409, reason])
    logged.mockRestore()
  })
})

describe('faults R14: a damaged file', () => {
  it('has a reason of its own when it is read, and one line in the log', async () => {
    const record = await makeCompleted(manager, lab.swarm)
    const hash = record.results.at(-1)?.hash ?? ''
    await env.BLOBS.put(nameOf(hash), 'something else')
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const params = { id: record.uuid, hash }
    const answer = await manager(analysisCalls.blob, { params })
    expect([answer.status, answer.errors[0]?.reason]).toEqual([409, 'file_damaged'])
    expect(logged.mock.calls.flat().join(' ')).toContain(`a file in the bucket is damaged`)
    logged.mockRestore()
  })

  it('put back from the backup, it is signed on again', async () => {
    const record = await makeCompleted(manager, lab.swarm)
    const name = nameOf(record.curves_hash ?? '')
    const bytes = await (await env.BLOBS.get(name))!.arrayBuffer()
    await env.BLOBS.delete(name)
    const params = { id: record.uuid }
    expect((await manager(analysisCalls.validate, { params, body: signing(record) })).ok).toBe(
      false,
    )
    await env.BLOBS.put(name, bytes)
    expect((await validate(manager, record)).status).toBe('VALIDATION')
  })
})
