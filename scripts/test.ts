import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import limitConcurrency from 'p-limit'
import { stopToolsOnExit } from './run-tool.ts'
import { formatSeconds } from './steps.ts'
import { testSteps, type InTurn, type TestStep } from './test-steps.ts'

const names = testSteps.map((step) => step.name).join(',')
const help = `npm test -- [--only STEP,STEP]\n\nSteps: ${names}. Without --only all of them run.`

const { values } = parseArgs({
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

stopToolsOnExit()
const began = performance.now()
let passed = 0
let failed = 0
const failures: string[] = []
// One more than there are cores: tests wait a good deal. As many as cores took a third longer.
const inTurn: InTurn = limitConcurrency(availableParallelism() + 1)

async function runStep(step: TestStep): Promise<void> {
  let started = 0
  const result = await step.run((work) =>
    inTurn(() => {
      started ||= performance.now()
      return work()
    }),
  )
  passed += result.passed
  failed += result.failed
  failures.push(...result.failures.map((title) => `${step.name}: ${title}`))
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`)
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : ''
  const tests = result.passed > 0 ? `${result.passed} passed` : ''
  const verdict = result.failed > 0 ? `FAILED (${result.failed})` : 'ok'
  const time = formatSeconds(performance.now() - started)
  console.log(
    `${step.name.padEnd(8)} ${verdict.padEnd(11)} ${time.padStart(8)}  ${tests}${skipped}`.trimEnd(),
  )
}
await Promise.all(testSteps.filter(({ name }) => wanted.includes(name)).map(runStep))

console.log(
  `${'all'.padEnd(8)} ${''.padEnd(11)} ${formatSeconds(performance.now() - began).padStart(8)}\n`,
)
// Once more at the end, where whoever reads only the end of a long output finds them.
for (const title of failures) console.log(`FAILED ${title}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
