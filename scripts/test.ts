import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import limitConcurrency from 'p-limit'
import { appendFlakyLog, findRepeated, readFlakyLog } from './flaky-log.ts'
import { readFlags } from './read-flags.ts'
import { projectRoot, stopToolsOnExit } from './run-tool.ts'
import { keepScratchInMemory } from './scratch-folder.ts'
import { mostFlaky, runFailedAgain } from './second-run.ts'
import { formatSeconds } from './steps.ts'
import { countPieces, listFailures, type Failure, type Piece } from './test-pieces.ts'
import { testSteps, type InTurn, type TestStep } from './test-steps.ts'

const names = testSteps.map((step) => step.name).join(',')
const help = `npm test -- [--only STEP,STEP]\n\nSteps: ${names}. Without --only all of them run.`

const { values } = readFlags({
  options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const wanted = (values.only ?? names).split(',')
const unknown = wanted.filter((name) => !testSteps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}.\n${help}`)
  process.exit(1)
}

// Share compiled code: hundreds of Node processes load the same files.
process.env['NODE_COMPILE_CACHE'] ??= join(projectRoot, '.cache', 'node')

stopToolsOnExit()
keepScratchInMemory()
const began = performance.now()
/** Two pieces more than there are cores: with one, walks and pieces of edge left the processor unused for 40 % of the time. */
const inTurn: InTurn = limitConcurrency(availableParallelism() + 2)

/** Run a step, print its line when it ends, and the time since its first piece began. */
async function runStep(step: TestStep): Promise<{ step: TestStep; pieces: Piece[] }> {
  let started = 0
  const pieces = await step.run((work) =>
    inTurn(() => {
      started ||= performance.now()
      return work()
    }),
  )
  const { passed, failed, skipped } = countPieces(pieces)
  for (const piece of pieces.filter((one) => listFailures([one]).length > 0)) {
    console.log(`\n${piece.output.trim()}\n`)
  }
  const notes = [
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  const verdict = failed > 0 ? `FAILED (${failed})` : 'ok'
  const time = formatSeconds(performance.now() - started)
  console.log(
    `${step.name.padEnd(9)} ${verdict.padEnd(11)} ${time.padStart(8)}  ${notes.join(', ')}`.trimEnd(),
  )
  return { step, pieces }
}

/** Keep the tests of a step for `npm run trace`, with what its second runs came to. */
function keepReport(step: TestStep, pieces: readonly Piece[]): void {
  const files = pieces.flatMap((piece) => piece.files)
  if (files.length === 0) return
  mkdirSync(join(projectRoot, 'test-results'), { recursive: true })
  writeFileSync(join(projectRoot, 'test-results', `${step.name}.json`), JSON.stringify(files))
}

function printFailures(word: string, failures: readonly Failure[]): void {
  for (const { title, why } of failures) {
    console.log(`${word} ${title}${why ? `\n${why.replaceAll(/^/gm, '    ')}` : ''}`)
  }
}

const steps = testSteps.filter(({ name }) => wanted.includes(name))
const first = await Promise.all(steps.map(runStep))
const { pieces, flaky } = await runFailedAgain(
  first.flatMap((one) => one.pieces),
  (line) => console.log(line),
)
let taken = 0
for (const { step, pieces: own } of first) {
  keepReport(step, pieces.slice(taken, taken + own.length))
  taken += own.length
}

const now = new Date()
const logPath = join(projectRoot, 'tests', 'flaky.md')
const repeated = findRepeated(flaky, readFlakyLog(logPath), now)
appendFlakyLog(logPath, flaky, now)

const time = formatSeconds(performance.now() - began).padStart(8)
console.log(`${'all'.padEnd(9)} ${''.padEnd(11)} ${time}\n`)
printFailures('FAILED', listFailures(pieces))
printFailures('FLAKY', flaky)
if (flaky.length > 0) {
  console.log(`Flaky tests are faults of the test: mend them next (${mostFlaky} files at most).`)
}
printFailures('FLAKY TWICE IN A WEEK', repeated)
const { passed, failed } = countPieces(pieces)
const failedInAll = failed + repeated.length
console.log(`${passed - repeated.length} passed, ${failedInAll} failed`)
process.exit(failedInAll === 0 ? 0 : 1)
