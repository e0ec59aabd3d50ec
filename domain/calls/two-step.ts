import * as v from 'valibot'
import { get, post } from '../call.ts'
import { Timestamp } from '../fields.ts'
import { CodeText, PasswordText } from './session.ts'

/** The second step at sign-in: codes of an authenticator app (RFC 6238; spec §7 "Session"). */
export const twoStepCalls = {
  /** A secret to put into the app. Nothing is in force before a code of it has come back with `offer`. */
  activateForm: get('/users/activate_2fa', {
    reach: 'own',
    person: true,
    needs: null,
    data: v.strictObject({ uri: v.string(), secret: v.string(), offer: v.string() }),
  }),
  /** Answers with the recovery codes, this once. Every other session of the person ends. */
  activate: post('/users/activate_2fa', {
    reach: 'own',
    person: true,
    needs: null,
    body: v.strictObject({
      offer: v.pipe(v.string(), v.maxLength(400)),
      code: CodeText,
      password: PasswordText,
    }),
    data: v.strictObject({ recovery_codes: v.array(v.string()) }),
  }),
  deactivateForm: get('/users/deactivate_2fa', {
    reach: 'own',
    person: true,
    needs: null,
    data: v.strictObject({
      active: v.boolean(),
      activated_at: v.nullable(Timestamp),
      recovery_left: v.number(),
    }),
  }),
  deactivate: post('/users/deactivate_2fa', {
    reach: 'own',
    person: true,
    needs: null,
    body: v.strictObject({ code: CodeText, password: PasswordText }),
    data: v.strictObject({}),
  }),
}
