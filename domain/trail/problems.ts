/** Steps of the check, in this order; each is reported to the reader. */
const steps = [
  'file',
  'entries',
  'links',
  'records',
  'tree',
  'checkpoint',
  'statement',
  'signatures',
  'files',
  'anchors',
] as const
export type Step = (typeof steps)[number]

/** Everything that can be wrong, with the step that finds it. */
export const problemSteps = {
  /** The file is not UTF-8, not of this format, or not spelled the one way it is written. */
  unreadable: 'file',
  /** A line that is no entry. */
  entry_unreadable: 'entries',
  /** The entry is not the one that its leaf was made of. */
  entry_changed: 'entries',
  /** Numbers leave one out, repeat one or are out of order. */
  entry_out_of_order: 'entries',
  /** The entry is another record's. */
  entry_foreign: 'entries',
  /** The entry does not name the record's entry before it. */
  link_broken: 'links',
  /** The old values in the entry are not those that the record had. */
  old_value_wrong: 'links',
  /** The entries do not lead to the record whose hash they name. */
  record_changed: 'records',
  /** Entry and proof do not lead to the signed root. */
  not_in_tree: 'tree',
  /** The trail is longer or shorter than what was signed. */
  wrong_size: 'tree',
  /** The entries do not make the signed root. */
  wrong_root: 'tree',
  /** There is no signed checkpoint, or it cannot be read. */
  checkpoint_unreadable: 'checkpoint',
  checkpoint_not_signed: 'checkpoint',
  /** The newest entry is dated after the checkpoint that covers it. */
  entry_after_checkpoint: 'checkpoint',
  /** It is another trail's. */
  checkpoint_foreign: 'checkpoint',
  /** The key is not the one that was expected. */
  key_unexpected: 'checkpoint',
  statement_not_signed: 'statement',
  /** It says something else than the entries. */
  statement_differs: 'statement',
  /** The signed content is not the content of the record. */
  signed_content_changed: 'signatures',
  /** Signer, name or time are not those of the entry that signed. */
  signature_not_by_signer: 'signatures',
  /** The signature is dated after the checkpoint that covers it. */
  signature_after_checkpoint: 'signatures',
  /** The list of files is not the record's. */
  files_differ: 'files',
  /** A file is not the one that the record names. */
  file_changed: 'files',
  anchor_unreadable: 'anchors',
  anchor_not_signed: 'anchors',
  /** It is a checkpoint of a longer trail: entries are missing at the end. */
  anchor_ahead: 'anchors',
  /** The trail of that size was another. */
  anchor_differs: 'anchors',
} as const satisfies Record<string, Step>

export type ProblemCode = keyof typeof problemSteps

export interface TrailProblem {
  code: ProblemCode
  /** Number of the entry, where it is one; otherwise the size of an anchor or the line. */
  at?: number
  /** Field, file or record that it is about. */
  about?: string
}

/** An electronic signature that was met, in the words it prints. */
export interface MetSignature {
  printed_name: string
  meaning: string
  at: string
  seq: number
}

export interface Verdict {
  of: 'record' | 'trail'
  origin: string
  /** Size and time of the signed checkpoint; null when there is none to be trusted. */
  checkpoint: { size: number; at: string } | null
  /** Public key the file was checked against, and whether who checks had said so. */
  key: string
  keyExpected: boolean
  entries: number
  record: { kind: string; uuid: string; name: string } | null
  signatures: MetSignature[]
  /** Kept checkpoints that were given, and those of them that say something of this file. */
  given: number
  anchors: number
  /** Files that the record names, and those of them that were at hand. */
  files: { named: number; compared: number }
  /** Entries whose time is before that of an entry before them: the clock of the service was set back. No problem as such. */
  timesBack: number[]
  /** Steps that were taken; a step without a problem holds. */
  steps: Step[]
  problems: TrailProblem[]
}

export function stepHolds(verdict: Verdict, step: Step): boolean {
  return !verdict.problems.some(({ code }) => problemSteps[code] === step)
}
