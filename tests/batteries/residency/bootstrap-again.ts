import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../../scripts/run-tool.ts'

/** Run `npm run bootstrap` against a region that has its provider. @returns whether it was refused as it should be. */
export function bootstrapAgain(address: string, make: () => string): Promise<boolean> {
  const given = ['--company', make(), '--name', make(), '--email', `${make()}@mark.example`]
  const script = join(projectRoot, 'scripts', 'first-company.ts')
  const env = { ...process.env, OPERATOR_SECRET: 'OPERATOR_SECRET-for-tests-only-0123456789' }
  const child = spawn(process.execPath, [script, '--url', address, '--json', ...given], { env })
  let said = ''
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 1 && said.includes('company already')))
  })
}
