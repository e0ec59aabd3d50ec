import { analysisCalls } from '../../domain/calls/analysis.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { signTogetherCalls } from '../../domain/calls/sign-together.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Certificate } from '../../domain/entities/certificate.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import example from '../fixtures/files/RDES_v1_0_example_amplification.tsv?raw'
import { writeClean } from '../support/clean-run.ts'
import { must, password, type Sender } from './lab.ts'

/** Header and six wells of the example: read and computed in a moment. */
export const smallRun = example.split('\n').slice(0, 7).join('\n')

/** Make a form that imports a small run of an instrument. */
export function importForm(swarm: string, changes: object = {}, text = smallRun): FormData {
  const form = new FormData()
  const fields = {
    uuid: crypto.randomUUID(),
    name: 'Imported',
    swarm_uuid: swarm,
    recipe_uuid: null,
    run: 0,
    ...changes,
  }
  form.set('fields', JSON.stringify(fields))
  form.set('file', new File([text], 'example.tsv'))
  return form
}

/** Make a completed analysis with results. */
export async function makeCompleted(
  sender: Sender,
  swarm: string,
  changes: object = {},
): Promise<Analysis> {
  const body = importForm(swarm, changes)
  return (await must(sender(analysisCalls.import, { body }))).data
}

let cleanRuns = 0

/** Make a completed analysis in whose results nothing is found. */
export async function makeClean(
  sender: Sender,
  swarm: string,
  changes: object = {},
): Promise<Analysis> {
  const body = importForm(swarm, changes, writeClean(example, (cleanRuns += 1)))
  return (await must(sender(analysisCalls.import, { body }))).data
}

export async function readAnalysis(sender: Sender, id: string): Promise<Analysis> {
  return (await must(sender(analysisCalls.get, { params: { id } }))).data
}

/** Make a signature of the content that a person sees, by its hash. */
export function signing(record: object) {
  return {
    password,
    meaning: 'approval' as const,
    comment: '',
    record_hash: sha256Hex(canonicalJson(contentSigned({ ...record }))),
  }
}

/** Make the body that holds back a sample of the analysis, the first one by default. */
export function holding(record: Analysis, at = 0, changes: object = {}) {
  const sample_uuid = record.samples[at]?.uuid ?? ''
  const decision = { sample_uuid, verdict: 'held' as const, reason: 'repeat it', seen: null }
  return {
    result_hash: record.results.at(-1)?.hash ?? '',
    decisions: [{ ...decision, ...changes }],
  }
}

/** Sign an analysis. */
export async function validate(sender: Sender, record: Analysis): Promise<Analysis> {
  const parts = { params: { id: record.uuid }, body: signing(record) }
  return (await must(sender(analysisCalls.validate, parts))).data
}

/** Note that the sender has opened a run, and return it as a series of signatures names it. */
export async function openRun(sender: Sender, record: Analysis) {
  const { record_hash } = signing(record)
  const { uuid } = record
  await must(sender(signTogetherCalls.opened, { params: { id: uuid }, body: { record_hash } }))
  return { uuid, record_hash }
}

/** Make a validated analysis. */
export async function makeValidated(
  sender: Sender,
  swarm: string,
  changes: object = {},
): Promise<Analysis> {
  return validate(sender, await makeCompleted(sender, swarm, changes))
}

/** Make a pending certificate of a validated analysis. */
export async function makeCertificate(
  sender: Sender,
  swarm: string,
  changes: object = {},
): Promise<Certificate> {
  const { uuid: analysis_uuid } = await makeValidated(sender, swarm, changes)
  const made = await must(sender(certificateCalls.create, { body: { analysis_uuid } }))
  return made.data
}

/** Make a certificate that waits for a reviewer. */
export async function makeRequested(
  sender: Sender,
  swarm: string,
  changes: object = {},
): Promise<Certificate> {
  const { uuid: id } = await makeCertificate(sender, swarm, changes)
  const asked = await must(sender(certificateCalls.request, { params: { id }, body: {} }))
  return asked.data
}
