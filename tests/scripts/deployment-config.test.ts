import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { deployments } from '../../domain/deployments.ts'
import { projectRoot } from '../../scripts/run-tool.ts'
import { readDeployOptions } from '../../scripts/deploy-options.ts'
import {
  differencesOf,
  placeholdersOf,
  readSettings,
  undocumentedSecrets,
  weakSecrets,
} from '../../scripts/deployment-config.ts'

const local = readSettings()

/** Return a worker's settings without the names of its own stores. */
function shapeOf(settings: typeof local) {
  return {
    main: settings.main,
    compatibility: [settings.compatibility_date, settings.compatibility_flags],
    assets: settings.assets,
    objects: settings.durable_objects.bindings,
    migrations: settings.migrations,
    databases: settings.d1_databases.map(({ binding, migrations_dir }) => [
      binding,
      migrations_dir,
    ]),
    buckets: settings.r2_buckets.map(({ binding }) => binding),
    vars: Object.keys(settings.vars).sort(),
    triggers: settings.triggers,
    observability: settings.observability,
  }
}

describe('wrangler.toml', () => {
  test('has an environment for each deployment, and no other', () => {
    expect([...(local.definedEnvironments ?? [])].sort()).toEqual(
      deployments.map(({ name }) => name).sort(),
    )
  })

  test.each(deployments)('$name is as domain/deployments.ts says', (deployment) => {
    expect(differencesOf(deployment, readSettings(deployment.name))).toEqual([])
  })

  test.each(deployments)('$name is given all that this machine has', ({ name }) => {
    expect(shapeOf(readSettings(name))).toEqual(shapeOf(local))
  })

  test('no two deployments share a store', () => {
    const stores = deployments.flatMap(({ name }) => {
      const { d1_databases: databases, r2_buckets: buckets } = readSettings(name)
      const ids = databases.map(({ database_id }) => database_id)
      return [...ids, ...buckets.map(({ bucket_name }) => bucket_name)]
    })
    expect(new Set(stores).size).toBe(deployments.length * 2)
  })

  test('keeps no address or header of a request in its logs', () => {
    expect(local.observability?.logs?.invocation_logs).toBe(false)
  })

  test('is caught when it says something else', () => {
    const [one, other] = deployments
    if (!one || !other) throw new Error('no deployments')
    const wrong = differencesOf(one, readSettings(other.name))
    expect(wrong.join('\n')).toMatch(/REGION is "na".*says "eu"/)
    expect(wrong.join('\n')).toMatch(/jurisdiction is "us".*says "eu"/)
  })
})

describe('before a deployment', () => {
  test('every secret is explained to the operator', () => {
    expect(undocumentedSecrets()).toEqual([])
  })

  test('so is everything else that the configuration may hold', () => {
    const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
    const names = [...read('edge/env.d.ts').matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name)
    const guide = read('docs/deploy.md')
    expect(names.length).toBeGreaterThan(4)
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  })

  test('a value that was never filled in is reported', () => {
    const [one] = deployments
    if (!one) throw new Error('no deployments')
    expect(placeholdersOf(one, readSettings(one.name))).toHaveLength(2)
    expect(placeholdersOf({ ...one, host: 'eu.lab.test' }, { ...local, d1_databases: [] })).toEqual(
      [],
    )
  })

  test('production wants its name once more, a dry run does not', () => {
    const read = (...args: string[]) => readDeployOptions(args)
    expect(() => read('production-na')).toThrow('--confirm production-na')
    expect(() => read('production-na', '--confirm', 'production-eu')).toThrow('--confirm')
    expect(read('production-na', '--confirm', 'production-na')?.dryRun).toBe(false)
    expect(read('production-na', '--dry-run')?.dryRun).toBe(true)
    expect(read('validation-eu')?.deployment.region).toBe('eu')
  })

  test('a deployment that does not exist is reported', () => {
    expect(() => readDeployOptions(['production'])).toThrow('There is no deployment "production"')
    expect(() => readDeployOptions([])).toThrow('Which deployment?')
    expect(() => readDeployOptions(['qa', 'staging'])).toThrow('One deployment at a time')
    expect(readDeployOptions(['--help'])).toBeNull()
  })
})

test('A20-1: a file of secrets that the service would refuse is not uploaded', () => {
  const good = 'a'.repeat(48)
  const all = { LIVE_SECRET: good, CHECKPOINT_SECRET: good, OPERATOR_SECRET: good }
  const lines = (given: object) =>
    Object.entries(given)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n')
  const sealing = { ...all, SEALING_SECRET: `${good},${good}` }
  expect([weakSecrets(lines(sealing)), weakSecrets(JSON.stringify(sealing))]).toEqual([[], []])
  // Leave them empty, as a loop over `openssl` does on a machine that has none.
  expect(weakSecrets('LIVE_SECRET=\nCHECKPOINT_SECRET=\n')).toEqual([
    'LIVE_SECRET has fewer than 32 characters.',
    'CHECKPOINT_SECRET has fewer than 32 characters.',
  ])
  const short = { ...all, SEALING_SECRET: `${good},short`, OPERATOR_SECRET: 'changeme' }
  for (const text of [lines(short), JSON.stringify(short)]) {
    expect(weakSecrets(text)).toEqual([
      'OPERATOR_SECRET has fewer than 32 characters.',
      'SEALING_SECRET has fewer than 32 characters.',
    ])
  }
})
