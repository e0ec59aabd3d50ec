import { fromBase64, toBase64 } from './bytes.ts'

/** A trail at one moment: how long it was and the root of its tree. */
export interface Checkpoint {
  /** Owner of the trail: `bapp/<region>/<company>`. */
  origin: string
  size: number
  root: Uint8Array
  /** Server time, UTC. */
  at: string
}

/**
 * Time (ms) by which an entry may be dated after the checkpoint that covers it. The service dates no checkpoint before its
 * newest entry, unless a clock was ahead by more than 15 minutes. Earlier versions took the time of the machine, and clocks
 * of machines differ by some seconds and are set back by NTP.
 */
const clockTolerance = 10_000

/** Return true for a time later than that of the checkpoint by more than `clockTolerance`. */
export function isAfter(time: string, { at }: Pick<Checkpoint, 'at'>): boolean {
  return Date.parse(time) > Date.parse(at) + clockTolerance
}

export function originOf(region: string, company: string): string {
  return `bapp/${region}/${company}`
}

/** Write the text of a checkpoint (C2SP tlog-checkpoint): origin, size, root, and the time as an extension line. */
export function formatCheckpoint({ origin, size, root, at }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\ntime ${at}\n`
}

/** Read a checkpoint; null for any text that `formatCheckpoint` does not write. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = '', size = '', coded = '', time = ''] = text.split('\n')
  const root = fromBase64(coded)
  if (!/^(0|[1-9]\d{0,14})$/.test(size) || root?.length !== 32) return null
  const checkpoint = { origin, size: Number(size), root, at: time.replace(/^time /, '') }
  const timely = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(checkpoint.at)
  return timely && formatCheckpoint(checkpoint) === text ? checkpoint : null
}
