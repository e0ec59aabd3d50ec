import * as v from 'valibot'
import { Email } from '../../domain/fields.ts'
import { Fault } from '../../domain/fault.ts'
import type { Mail } from './mail.ts'

// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/

/**
 * Refuse an address or subject with a line break: both become lines of a header, and a break could begin another
 * header.
 * @throws Fault `invalid` naming the field.
 */
export function checkMail({ to, subject, text }: Mail): void {
  if (!v.is(Email, to) || control.test(to) || /[<>,;:"()[\]\\]/.test(to)) {
    throw new Fault('invalid', 'This is no address for mail', { field: 'to', reason: 'email' })
  }
  if (subject.trim() === '' || subject.length > 250 || control.test(subject)) {
    throw new Fault('invalid', 'The subject of a mail is one line', {
      field: 'subject',
      reason: 'control_character',
    })
  }
  if (text.length > 100_000) {
    throw new Fault('invalid', 'The mail is too long', { field: 'text', reason: 'too_large' })
  }
}
