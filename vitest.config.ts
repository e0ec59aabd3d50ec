import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from 'vitest/config'
import type * as Digests from './tests/support/node-digests.ts'
import { chosenProjects, processTests, unitTests } from './scripts/test-projects.ts'

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'
process.env['WRANGLER_SEND_METRICS'] = 'false'
process.env['WRANGLER_SEND_ERROR_REPORTS'] = 'false'

/** The texts, which pages fetch in parts. */
const allTexts = 'tests/support/all-texts.ts'

/** Files share a process: loading what they import again took a fifth of the time. A test that changes what is shared puts it back. */
const unit = {
  test: {
    name: 'unit',
    isolate: false,
    setupFiles: [allTexts],
    environment: 'node',
    include: [unitTests],
    exclude: processTests,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}

const processes = {
  test: {
    name: 'processes',
    isolate: false,
    environment: 'node',
    include: processTests,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}

/** What Node calculates, to whose bits the other runtimes must come: seconds of work, for the one test that asks. */
async function nodeDigests() {
  // By address, or each start would bundle the engine into this configuration.
  const { href } = pathToFileURL(resolve('tests/support/node-digests.ts'))
  const support = (await import(href)) as typeof Digests
  return support.nodeDigests()
}

/**
 * The tests run inside workerd beside the worker, with its Durable Objects, D1 and R2. Files share a workerd, which takes
 * seconds to start; storage is emptied before each.
 */
async function edge() {
  const { cloudflareTest, readD1Migrations } = await import('@cloudflare/vitest-plugin')
  const { secretNames } = await import('./scripts/local-secrets.ts')
  const { readReportFont } = await import('./scripts/report-fonts.ts')
  return {
    // Most of these tests' time went into passwords; tests/contract/password-cost.test.ts looks at the real cost.
    resolve: {
      alias: [
        { find: /.*\/password-cost\.ts$/, replacement: resolve('tests/edge/password-cost.ts') },
      ],
    },
    plugins: [
      cloudflareTest(async () => ({
        wrangler: { configPath: './wrangler.toml' },
        miniflare: {
          bindings: {
            ...Object.fromEntries(
              secretNames.map((name) => [name, `${name}-for-tests-only-0123456789`]),
            ),
            ENVIRONMENT: 'local',
            WEBHOOK_HOSTS: 'hooks.slack.com,.logic.azure.com,hooks.example',
            TEST_MIGRATIONS: await readD1Migrations('edge/directory/migrations'),
          },
          // What a build puts beside the worker, from where the build takes it.
          serviceBindings: {
            ASSETS: ({ url }) => new Response(readReportFont(url)),
            NODE_DIGESTS: async () => Response.json(await nodeDigests()),
          },
        },
      })),
    ],
    test: {
      name: 'edge',
      isolate: false,
      include: ['tests/edge/**/*.test.ts'],
      setupFiles: ['tests/edge/migrate-directory.ts'],
      // The first test that prints loads fonts and bar codes: 5 s, and over a minute on a machine that is busy elsewhere.
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  }
}

/**
 * What keeps a test from sharing a page: it replaces a module that others have loaded by then, or signs somebody in, or
 * answers for the service, which all modules of a page remember.
 */
const keepsAlone =
  /vi\.mock\(|web\/(client|sync)\/|web\/state\/(session|visit|mode|new-version)\.ts/

/** List the tests of a folder that have a page of their own. */
function findAlone(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .filter((path) => keepsAlone.test(readFileSync(path, 'utf8')))
}

async function browser() {
  const { default: babel } = await import('@rolldown/plugin-babel')
  const { default: react } = await import('@vitejs/plugin-react')
  const { playwright } = await import('@vitest/browser-playwright')
  const { browserPackages } = await import('./scripts/browser-packages.ts')
  const { walkLaunch } = await import('./scripts/chromium.ts')
  const { bundleTexts } = await import('./tests/support/bundle-texts.ts')
  const { worldMap } = await import('./scripts/world-map.ts')
  const alone = findAlone('tests/browser')
  return {
    plugins: [
      babel({
        include: /\/(web|tests\/browser)\/.*\.tsx$/,
        plugins: ['module:@preact/signals-react-transform'],
      }),
      react(),
      worldMap(),
      bundleTexts(),
    ],
    optimizeDeps: { include: browserPackages() },
    publicDir: 'web/public',
    worker: { format: 'es' as const },
    test: {
      name: 'browser',
      setupFiles: [allTexts],
      include: ['tests/browser/**/*.test.ts', 'tests/browser/**/*.test.tsx'],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        // Record no steps and serve no source maps of dependencies: both are for a person who debugs a test.
        traceView: false,
        dependencySourcemaps: false,
        // Chromium comes late where a machine is shared with others.
        connectTimeout: 600_000,
        provider: playwright({ launchOptions: walkLaunch() }),
        // To load the modules of a file takes longer than most of its tests: files share a page that has them.
        instances: [
          { browser: 'chromium' as const, name: 'browser', isolate: false, exclude: alone },
          { browser: 'chromium' as const, name: 'browser alone', include: alone },
        ],
        commands: { nodeDigests },
      },
      expect: { poll: { timeout: 20_000 } },
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }
}

// Vitest makes every project ready before it leaves out those that were not asked for: a unit test waited for wrangler.
const projects = { unit, processes, edge, browser }
const chosen = chosenProjects(process.argv.slice(2))
const wanted = chosen.map((name) => projects[name])

// Test components in the build of React that users get. The other one keeps a stack of every element, which takes
// processor time; NODE_ENV=development brings it back, with its warnings. Vite knows one build for all projects, so only where
// no other project runs.
const isBrowserAlone = chosen.every((name) => name === 'browser')
if (isBrowserAlone && process.env['NODE_ENV'] === 'test') process.env['NODE_ENV'] = 'production'

// The parts of a run are processes of their own: each takes what an earlier one has translated.
export default defineConfig({
  test: { projects: wanted, fsModuleCache: true },
})
