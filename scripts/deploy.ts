// `npm run deploy -- NAME`: checks the configuration, builds, brings the Directory to its shape, uploads, looks whether the
// new version answers. With --dry-run it stops before anything leaves this machine.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiUrl, type Deployment } from '../domain/deployments.ts'
import facts from '../package.json' with { type: 'json' }
import { CannotStart } from './cannot-start.ts'
import { deployHelp, type DeployOptions, readDeployOptions } from './deploy-options.ts'
import {
  differencesOf,
  placeholdersOf,
  readSettings,
  undocumentedSecrets,
  weakSecrets,
} from './deployment-config.ts'
import { secretNames } from './local-secrets.ts'
import { projectRoot, runTool, stopToolsOnExit } from './run-tool.ts'
import { printedStep as step } from './steps.ts'

const { version } = facts

/** File that leads later commands, also `npm start`, to the last build. */
const redirect = join(projectRoot, '.wrangler', 'deploy', 'config.json')

process.exit(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  stopToolsOnExit()
  try {
    const options = readDeployOptions(args)
    if (options === null) console.log(deployHelp)
    else await deploy(options)
    return 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    console.error(error.message)
    return 1
  }
}

async function deploy({ deployment, dryRun, secretsFile }: DeployOptions): Promise<void> {
  const { name, host } = deployment
  console.log(`${dryRun ? 'Trying' : 'Deploying'} ${name} (${host}), version ${version}`)
  if (secretsFile !== undefined) await step('secrets file', () => checkSecretsFile(secretsFile))
  const unfilled = await step('configuration', () => checkConfiguration(deployment, dryRun))
  const config = await step('build', () => build(name))
  if (!dryRun) {
    if (secretsFile === undefined) await step('secrets', () => checkSecrets(name))
    await step('directory', () => migrate(name))
  }
  const upload = ['deploy', '--config', config, '--tag', version, '--strict']
  if (dryRun) upload.push('--dry-run')
  if (secretsFile !== undefined) upload.push('--secrets-file', secretsFile)
  const output = await step(dryRun ? 'upload (dry)' : 'upload', () => wrangler(upload))
  console.log(output.trim().replaceAll(/^/gm, '    '))
  if (dryRun) {
    console.log(`${name} builds and its configuration is whole. Nothing has left this machine.`)
    if (unfilled.length > 0) console.log(`Before it can be deployed:\n  ${unfilled.join('\n  ')}`)
    return
  }
  await step('answers', () => waitForVersion(deployment))
  console.log(`${name} runs version ${version} at https://${host}`)
}

/** Stop at what is wrong. @returns what is still made up: a trial may go on with it, a deployment may not. */
function checkConfiguration(deployment: Deployment, dryRun: boolean): string[] {
  const settings = readSettings(deployment.name)
  const wrong = differencesOf(deployment, settings)
  for (const name of undocumentedSecrets())
    wrong.push(`docs/deploy.md does not say what ${name} is`)
  const placeholders = placeholdersOf(deployment, settings)
  if (!dryRun) wrong.push(...placeholders)
  if (wrong.length > 0) throw new CannotStart(wrong.join('\n'))
  return placeholders
}

/** Build app and worker for the environment, beside what `npm start` serves. @returns the built configuration. */
async function build(name: string): Promise<string> {
  const outDir = join('dist', 'deploy', name)
  rmSync(join(projectRoot, outDir), { recursive: true, force: true })
  const before = existsSync(redirect) ? readFileSync(redirect) : null
  try {
    const args = ['build', '--logLevel', 'warn', '--outDir', outDir]
    const { code, output } = await runTool('vite', args, { env: { CLOUDFLARE_ENV: name } })
    if (code !== 0) throw new CannotStart(`The build failed:\n${output.trim()}`)
  } finally {
    if (before) writeFileSync(redirect, before)
    else rmSync(redirect, { force: true })
  }
  return join(outDir, 'bapp', 'wrangler.json')
}

function checkSecretsFile(path: string): void {
  const weak = weakSecrets(readFileSync(path, 'utf8'))
  const where = 'How to make them: docs/deploy.md, section 4.'
  if (weak.length > 0) throw new CannotStart([...weak, where].join('\n'))
}

/** Look whether every secret is set. Their values cannot be read back, and are not. */
async function checkSecrets(name: string): Promise<void> {
  const listed = await wrangler(['secret', 'list', '--env', name, '--config', 'wrangler.toml'])
  // Allow the operator's secret to be missing: without it the operator's calls do not exist, which may be meant.
  const needed = secretNames.filter((secret) => secret !== 'OPERATOR_SECRET')
  const missing = needed.filter((secret) => !listed.includes(`"${secret}"`))
  if (missing.length === 0) return
  throw new CannotStart(
    `${name} has no ${missing.join(', ')}: docs/deploy.md, "Secrets". The first time, give --secrets-file.`,
  )
}

async function migrate(name: string): Promise<void> {
  const what = ['d1', 'migrations', 'apply', 'DIRECTORY', '--remote', '--env', name]
  await wrangler([...what, '--config', 'wrangler.toml'])
}

async function wrangler(args: string[]): Promise<string> {
  const { code, output } = await runTool('wrangler', args, { env: { CI: '1' } })
  if (code !== 0) throw new CannotStart(`wrangler ${args[0]} failed:\n${output.trim()}`)
  return output
}

/** Wait for the new version, which is not everywhere at once, for up to a minute. */
async function waitForVersion(deployment: Deployment): Promise<void> {
  const url = `${apiUrl(deployment)}/about/health`
  let last = 'no answer'
  for (let attempt = 0; attempt < 30; attempt += 1) {
    try {
      const answer = await fetch(url, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
      last = `${answer.status} ${(await answer.text()).slice(0, 300)}`
      if (last.includes(`"version":"${version}"`) && last.includes(`"${deployment.region}"`)) return
    } catch (error) {
      last = String(error)
    }
    await sleep(2000)
  }
  throw new CannotStart(`${url} does not answer with version ${version}. Last: ${last}`)
}
