import * as v from 'valibot'
import { signatureMeanings } from '../entities/analysis.ts'
import { Comment, ContentHash } from '../fields.ts'
import { PinText } from '../rules/signing-pin.ts'
import { CodeText, PasswordText } from './session.ts'

/**
 * An electronic signature (21 CFR 11.200): the password again, and a code where the person has the second step on; where the company
 * says so the proof of a new sign-in at its identity provider instead (decision 52).
 */
export const Signing = v.strictObject({
  password: v.optional(PasswordText),
  code: v.optional(CodeText),
  /** Secret of the proof at the provider. */
  proof: v.optional(v.pipe(v.string(), v.minLength(43), v.maxLength(43))),
  /** Signing PIN in place of that proof, where the company allows it (decision 59). */
  pin: v.optional(PinText),
  meaning: v.picklist(signatureMeanings),
  comment: Comment,
  /** Hash of the record as it was read (domain/trail/signed.ts). */
  record_hash: ContentHash,
})
export type Signing = v.InferOutput<typeof Signing>
