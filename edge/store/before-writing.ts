import * as v from 'valibot'
import { Fault, type FaultDetail } from '../../domain/fault.ts'
import { entityOf, type Kind } from '../../domain/registry.ts'
import type { Body } from '../../domain/trail/entry.ts'
import { checkStandingSignatures, signaturesOf } from '../../domain/trail/signed.ts'
import { DamageFault, refuseDamaged } from './damage.ts'
import { findUnsealed } from './entry-seals.ts'
import type { Sql } from './sql.ts'
import { checkNewest } from './trail-checkpoints.ts'
import { trailTools } from './trail-tools.ts'
import { followChain } from './trailed-row.ts'

/** Return true for a change that adds an electronic signature to the record. */
export function isSigning(before: Body | null, after: Body | null): boolean {
  const known = signaturesOf(before).map(({ record_hash, at }) => `${record_hash} ${at}`)
  return signaturesOf(after).some(({ record_hash, at }) => !known.includes(`${record_hash} ${at}`))
}

/**
 * Look closely before an electronic signature: the store is not damaged, the trail is the one that its newest checkpoint was
 * signed over, and every entry of the record and of the person who signs holds.
 * @throws Fault `refused`; a DamageFault where it is found here.
 */
export function checkBeforeSigning(
  sql: Sql,
  record: { kind: Kind; uuid: string },
  signer: string,
): void {
  refuseDamaged(sql)
  const differs = checkNewest(sql, null) ?? findUnsealed(sql)
  if (differs) throw new DamageFault(differs)
  for (const { kind, uuid } of [record, { kind: 'user', uuid: signer }]) {
    const { wrong } = followChain(sql, kind, uuid)
    if (wrong) throw new DamageFault(wrong)
  }
}

/**
 * Return what a change writes, unless it alters what a kept electronic signature covers (21 CFR 11.70), whichever change it is: a
 * verifier would call the record altered. A record that an upgrade has given another shape is left to the verifier.
 * @throws Fault `refused` with the reason `signed`.
 */
export function keepSigned<After extends Body | null>(before: Body | null, after: After): After {
  if (!after || signaturesOf(before).length === 0) return after
  const isAltered = (record: Body | null) => checkStandingSignatures(record, trailTools).length > 0
  if (!isAltered(after) || isAltered(before)) return after
  throw new Fault('refused', 'This is signed and can no longer be changed', { reason: 'signed' })
}

/**
 * Check a record against its schema, last before it is written. Only operations.ts writes `records`. A text that was
 * there before a later version began to refuse one of its invisible characters may stay: otherwise the rest of the
 * record could not be changed.
 */
export function checkBody(kind: Kind, body: Body, before: Body | null): void {
  const result = v.safeParse(entityOf(kind).schema, body)
  if (result.success) return
  const held = JSON.stringify(before)
  const issues = result.issues.filter(
    ({ message, input }) => !laterRules.includes(message) || !held.includes(JSON.stringify(input)),
  )
  const [first, ...others] = issues.map((issue): FaultDetail => ({
    code: 'invalid',
    message: issue.message,
    field: v.getDotPath(issue) ?? undefined,
  }))
  if (first) throw new Fault([first, ...others])
}

/** Rules on the characters of a text that are younger than some records (domain/rules/plain-text.ts). */
const laterRules: readonly string[] = [
  'control_character',
  'file_name',
  'email',
  'name_picture',
  'reason',
]
