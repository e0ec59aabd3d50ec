/** One line of tests/requirements.tsv. */
export interface Requirement {
  id: string
  section: string
  area: string
  requirement: string
}

/** Test with its result, or with its title only in a file that has not been run. */
export interface TitledTest {
  title: string
  passed: boolean
  /** The first lines of what went wrong. */
  why?: string | undefined
}

export interface AreaTally {
  area: string
  rows: number
  proven: number
  /** Ids that no passing test carries, in the order of the list. */
  missing: string[]
}

/** Areas that are promised completely; of the others, parts are outside the present scope. */
export const promised: readonly string[] = ['CALL', 'ENV', 'PERM', 'TRANS']

/** Read the list of requirements, without its heading. */
export function readRequirements(tsv: string): Requirement[] {
  return tsv
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
    .filter(([id]) => id !== undefined && /^[A-Z]+-\d{3}$/.test(id))
    .map(([id = '', section = '', area = '', requirement = '']) => ({
      id,
      section,
      area,
      requirement,
    }))
}

/** Return the ids in a title: `[STATE-006] ...`, several as `[STATE-006] [CALL-001]` or `[STATE-006, CALL-001]`. */
export function idsOf(title: string): string[] {
  return [...title.matchAll(/\[((?:[A-Z]+-\d{3})(?:[\s,]+[A-Z]+-\d{3})*)\]/g)].flatMap((bracket) =>
    (bracket[1] ?? '').split(/[\s,]+/),
  )
}

/** Return the ids that a passing test carries, and ids of tests that failed and of none that passed. */
export function sumUp(tests: readonly TitledTest[]): { proven: Set<string>; failed: Set<string> } {
  const proven = new Set<string>()
  const failed = new Set<string>()
  for (const { title, passed } of tests) {
    for (const id of idsOf(title)) (passed ? proven : failed).add(id)
  }
  for (const id of proven) failed.delete(id)
  return { proven, failed }
}

/** Count by the letters before the number, in the order of the list. */
export function tally(ids: readonly string[], proven: ReadonlySet<string>): AreaTally[] {
  const areas = new Map<string, AreaTally>()
  for (const id of ids) {
    const area = id.replace(/-\d+$/, '')
    const counts = areas.get(area) ?? { area, rows: 0, proven: 0, missing: [] }
    counts.rows += 1
    if (proven.has(id)) counts.proven += 1
    else counts.missing.push(id)
    areas.set(area, counts)
  }
  return [...areas.values()]
}

/** Shorten the ids of one area for reading: `CALL-001 to 004, 007`. */
export function shortenIds(ids: readonly string[]): string {
  const runs: [first: string, last: string][] = []
  for (const id of ids) {
    const run = runs.at(-1)
    if (run && numberOf(id) === numberOf(run[1]) + 1) run[1] = id
    else runs.push([id, id])
  }
  return runs
    .map(([first, last], at) => {
      const begin = at === 0 ? first : first.replace(/^.*-/, '')
      if (first === last) return begin
      return `${begin}${numberOf(last) === numberOf(first) + 1 ? ', ' : ' to '}${last.replace(/^.*-/, '')}`
    })
    .join(', ')
}

function numberOf(id: string): number {
  return Number(id.replace(/^.*-/, ''))
}
