import * as v from 'valibot'
import { get, post } from '../call.ts'
import { Email, Uuid } from '../fields.ts'
import { PasswordText } from './session.ts'
import { byId } from './shapes.ts'

const Nothing = v.strictObject({})
const ResetToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'token'))
const NewPassword = { password: PasswordText, repeat: PasswordText }

/** Rules that a form needs; never the password itself. */
const PasswordForm = v.strictObject({
  min_length: v.number(),
  max_length: v.number(),
  two_step: v.boolean(),
})

const ChangeBody = v.strictObject({
  old_password: PasswordText,
  ...NewPassword,
  /** Makes the person's API keys inactive too. Sessions and passes for devices end in any case. */
  end_keys: v.optional(v.boolean()),
})

/** Forgotten, reset and changed passwords (spec §7 "Session", decisions D41, D43). */
export const passwordCalls = {
  /** Always the same answer in the same time, for every address. */
  forgot: post('/session/forgotPassword', {
    needs: null,
    caller: 'anyone',
    body: v.strictObject({ email: Email }),
    data: Nothing,
  }),
  verifyReset: post('/sessions/users/verify_reset_password', {
    needs: null,
    caller: 'anyone',
    body: v.strictObject({ user: Uuid, token: ResetToken }),
    /** Shows the holder of the link the name to sign in with; `invited` when it is their first password. */
    data: v.strictObject({ username: v.string(), invited: v.boolean() }),
  }),
  confirmReset: post('/sessions/users/confirm_reset_password', {
    needs: null,
    caller: 'anyone',
    body: v.strictObject({ user: Uuid, token: ResetToken, ...NewPassword }),
    data: Nothing,
  }),
  /** The same by user id and token in the path. */
  reset: post('/reset-password/:a/:b', {
    needs: null,
    caller: 'anyone',
    params: v.strictObject({ a: Uuid, b: ResetToken }),
    body: v.strictObject(NewPassword),
    data: Nothing,
  }),
  changeForm: get('/users/changepassword', {
    reach: 'own',
    person: true,
    needs: null,
    data: PasswordForm,
  }),
  change: post('/users/changepassword', {
    reach: 'own',
    person: true,
    needs: null,
    body: ChangeBody,
    data: Nothing,
  }),
  changeFormOf: get('/users/changepassword/:id', {
    reach: 'own',
    person: true,
    needs: null,
    params: byId,
    data: PasswordForm,
  }),
  /** Takes one's own id only: nobody chooses another's password. */
  changeOf: post('/users/changepassword/:id', {
    reach: 'own',
    person: true,
    needs: null,
    params: byId,
    body: ChangeBody,
    data: Nothing,
  }),
}
