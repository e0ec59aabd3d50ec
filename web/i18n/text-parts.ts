import { fileReasons } from '../../workers/files/refuse-file.ts'

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

/** Texts of an analysis' results and of the import of files. */
const analysisKeys = /^(assay|controls|cq|explain|export|flag|genotype|import|recalculate|trace)\./

/**
 * Parts of the English texts: those on the page for people who are not signed in, those of the results of
 * an analysis and of the import of files, and the rest. The built app fetches each with what needs it.
 */
export type TextPart = 'first' | 'rest' | 'analysis'

export function textPart(key: string): TextPart {
  if (firstKeys.test(key) || firstFaults.some((code) => key === `fault.${code}`)) return 'first'
  const isFileFault = key.startsWith('fault.') && key.slice('fault.'.length) in fileReasons
  return analysisKeys.test(key) || isFileFault ? 'analysis' : 'rest'
}
