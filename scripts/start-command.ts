import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from './run-tool.ts'

export type StartedCommand = {
  child: ChildProcess
  /** All it has said until now. */
  output(): string
  /** From the command to the line that says it is ready. */
  readyMs: number
  stop(signal?: NodeJS.Signals): Promise<number>
}

/** Run what `npm start` runs, as a user would, until it says it is ready. Throws with its words if it ends before. */
export async function runStartCommand(args: string[]): Promise<StartedCommand> {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'scripts', 'run.mjs'), 'start', ...args],
    {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  const ended = new Promise<number>((done) => child.once('close', (code) => done(code ?? 1)))
  const ready = new Promise<boolean>((done) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('bApp is ready at')) done(true)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', () => done(false))
  })
  if (!(await ready)) throw new Error(said.trim())
  return {
    child,
    output: () => said,
    readyMs: performance.now() - began,
    async stop(signal = 'SIGINT') {
      child.kill(signal)
      return ended
    },
  }
}
