import { countPieces, failuresOf, listFailures, type Failure, type Piece } from './test-pieces.ts'

/** So many files may be flaky in one run; beyond it the run has failed, and nothing is run again. */
export const mostFlaky = 3

export interface SecondRuns {
  pieces: Piece[]
  /** Tests that failed at first and passed alone, with the reason of the first failure. */
  flaky: Failure[]
}

/**
 * Give each file that failed one more run by itself, at the end, when nothing else takes the machine's time. What
 * passes then is flaky: a fault of the test, which does not fail the run but is named and logged. Pieces without a way
 * to run again (types, lint, format) keep their verdict, as does everything when more files failed than may be flaky.
 */
export async function runFailedAgain(
  pieces: readonly Piece[],
  say: (line: string) => void,
): Promise<SecondRuns> {
  const retried = pieces.filter((piece) => listFailures([piece]).length > 0)
  const places = new Set(listFailures(retried).map(({ path }) => path))
  const hopeless = retried.some((piece) => piece.again === undefined)
  if (places.size === 0 || places.size > mostFlaky || hopeless) {
    return { pieces: [...pieces], flaky: [] }
  }
  const flaky: Failure[] = []
  const settled: Piece[] = []
  for (const piece of pieces) settled.push(await settle(piece, flaky, say))
  return { pieces: settled, flaky }
}

async function settle(piece: Piece, flaky: Failure[], say: (line: string) => void): Promise<Piece> {
  if (piece.again === undefined || listFailures([piece]).length === 0) return piece
  if (piece.fault !== undefined) {
    say(`Once more: ${piece.name}`)
    const second = await piece.again([])
    if (countPieces([second]).failed === 0) flaky.push(...listFailures([piece]))
    return second
  }
  let { files } = piece
  let output = ''
  for (const failed of piece.files.filter((file) => failuresOf(file).length > 0)) {
    say(`Once more: ${failed.path}`)
    const second = await piece.again([failed.path])
    output += second.output
    const rerun = second.files.find(({ path }) => path === failed.path)
    if (countPieces([second]).failed > 0 || rerun === undefined) continue
    flaky.push(...failuresOf(failed))
    files = files.map((file) => (file === failed ? rerun : file))
  }
  return { ...piece, files, output }
}
