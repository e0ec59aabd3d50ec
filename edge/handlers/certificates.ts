import type { certificateCalls } from '../../domain/calls/certificates.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { type Certificate, certificate } from '../../domain/entities/certificate.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { certificateActions } from '../../domain/actions/certificate.ts'
import { hasEndedEarly } from '../../domain/rules/run-points.ts'
import { heldBack } from '../../domain/rules/sample-review.ts'
import { refuse } from '../../domain/actions/refuse.ts'
import { writeXlsx } from '../../workers/files/tidy/write-xlsx.ts'
import type { AccountContext } from '../context.ts'
import { loadResults } from '../runs/evaluate.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { certificateFacts, certificateFile } from '../reports/certificate-table.ts'
import { keepHandout } from '../reports/keep-handout.ts'
import { refuseHeldReports } from '../reports/make-report.ts'
import { printCertificate } from '../reports/print-certificate.ts'
import { reported } from '../reports/sample-release.ts'
import { readCorrection } from '../reports/say-correction.ts'
import { sampleRows } from '../reports/sample-table.ts'
import { rowsCsv } from '../files/rows-csv.ts'
import { countOldPoints, readRunEnd } from '../runs/early-end.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { filesBehind, readBeforeSigning } from '../files/signed-files.ts'
import type { CertificateChange } from '../store/certificate-changes.ts'
import { mustHold } from '../store/right.ts'
import { createFormHandler, formHandler, searchHandler, wordsOf } from './reads.ts'
import { newUuid } from './writes.ts'

async function change(
  { own, opId, by }: AccountContext,
  order: CertificateChange,
): Promise<Certificate> {
  return await unwrap(own.change(order, opId, by))
}

async function find({ own, by }: AccountContext, uuid: string): Promise<Certificate> {
  return await unwrap(own.get('certificate', uuid, by.sight))
}

/** List the newest validated analyses without a certificate that is under way or issued, to choose one from. */
async function uncertified({ own, by }: AccountContext) {
  const filter = { status: ['VALIDATION'] }
  const page = await unwrap(own.list('analysis', { limit: '100' }, by.sight, filter))
  const certified = by.sight.kinds.includes('certificate')
    ? await unwrap(
        own.list('certificate', { limit: '500' }, by.sight, {
          fields: {
            analysis_uuid: page.data.map(({ uuid }) => uuid as string),
            status: ['Pending', 'Waiting', 'Issued'],
          },
        }),
      )
    : { data: [] }
  const taken = new Set(certified.data.map(({ analysis_uuid }) => analysis_uuid))
  return page.data
    .filter(({ uuid }) => !taken.has(uuid))
    .map(({ uuid, name }) => ({ value: uuid as string, label: name as string }))
}

export const certificates: Handlers<typeof certificateCalls> = {
  search: searchHandler(certificate),
  reviewerSearch: searchHandler(certificate),
  createForm: createFormHandler(async (context) => ({ analysis_uuid: await uncertified(context) })),
  create: async ({ body }, context) =>
    change(context, {
      type: 'certificate.create',
      uuid: body.uuid ?? newUuid(context),
      analysis: body.analysis_uuid,
      note: body.note ?? '',
    }),
  editForm: formHandler(certificate, ({ by }) => ({
    status: can(by.permissions, certificateActions.issue.needs)
      ? wordsOf(['Issued', 'Rejected'])
      : [],
  })),
  edit: async ({ params, body }, context) => {
    const { note, status, signature, base, reason = '' } = body
    const uuid = params.id
    if (status === undefined) return change(context, { type: 'certificate.edit', uuid, note, base })
    if (context.key !== null) {
      throw new Fault('forbidden', 'Not by an API key', { reason: 'not_by_key' })
    }
    // Check this before anything is looked up: a decision of a reviewer needs a reviewer's permission.
    mustHold(certificateActions[status === 'Rejected' ? 'reject' : 'issue'].needs, context.by)
    if (status === 'Rejected') {
      return change(context, { type: 'certificate.reject', uuid, reason, base })
    }
    if (!signature) {
      throw new Fault('invalid', 'Issuing is signing: password, meaning and hash are needed', {
        field: 'signature',
        reason: 'signature_needed',
      })
    }
    const order = await reauthenticate(context, signature)
    const read = await readFiles(context, await find(context, uuid))
    return change(context, { type: 'certificate.issue', uuid, order, read })
  },
  requestForm: formHandler(certificate, () => ({})),
  request: async ({ params, body }, context) =>
    change(context, {
      type: 'certificate.request',
      uuid: params.id,
      note: body?.note,
      base: body?.base,
    }),
  delete: async ({ params, body }, context) => {
    const reason = body?.reason ?? ''
    await change(context, { type: 'certificate.delete', uuid: params.id, reason })
    return {}
  },
  counts: async (_, { own, by }) => unwrap(own.ask({ name: 'certificateCounts' }, by.sight)),
  status: async ({ params }, context) => {
    const { status, requested_at, reviewed_at, rejection } = await find(context, params.id)
    const { permissions } = context.by
    const actions = (Object.keys(certificateActions) as (keyof typeof certificateActions)[]).filter(
      (action) => refuse('certificate', action, { state: status, permissions }) === null,
    )
    return { status, requested_at, reviewed_at, rejection, actions }
  },
  csvForm: formHandler(certificate, () => ({ format: wordsOf(['csv']) })),
  csv: async ({ params }, context) => {
    const record = await find(context, params.id)
    await refuseHeldReports(context, [record.analysis_uuid])
    const analysis = await readAnalysis(context, record)
    const end = await readRunEnd(context, analysis)
    const correction = await readCorrection(context, analysis)
    const made = {
      bytes: rowsCsv([['Name', 'Value'], ...certificateFacts(record, end, correction)]),
      type: 'text/csv; charset=utf-8',
      name: certificateFile(record, 'csv'),
    }
    return keepHandout(
      context,
      made,
      { format: 'csv', study_uuid: null, runs: [analysis.uuid] },
      'refused',
    )
  },
  download: async ({ params }, context) => {
    const record = await find(context, params.id)
    await refuseHeldReports(context, [record.analysis_uuid])
    const { analysis, results } = await readBasis(context, record)
    const end = await readRunEnd(context, analysis)
    const correction = await readCorrection(context, analysis)
    const made = {
      bytes: writeXlsx([
        {
          name: 'Certificate',
          rows: [['Name', 'Value'], ...certificateFacts(record, end, correction)],
        },
        { name: 'Results', rows: sampleRows(analysis, results, end) },
      ]),
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      name: certificateFile(record, 'xlsx'),
    }
    return keepHandout(
      context,
      made,
      { format: 'xlsx', study_uuid: null, runs: [analysis.uuid] },
      'refused',
    )
  },
  print: async (input, context) => {
    const certificate = await find(context, input.params.id)
    await refuseHeldReports(context, [certificate.analysis_uuid])
    const basis = await readBasis(context, certificate)
    return printCertificate(input, context, { certificate, basis })
  },
  report: async ({ params }, context) => {
    const record = await find(context, params.id)
    const unread = await findUnread(context, record)
    const { analysis, results, hash } = await readBasis(context, record).catch((error: unknown) => {
      throw unread ?? error
    })
    const { uuid, name, recipe_name, user_name, bcube, started_at, ended_at, signature } = analysis
    const samples = new Map(analysis.samples.map((sample) => [sample.uuid, sample]))
    return {
      certificate: record,
      analysis: {
        uuid,
        name,
        recipe_name,
        user_name,
        bcube,
        started_at,
        ended_at,
        signed_by: signature?.printed_name ?? '',
        signed_at: signature?.at ?? null,
      },
      results: results.samples.map((one) => {
        const { target, wells, sample_uuid } = one
        const { name: word = '', sample_type = '' } = samples.get(sample_uuid) ?? {}
        const { call, cq_mean: cq } = reported(analysis, one)
        const reason = heldBack(analysis, sample_uuid)?.reason
        return { sample: word, sample_type, target, call, cq, wells, ...(reason && { reason }) }
      }),
      controls_failed: results.controls.filter(({ ok }) => !ok).length,
      ...(hasEndedEarly(analysis, await countOldPoints(context, analysis)) && {
        ended_early: true as const,
      }),
      result_hash: hash,
      unreadable: unread === null ? null : unreadable(unread),
    }
  },
}

const unreadable = ({ first }: Fault) =>
  first.reason === 'file_damaged' ? first.reason : ('files_missing' as const)

/** Return the refusal that issuing would meet; null where all its files can be read. */
async function findUnread(context: AccountContext, record: Certificate): Promise<Fault | null> {
  return readFiles(context, record).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Fault && error.code === 'refused') return error
      throw error
    },
  )
}

/** Read the curves and results behind a certificate: none is issued while they cannot be read. */
async function readFiles(context: AccountContext, certificate: Certificate): Promise<string[]> {
  const analysis = await readAnalysis(context, certificate)
  return readBeforeSigning(context.env, context.company, filesBehind(analysis))
}

async function readAnalysis(
  { own, by }: AccountContext,
  { analysis_uuid }: Certificate,
): Promise<Analysis> {
  return await unwrap(own.get('analysis', analysis_uuid, by.sight))
}

/** Read the signed analysis that it certifies, with the results that were signed. */
async function readBasis(context: AccountContext, certificate: Certificate) {
  const analysis = await readAnalysis(context, certificate)
  const hash = analysis.results.at(-1)?.hash ?? ''
  return { analysis, hash, results: await loadResults(context.env, analysis, hash) }
}
