// The short forms of `npm run battery -- sync-real`, `crash` and `quota`: the same play in Chromium against workerd, on the stack of
// the walks, so long that each still starts and finds what it looks for.
import { type Browser, chromium, expect, test } from '@playwright/test'
import { e2ePort } from '../../playwright.config.ts'
import { walkLaunch } from '../../scripts/chromium.ts'
import { shape } from '../../web/local/partition.ts'
import { killBrowser } from '../batteries/crash/kill-browser.ts'
import { killEdge } from '../batteries/crash/kill-edge.ts'
import { killMigration } from '../batteries/crash/kill-migration.ts'
import { evict, evictionAt } from '../batteries/quota/evicted.ts'
import { fillLevel } from '../batteries/quota/fill-level.ts'
import { bundlePage } from '../batteries/sync-real/desk.ts'
import { clearDesks, judge } from '../batteries/sync-real/judge.ts'
import { planSchedule } from '../batteries/sync-real/plan.ts'
import { Office } from '../batteries/sync-real/play.ts'
import { foundOther } from '../batteries/sync-real/stack.ts'
import { restartEdge, stateDir } from './stack-control.ts'

const address = `http://localhost:${e2ePort}`
/** The browser of the walks, which starts in a third of the processor time of the one that the batteries have. */
const launch = walkLaunch()
let browser: Browser
let script: string
test.beforeAll(async () => {
  browser = await chromium.launch(launch)
  script = await bundlePage()
})
test.afterAll(() => browser.close())

test('sync-real: an afternoon of three people over lines that fail', async () => {
  const stranger = await foundOther(address, stateDir)
  const office = new Office(address)
  await office.open(browser, script, { olga: 'operator', marco: 'manager', boris: stranger })
  const outcome = await office.live(planSchedule(1))
  expect([...outcome.problems, ...(await judge(office, outcome))]).toEqual([])
  expect(outcome.intents.length).toBeGreaterThanOrEqual(5)
  await clearDesks(office, outcome)
})

const once = { count: 1, seed: 1 }
const onceHere = { ...once, executable: launch.executablePath }

test('crash: the browser is killed in the middle of a write', async () => {
  const { kills, problems } = await killBrowser(address, script, onceHere)
  expect({ kills, problems }).toEqual({ kills: 1, problems: [] })
})

test('crash: workerd is killed in the middle of writes', async () => {
  const { kills, saved, problems } = await killEdge(
    browser,
    { stack: { restartEdge }, address },
    script,
    once,
  )
  expect({ kills, problems }).toEqual({ kills: 1, problems: [] })
  expect(saved).toBeGreaterThan(0)
})

test('crash: the browser is killed while tables take another shape', async () => {
  const next = await bundlePage({ shape: shape + 1 })
  const { kills, problems } = await killMigration(
    address,
    { now: script, next },
    { ...onceHere, plans: 8 },
  )
  expect({ kills, problems }).toEqual({ kills: 1, problems: [] })
})

test('quota: a disk that fills up, and tables that the browser takes away', async () => {
  const filled = await fillLevel(browser, address, { script, quota: 3 * 2 ** 20 })
  expect(filled).toMatchObject({ toldFull: true, problems: [] })
  const evicted = await evict(browser, address, script, evictionAt(0))
  expect(evicted.problems).toEqual([])
  expect(evicted.saved).toBeGreaterThan(0)
})
