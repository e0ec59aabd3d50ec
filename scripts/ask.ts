import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CannotStart } from './cannot-start.ts'

/** Ask at the terminal. */
export async function ask(question: string): Promise<string> {
  needTerminal(question)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await prompt.question(`${question} `)).trim()
  } finally {
    prompt.close()
  }
}

/** Ask for a secret: what is typed is not shown. */
export async function askHidden(question: string): Promise<string> {
  needTerminal(question)
  process.stderr.write(`${question} `)
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await prompt.question('')
  } finally {
    prompt.close()
    process.stderr.write('\n')
  }
}

function needTerminal(question: string): void {
  if (process.stdin.isTTY) return
  throw new CannotStart(`There is no terminal to ask: ${question}\n--help says how to give it.`)
}
