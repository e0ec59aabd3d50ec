import type { Layout } from '../../../../state/draft-steps.ts'
import { nextEmptyWell } from '../../../../state/layout-steps/unplaced.ts'
import {
  type Direction,
  listWells,
  orderWells,
  type Shape,
} from '../../../../state/layout-steps/wells.ts'

/** Codes that were scanned into wells of one plan, by well. */
export type ScannedWells = Readonly<Record<string, string>>

const keyOf = (plan: string) => `scanned-${plan}`

/** Kept for the tab, so that a page loaded again overwrites no scan either. */
export function readScanned(plan: string): ScannedWells {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(plan)) ?? '{}') as ScannedWells
  } catch {
    return {}
  }
}

export function noteScanned(plan: string, well: string, code: string): void {
  const after = { ...readScanned(plan), [well]: code }
  try {
    sessionStorage.setItem(keyOf(plan), JSON.stringify(after))
  } catch {
    // A browser without room: the scan itself is in the plan.
  }
}

/** The scanned name that lies in a well now; null where it was changed or emptied since, or never scanned. */
export function scannedIn(scanned: ScannedWells, layout: Layout, well: string): string | null {
  const code = scanned[well]
  if (code === undefined) return null
  const owner = layout.find(({ coordinates }) => coordinates.includes(well))
  return owner?.name === code ? code : null
}

/**
 * The next well for a scan, in the order of filling: an empty one, and on a plate without empty ones the next that no scan has
 * filled. Null when every well holds a scan.
 */
export function nextWellToScan(
  layout: Layout,
  after: string,
  shape: Shape,
  direction: Direction,
  { scanned, passed }: { scanned: ScannedWells; passed: ReadonlySet<string> },
): string | null {
  const empty = nextEmptyWell(layout, after, shape, direction, passed)
  if (empty !== null) return empty
  const all = listWells(shape, direction)
  const [from] = orderWells([after], shape, direction)
  const at = from === undefined ? -1 : all.indexOf(from)
  const turned = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))]
  const isOpen = (well: string) => !passed.has(well) && scannedIn(scanned, layout, well) === null
  return turned.find(isOpen) ?? null
}
