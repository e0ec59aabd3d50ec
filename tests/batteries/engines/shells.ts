import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCommand, runCommand, type Engine } from './engine.ts'

const node = () => process.execPath
const spiderMonkeys = ['js', 'js140', 'js128', 'js115', 'js102', 'js91', 'js78']

/** Engines that a command runs a script with and that print. */
export const shells: Engine[] = [
  shell('Node', node, []),
  // Run the same engine without its optimising compilers, which may fold what the others calculate.
  { ...shell('Node, not optimised', node, ['--no-turbofan', '--no-maglev']), slow: true },
  shell('JavaScriptCore', () => findCommand('jsc'), []),
  shell('SpiderMonkey', () => findCommand(...spiderMonkeys), []),
]

function shell(name: string, find: () => string | null, options: string[]): Engine {
  return {
    name,
    find,
    async run(found, script, plates) {
      const folder = mkdtempSync(join(tmpdir(), 'engines-'))
      const file = join(folder, 'program.js')
      const answer = `digestPlates(${JSON.stringify(plates)})`
      const say = `typeof print === 'function' ? print(answer) : process.stdout.write(answer)`
      try {
        writeFileSync(file, `${script}\nconst answer = ${answer}\n${say}\n`)
        return await runCommand(found, [...options, file])
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}
