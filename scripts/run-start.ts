import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { CannotStart } from './cannot-start.ts'
import { hasState, startStack, type Stack } from './stack.ts'
import { readSignIns } from './demo-file.ts'
import { readStartOptions, startHelp, type StartOptions } from './start-options.ts'
import { formatSeconds, printedStep } from './steps.ts'

/** Run `npm start` and `npm run dev`: start the stack, print its address and sign-ins, and stay until stopped. */
export async function runStart(mode: 'serve' | 'dev', args: string[]): Promise<void> {
  const options = readOptions(args)
  if (options.help) {
    console.log(startHelp)
    process.exit(0)
  }
  const began = performance.now()
  if (options.fresh) await askToClear(options.state)
  console.log(mode === 'dev' ? 'Starting bApp with hot reload' : 'Starting bApp')

  let stack: Stack | undefined
  let code = 0
  const asked = new AbortController()
  const ask = () => {
    if (!asked.signal.aborted) console.log('\nStopping …')
    asked.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  process.on('disconnect', ask)
  try {
    stack = await startStack({
      ...options,
      mode,
      step: printedStep,
      signal: asked.signal,
      onWarning: (text) => console.warn(text),
      onLost(reason) {
        console.error(`bApp cannot go on: ${reason}.`)
        code = 1
        ask()
      },
    })
    printReady(stack.address, options, formatSeconds(performance.now() - began))
    if (!asked.signal.aborted) await once(asked.signal, 'abort')
  } catch (error) {
    // Report no failure of a step that was asked to stop in its middle: that is no news.
    if (!asked.signal.aborted) {
      code = 1
      console.error(error instanceof CannotStart ? error.message : error)
    }
  } finally {
    await stack?.stop()
  }
  process.exit(code)
}

function readOptions(args: string[]): StartOptions {
  try {
    return readStartOptions(args)
  } catch (error) {
    console.error(`${(error as Error).message}\nnpm start -- --help lists the options.`)
    process.exit(1)
  }
}

async function askToClear(state: string): Promise<void> {
  if (!hasState(state) || !process.stdin.isTTY) return
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await prompt.question(`Remove everything kept in ${state}? [y/N] `)
  prompt.close()
  if (/^y(es)?$/i.test(answer.trim())) return
  console.log('Nothing removed, nothing started.')
  process.exit(1)
}

function printReady(address: string, { state, demo }: StartOptions, time: string): void {
  console.log(`\nbApp is ready at ${address}  (${time}; state in ${state})\n`)
  const rows = readSignIns(state)
  if (rows.length > 0) {
    const widths = [0, 1, 2].map((column) =>
      Math.max(...rows.map((row) => row[column]?.length ?? 0)),
    )
    console.log('Demo sign-ins:')
    for (const row of rows) {
      console.log(
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
      )
    }
  }
  if (!demo) {
    console.log('If it is empty, make its first company in another terminal:')
    console.log(`  npm run bootstrap -- --url ${address} --state ${state}`)
  }
  console.log('\nCtrl-C stops everything.')
}
