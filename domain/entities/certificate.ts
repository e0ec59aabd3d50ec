import * as v from 'valibot'
import { entity } from '../entity.ts'
import { ContentHash, Name, stamps, Text, Timestamp, Uuid } from '../fields.ts'
import { Signature } from './analysis.ts'

export const certificateStatuses = ['Pending', 'Waiting', 'Issued', 'Rejected'] as const
export const CertificateStatus = v.picklist(certificateStatuses)
export type CertificateStatus = v.InferOutput<typeof CertificateStatus>

/** A certificate of analysis: asked for of one signed analysis, issued or rejected by a reviewer (decisions D21). */
export const Certificate = v.strictObject({
  ...stamps,
  /** Name of the analysis, as it was signed. */
  name: Name,
  analysis_uuid: Uuid,
  /** Hash that the analysis' signature covers: the certificate is valid for that content only. */
  analysis_hash: ContentHash,
  swarm_uuid: Uuid,
  status: CertificateStatus,
  /** Person who requests it, and for whom or what. */
  requestor: Uuid,
  requestor_name: v.string(),
  note: Text,
  /** Null until it is requested. */
  requested_at: v.nullable(Timestamp),
  /** Reviewer who issued or rejected it. */
  reviewer: v.nullable(Uuid),
  reviewer_name: v.string(),
  reviewed_at: v.nullable(Timestamp),
  /** Reason that it was rejected. */
  rejection: v.string(),
  signature: v.nullable(Signature),
})
export type Certificate = v.InferOutput<typeof Certificate>

export const certificate = entity({
  kind: 'certificate',
  path: '/certificates',
  permission: 'certificates.search',
  schema: Certificate,
  indexes: ['status', 'analysis_uuid'],
  filters: ['status', 'analysis_uuid', 'requestor', 'reviewer', 'swarm_uuid'],
  scope: 'swarm',
  local: null,
  trash: null,
})
