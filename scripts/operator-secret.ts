import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askHidden } from './ask.ts'
import { CannotStart } from './cannot-start.ts'
import { isThisMachine } from './first-company-options.ts'

/**
 * Read the operator's secret from the environment, from this machine's own secrets, or from a prompt; never from the
 * command line.
 */
export async function operatorSecret({
  url,
  state,
  json,
}: {
  url: string
  state: string
  /** Nobody is there to be asked. */
  json: boolean
}): Promise<string> {
  const given = process.env['OPERATOR_SECRET']
  if (given) return given
  const path = join(state, 'secrets.json')
  if (isThisMachine(new URL(url)) && existsSync(path)) {
    const secrets = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
    if (secrets['OPERATOR_SECRET']) return secrets['OPERATOR_SECRET']
  }
  if (json) throw new CannotStart('The variable OPERATOR_SECRET is not set.')
  return askHidden("The operator's secret of this deployment (not shown):")
}
