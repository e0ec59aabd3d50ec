import type { TestFile } from './test-reports.ts'

/** Result of one run of a tool; a step of `npm test` has one piece or several. */
export interface Piece {
  /** As a person reads it: "unit 2 of 4". */
  name: string
  files: TestFile[]
  /** All that the tool printed. */
  output: string
  /** Set when the tool failed in a way that no file explains: types, lint, a crash, a missing report. */
  fault?: string | undefined
  /** Runs some of its files once more by themselves, or all of the piece where it left no report. */
  again?: ((paths: readonly string[]) => Promise<Piece>) | undefined
}

export interface Count {
  passed: number
  failed: number
  skipped: number
}

export interface Failure {
  /** File of the test, or the name of a piece that failed as a whole. */
  path: string
  title: string
  why: string
}

/** Count tests; a file or a piece that failed as a whole counts as one failed test. */
export function countPieces(pieces: readonly Piece[]): Count {
  const files = pieces.flatMap((piece) => piece.files)
  return {
    passed: files.flatMap(({ tests }) => tests).filter(({ passed }) => passed).length,
    failed: listFailures(pieces).length,
    skipped: files.reduce((sum, file) => sum + file.skipped, 0),
  }
}

/** List everything that failed, so that a reader who sees only the end of a long output finds it there. */
export function listFailures(pieces: readonly Piece[]): Failure[] {
  return pieces.flatMap((piece) => [
    ...piece.files.flatMap(failuresOf),
    ...(piece.fault === undefined
      ? []
      : [{ path: piece.name, title: piece.name, why: piece.fault }]),
  ])
}

export function failuresOf({ path, tests, broken }: TestFile): Failure[] {
  return [
    ...tests
      .filter(({ passed }) => !passed)
      .map(({ title, why }) => ({ path, title, why: why ?? '' })),
    ...(broken === undefined ? [] : [{ path, title: path, why: broken }]),
  ]
}

/**
 * Make a piece of what a tool left. A run that ended with an error although none of its files failed, that left no
 * report, or that ran nothing is at fault itself.
 */
export function makePiece(
  name: string,
  run: { code: number; output: string },
  files: TestFile[] | null,
  again?: Piece['again'],
): Piece {
  const ran = (files ?? []).reduce((sum, file) => sum + file.tests.length + file.skipped, 0)
  const explained = (files ?? []).some((file) => failuresOf(file).length > 0)
  const atFault = !explained && (run.code !== 0 || files === null || ran === 0)
  const fault = atFault
    ? findFault(run.output) || `It ended with ${run.code} and no report.`
    : undefined
  return { name, files: files ?? [], output: run.output, fault, again }
}

/** Find what Vitest says of a process that ended by itself, with its exit code or signal; the last lines otherwise. */
function findFault(output: string): string {
  const lines = output.trim().split('\n')
  const died = lines.filter((line) => line.includes('Worker exited unexpectedly'))
  return [...died, ...lines.slice(-12)].join('\n')
}
