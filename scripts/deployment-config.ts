import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { type Deployment, jurisdictionOf } from '../domain/deployments.ts'
import { isStrong, shortestSecret } from '../edge/crypto/secret.ts'
import { secretNames } from './local-secrets.ts'
import { projectRoot } from './run-tool.ts'

const file = join(projectRoot, 'wrangler.toml')

/** Checked settings of an environment of wrangler.toml. */
export interface Settings {
  name?: string | undefined
  main?: string | undefined
  definedEnvironments?: string[] | undefined
  compatibility_date?: string | undefined
  compatibility_flags: string[]
  assets?: object | undefined
  vars: Record<string, unknown>
  routes?: unknown
  triggers: object
  workers_dev?: boolean | undefined
  preview_urls?: boolean | undefined
  observability?: { logs?: { invocation_logs?: boolean | undefined } | undefined } | undefined
  migrations: object[]
  durable_objects: { bindings: object[] }
  d1_databases: {
    binding: string
    database_name?: string | undefined
    database_id?: string | undefined
    migrations_dir?: string | undefined
  }[]
  r2_buckets: {
    binding: string
    bucket_name?: string | undefined
    jurisdiction?: string | undefined
  }[]
}

/** Read the settings of an environment from wrangler.toml; without a name, of this machine. */
export function readSettings(name?: string): Settings {
  return readConfig(name === undefined ? { config: file } : { config: file, env: name }) as Settings
}

/** Return a sentence for each difference between wrangler.toml and domain/deployments.ts. */
export function differencesOf(deployment: Deployment, settings: Settings): string[] {
  const jurisdiction = jurisdictionOf(deployment)
  const [directory, ...otherDirectories] = settings.d1_databases
  const [blobs, ...otherBuckets] = settings.r2_buckets
  const expected: [string, unknown, unknown][] = [
    ['name', settings.name, `bapp-${deployment.name}`],
    ['REGION', settings.vars['REGION'], deployment.region],
    ['ENVIRONMENT', settings.vars['ENVIRONMENT'], deployment.environment],
    ['routes', settings.routes, [{ pattern: deployment.host, custom_domain: true }]],
    ['workers_dev', settings.workers_dev, false],
    ['preview_urls', settings.preview_urls, false],
    ['database_name', directory?.database_name, `bapp-directory-${deployment.name}`],
    ['bucket_name', blobs?.bucket_name, `bapp-blobs-${deployment.name}`],
    ['jurisdiction', blobs?.jurisdiction, jurisdiction],
    ['further databases', otherDirectories, []],
    ['further buckets', otherBuckets, []],
  ]
  return expected
    .filter(([, is, ought]) => JSON.stringify(is) !== JSON.stringify(ought))
    .map(
      ([what, is, ought]) =>
        `wrangler.toml [env.${deployment.name}] ${what} is ${JSON.stringify(is)}, domain/deployments.ts says ${JSON.stringify(ought)}`,
    )
}

/** List values of the configuration that are still as delivered and must be the operator's own. */
export function placeholdersOf({ host, name }: Deployment, settings: Settings): string[] {
  const found: string[] = []
  if (host.endsWith('.example')) {
    found.push(`${host} is a made-up host: put your domain into domain/deployments.ts`)
  }
  for (const { database_id: id, database_name: database } of settings.d1_databases) {
    if (id === undefined || id.startsWith('00000000-')) {
      found.push(
        `the database_id of ${database} in [env.${name}] is made up: docs/deploy.md, section 3`,
      )
    }
  }
  return found
}

/**
 * Return a sentence for each secret of a file that the service would refuse: a command that was not there leaves an empty value, and
 * nobody can read values back once they are set.
 * @param text JSON, or lines of NAME=value.
 */
export function weakSecrets(text: string): string[] {
  const given = readSecretsFile(text)
  return secretNames.flatMap((name) => {
    const value = given[name]
    // Skip a secret that is not given: a file may have some of them only.
    if (value === undefined) return []
    const parts = name === 'SEALING_SECRET' ? value.split(',') : [value]
    if (parts.every((part) => isStrong(part.trim()))) return []
    return [`${name} has fewer than ${shortestSecret} characters.`]
  })
}

function readSecretsFile(text: string): Record<string, string | undefined> {
  if (text.trimStart().startsWith('{')) return JSON.parse(text) as Record<string, string>
  const pairs = text.split('\n').map((line) => /^\s*([A-Z_]+)\s*=\s*["']?(.*?)["']?\s*$/.exec(line))
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])))
}

/** List secrets that docs/deploy.md does not mention: an operator would not know to set them. */
export function undocumentedSecrets(): string[] {
  const path = join(projectRoot, 'docs', 'deploy.md')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return secretNames.filter((name) => !text.includes(`\`${name}\``))
}
