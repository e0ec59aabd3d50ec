/** Faults that a sign-in can meet. */
const firstFaults = [
  'not_signed_in',
  'session_expired',
  'wrong_credentials',
  'wrong_region',
  'method_refused',
  'invalid',
  'too_many',
  'internal',
  'timeout',
  'offline',
  'network',
]

const firstKeys =
  /^(app|login|theme|density|region)\.|^top\.(language|languageFailed|theme|density)$|^parts\.(required|optional|password|notice|cancel|close|dismiss|loading)\b/

/** Whether a text is on the page for people who are not signed in; the built app fetches the others with what needs them. */
export function isFirstText(key: string): boolean {
  return firstKeys.test(key) || firstFaults.some((code) => key === `fault.${code}`)
}
