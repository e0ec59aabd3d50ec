import { parseArgs } from 'node:util'
import { type Deployment, deployments } from '../domain/deployments.ts'

export type DeployOptions = {
  deployment: Deployment
  dryRun: boolean
  /** File of secrets to set together with the code, JSON or NAME=value lines. */
  secretsFile: string | undefined
}

const names = deployments.map(({ name }) => name)

export const deployHelp = `Builds one deployment and puts it on Cloudflare.

  npm run deploy -- NAME [options]

  NAME                 ${names.slice(0, 4).join(', ')},
                       ${names.slice(4).join(', ')}
  --dry-run            build and check only; needs no account and no network
  --confirm NAME       wanted for production: the name once more
  --secrets-file FILE  set these secrets together with the code (the first time)
  --help               this text

docs/deploy.md says what must be there before, and what to look at after.
`

/** Read the command line; null asks for help. Throws with a sentence for the person when it cannot be meant. */
export function readDeployOptions(args: string[]): DeployOptions | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      confirm: { type: 'string' },
      'secrets-file': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  const [name, ...rest] = positionals
  if (name === undefined) throw new Error(`Which deployment? One of ${names.join(', ')}.`)
  if (rest.length > 0) throw new Error(`One deployment at a time; "${rest.join(' ')}" is too many.`)
  const deployment = deployments.find((one) => one.name === name)
  if (!deployment) throw new Error(`There is no deployment "${name}", only ${names.join(', ')}.`)
  const dryRun = values['dry-run']
  if (deployment.environment === 'production' && !dryRun && values.confirm !== name) {
    throw new Error(
      `${name} is what laboratories work with. To deploy it, add: --confirm ${name}\n(--dry-run builds and checks it without.)`,
    )
  }
  return { deployment, dryRun, secretsFile: values['secrets-file'] }
}
