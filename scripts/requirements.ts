export type AreaTally = { area: string; rows: number; proven: number }

/** The ids in the titles of tests: `test('[STATE-006] ...')`, several as `[STATE-006] [CALL-001]` or `[STATE-006, CALL-001]`. */
export function readProvenIds(testFiles: string[]): Set<string> {
  const ids = new Set<string>()
  for (const text of testFiles) {
    for (const bracket of text.matchAll(/\[((?:[A-Z]+-\d{3})(?:[\s,]+[A-Z]+-\d{3})*)\]/g)) {
      for (const id of (bracket[1] ?? '').split(/[\s,]+/)) ids.add(id)
    }
  }
  return ids
}

/** The first column of the list of requirements, without its heading. */
export function readRequirementIds(tsv: string): string[] {
  return tsv
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((id) => /^[A-Z]+-\d{3}$/.test(id))
}

/** Counts by the letters before the number, in the order of the list. */
export function tally(ids: string[], proven: Set<string>): AreaTally[] {
  const areas = new Map<string, AreaTally>()
  for (const id of ids) {
    const area = id.replace(/-\d+$/, '')
    const counts = areas.get(area) ?? { area, rows: 0, proven: 0 }
    counts.rows += 1
    if (proven.has(id)) counts.proven += 1
    areas.set(area, counts)
  }
  return [...areas.values()]
}
