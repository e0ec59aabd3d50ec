import { PageSizes } from './page-sizes.ts'
import type { Clock } from './ports.ts'
import type { Stream } from './streams.ts'

/** The pull of one stream, as it is between two pages. */
export interface Run {
  wanted: boolean
  running: boolean
  tries: number
  sizes: PageSizes
  triedAt: number
  wait: AbortController | null
  /** It cannot be pulled from the newest back. */
  onlyRises: boolean
  /** Records after which its first pull ends, beside those that have not ended; undefined: at the oldest. */
  window: number | undefined
  /** As many older ones are to be pulled as well. */
  wantsOlder: boolean
  /** Time at which skipped records were last requested again. */
  asideAt: number
  /** Time at which it was last pulled to the end since the start; null: not yet. */
  pulledAt: number | null
}

/** Return the pull of a stream before its first page. */
export function makeRun(
  { name }: Stream,
  { clock, pageSize, window }: { clock: Clock; pageSize: number; window: number },
): Run {
  return {
    wanted: false,
    running: false,
    tries: 0,
    sizes: new PageSizes(pageSize),
    triedAt: 0,
    wait: null,
    onlyRises: false,
    // Bring all of what is small: lists of the others are chosen from, and name what analyses refer to.
    window: name === 'analyses' ? window : undefined,
    wantsOlder: false,
    asideAt: clock.now(),
    pulledAt: null,
  }
}
