/** Calls that change no record and ask no second time for the right of who calls, each with the reason. */
export const asksOnce: Readonly<Record<string, string>> = {
  'analysis.export': 'reads only',
  'calibration.thermal': 'reads only',
  'certificate.report': 'reads only',
  'email.test': 'sends a mail to the person themselves',
  'sso.generate': 'there is no help desk in tests',
  'session.logout': 'ends the session itself',
  'session.end': 'ends a session of the person',
  'session.endOthers': 'ends sessions of the person',
}
