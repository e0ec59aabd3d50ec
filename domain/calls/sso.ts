import * as v from 'valibot'
import { post } from '../call.ts'
import { Timestamp } from '../fields.ts'

export const ssoCalls = {
  /** A token that signs the person in at the help desk, once and within a minute. Off unless configured. */
  generate: post('/sso/generate', {
    reach: 'own',
    person: true,
    needs: null,
    body: v.strictObject({
      service: v.picklist(['helpdesk']),
      type: v.picklist(['jwt']),
      /** Address of its own to which the help desk continues (decisions D55). */
      return_to: v.optional(v.pipe(v.string(), v.maxLength(2000))),
    }),
    data: v.strictObject({ token: v.string(), url: v.string(), expires_at: Timestamp }),
  }),
}
