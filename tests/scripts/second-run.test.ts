import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { appendFlakyLog, findRepeated, readFlakyLog } from '../../scripts/flaky-log.ts'
import { projectRoot } from '../../scripts/run-tool.ts'
import { mostFlaky, runFailedAgain } from '../../scripts/second-run.ts'
import { countPieces, type Failure, type Piece } from '../../scripts/test-pieces.ts'

const file = (path: string, passed: boolean) => ({
  path,
  tests: [{ title: `test of ${path}`, passed, why: passed ? undefined : 'came too late' }],
  skipped: 0,
})

/** Make a piece whose failed files end the second time as given in `second`, and record the second run. */
function pieceOf(files: Piece['files'], second: Record<string, boolean>) {
  const asked: string[][] = []
  const piece: Piece = {
    name: 'unit',
    files,
    output: '',
    again: async (paths) => {
      asked.push([...paths])
      const again = paths.map((path) => file(path, second[path] ?? false))
      return { name: 'unit again', files: again, output: '' }
    },
  }
  return { piece, asked }
}
const silent = () => {}

test('a file that passes alone is flaky and does not fail the run', async () => {
  const { piece, asked } = pieceOf([file('a', true), file('b', false)], { b: true })
  const { pieces, flaky } = await runFailedAgain([piece], silent)
  expect(asked).toEqual([['b']])
  expect(countPieces(pieces)).toEqual({ passed: 2, failed: 0, skipped: 0 })
  expect(flaky).toEqual([{ path: 'b', title: 'test of b', why: 'came too late' }])
})

test('a file that fails alone as well has failed', async () => {
  const { piece } = pieceOf([file('a', false), file('b', false)], { a: true })
  const { pieces, flaky } = await runFailedAgain([piece], silent)
  expect(countPieces(pieces)).toMatchObject({ passed: 1, failed: 1 })
  expect(flaky.map(({ path }) => path)).toEqual(['a'])
})

test('a file that is missing from its second run has failed', async () => {
  const { piece } = pieceOf([file('a', false)], {})
  piece.again = async () => ({ name: 'unit again', files: [file('other', true)], output: '' })
  const { pieces, flaky } = await runFailedAgain([piece], silent)
  expect(countPieces(pieces)).toMatchObject({ failed: 1 })
  expect(flaky).toEqual([])
})

test('a piece without a report is run again whole', async () => {
  const broken: Piece = {
    name: 'e2e 1 of 2',
    files: [],
    output: '',
    fault: 'the stack did not start',
    again: async () => ({ name: 'e2e 1 of 2 again', files: [file('a', true)], output: '' }),
  }
  const { pieces, flaky } = await runFailedAgain([broken], silent)
  expect(countPieces(pieces)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(flaky).toMatchObject([{ path: 'e2e 1 of 2', why: 'the stack did not start' }])
})

test('nothing is run again when more files failed than may be flaky, or types did', async () => {
  const many = Array.from({ length: mostFlaky + 1 }, (_, at) => file(`f${at}`, false))
  const crowd = pieceOf(many, Object.fromEntries(many.map(({ path }) => [path, true])))
  const { pieces, flaky } = await runFailedAgain([crowd.piece], silent)
  expect([crowd.asked, flaky]).toEqual([[], []])
  expect(countPieces(pieces).failed).toBe(mostFlaky + 1)

  const types: Piece = { name: 'types', files: [], output: '', fault: 'types found something' }
  const one = pieceOf([file('a', false)], { a: true })
  const both = await runFailedAgain([types, one.piece], silent)
  expect(one.asked).toEqual([])
  expect(countPieces(both.pieces).failed).toBe(2)
})

const dirs: string[] = []
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

/** Copy the project's own log without its rows, as in a new week. */
function emptyLog(): string {
  const dir = mkdtempSync(join(tmpdir(), 'flaky-'))
  dirs.push(dir)
  const path = join(dir, 'flaky.md')
  const text = readFileSync(join(projectRoot, 'tests', 'flaky.md'), 'utf8')
  writeFileSync(path, text.replaceAll(/^\| \d{4}-.*\n/gm, ''))
  return path
}

const flake: Failure = {
  path: 'tests/a.test.ts',
  title: 'a | b',
  why: `first line\nsecond | line ${'x'.repeat(400)}`,
}

test('a test that was flaky within the last seven days is found in the log, another one is not', () => {
  const path = emptyLog()
  appendFlakyLog(path, [flake], new Date('2026-11-01T12:00:00Z'))
  const log = readFlakyLog(path)
  expect(log).toMatchObject([{ day: '2026-11-01', path: 'tests/a.test.ts' }])
  expect(findRepeated([flake], log, new Date('2026-11-07T12:00:00Z'))).toEqual([flake])
  expect(findRepeated([flake], log, new Date('2026-11-08T12:00:00Z'))).toEqual([])
  const other = { ...flake, title: 'c' }
  expect(findRepeated([other], log, new Date('2026-11-02T00:00:00Z'))).toEqual([])
})

test('a reason of many lines stays one row of the log', () => {
  const path = emptyLog()
  const before = readFileSync(path, 'utf8').split('\n').length
  appendFlakyLog(path, [flake, flake], new Date('2026-11-01T12:00:00Z'))
  expect(readFileSync(path, 'utf8').split('\n').length).toBe(before + 2)
  expect(readFlakyLog(path)).toHaveLength(2)
})
