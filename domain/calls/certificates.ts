import * as v from 'valibot'
import { certificateActions } from '../actions/certificate.ts'
import { get, post } from '../call.ts'
import { Certificate, certificate, CertificateStatus } from '../entities/certificate.ts'
import { ContentHash, Text, Timestamp, Uuid } from '../fields.ts'
import { printChoice } from './report-body.ts'
import { createFormRow, createRow, deleteAction, Form, formRow, searchRow } from './record-rows.ts'
import { byId, Reason } from './shapes.ts'
import { Signing } from './signing.ts'

export const certificateCalls = {
  search: searchRow(certificate),
  /** Those that wait for a reviewer, and those that are done. */
  reviewerSearch: {
    ...searchRow(certificate, 'certificates.review'),
    path: '/certificates/reviewer_search',
  },
  createForm: createFormRow(certificate, 'certificates.create'),
  /** Makes one of an analysis that has been signed; while one is under way or issued, another is refused. */
  create: createRow(certificate, 'certificates.create', {
    analysis_uuid: Uuid,
    note: v.optional(Text),
  }),
  editForm: formRow(certificate, 'edit', certificateActions.edit.needs),
  /**
   * The note while it is pending. With a status the reviewer's word (decisions D21): `Issued` wants a signature,
   * `Rejected` a reason; both want `certificates.review` and the reviewer flag, and are no API key's to give.
   */
  edit: post('/certificates/edit/:id', {
    needs: certificateActions.edit.needs,
    reach: 'own',
    params: byId,
    body: v.strictObject({
      note: v.optional(Text),
      status: v.optional(v.picklist(['Issued', 'Rejected'])),
      signature: v.optional(Signing),
      base: v.optional(Timestamp),
      reason: v.optional(Reason),
    }),
    data: Certificate,
  }),
  requestForm: get('/certificates/request/:id', {
    needs: certificateActions.request.needs,
    params: byId,
    data: Form(Certificate),
  }),
  /** Hands a pending certificate to the reviewers. */
  request: post('/certificates/request/:id', {
    needs: certificateActions.request.needs,
    params: byId,
    body: v.optional(v.strictObject({ note: v.optional(Text), base: v.optional(Timestamp) })),
    data: Certificate,
  }),
  delete: deleteAction(certificate, certificateActions.delete.needs),
  /** Count the certificates of each status. */
  counts: get('/certificates/status', {
    needs: 'certificates.search',
    data: v.array(v.strictObject({ status: CertificateStatus, count: v.number() })),
  }),
  /** Return the status of a certificate, and what this account may do with it now. */
  status: get('/certificates/status/:id', {
    needs: 'certificates.search',
    params: byId,
    data: v.strictObject({
      status: CertificateStatus,
      requested_at: v.nullable(Timestamp),
      reviewed_at: v.nullable(Timestamp),
      rejection: v.string(),
      actions: v.array(v.string()),
    }),
  }),
  csvForm: formRow(certificate, 'csv', 'certificates.search'),
  csv: post('/certificates/csv/:id', {
    needs: 'certificates.search',
    params: byId,
    reply: 'blob',
  }),
  /** The certificate with the analysis' results as a workbook. */
  download: post('/certificates/download/:id', {
    needs: 'certificates.search',
    params: byId,
    reply: 'blob',
    timeout: 60_000,
  }),
  /** Print the certificate with the analysis' results by sample as a PDF. */
  print: get('/certificates/print/:id', {
    needs: 'certificates.search',
    params: byId,
    query: v.strictObject(printChoice),
    reply: 'blob',
    timeout: 60_000,
  }),
  /** Return what is printed on a certificate, as data. */
  report: post('/certificates/report/:id', {
    needs: 'certificates.search',
    params: byId,
    data: v.strictObject({
      certificate: Certificate,
      analysis: v.strictObject({
        uuid: Uuid,
        name: v.string(),
        recipe_name: v.string(),
        user_name: v.string(),
        bcube: v.nullable(v.string()),
        started_at: v.nullable(Timestamp),
        ended_at: v.nullable(Timestamp),
        signed_by: v.string(),
        signed_at: v.nullable(Timestamp),
      }),
      results: v.array(
        v.strictObject({
          sample: v.string(),
          sample_type: v.string(),
          target: v.string(),
          /** Call of the sample; for one that is held back or rejected that word in its place, and no number. */
          call: v.string(),
          cq: v.nullable(v.number()),
          wells: v.array(v.string()),
          reason: v.optional(v.string()),
        }),
      ),
      /** Controls of the run that failed; an older service does not say. */
      controls_failed: v.optional(v.pipe(v.number(), v.integer())),
      /** The run ended before its programme did, so "not detected" proves less. */
      ended_early: v.optional(v.literal(true)),
      result_hash: ContentHash,
      /** Reason that nothing can be issued: curves or results that cannot be read now. Absent from older services. */
      unreadable: v.optional(v.nullable(v.picklist(['files_missing', 'file_damaged']))),
    }),
  }),
}
