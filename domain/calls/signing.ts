import * as v from 'valibot'
import { signatureMeanings } from '../entities/analysis.ts'
import { Comment, ContentHash } from '../fields.ts'
import { CodeText, PasswordText } from './session.ts'

/** An electronic signature (21 CFR 11.200): the password again, and a code where the person has the second step on. */
export const Signing = v.strictObject({
  password: PasswordText,
  code: v.optional(CodeText),
  meaning: v.picklist(signatureMeanings),
  comment: Comment,
  /** Of the record as it was read (domain/trail/signed.ts). */
  record_hash: ContentHash,
})
