// The service is played by a map of what was imported: what the folder and its queue do is tested here, with real files. The whole way
// to a real service is walked by `npm run battery -- watched-folder` (tests/batteries/watched-folder) and tests/e2e/desktop.e2e.ts.
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { largestFile, listFiles, readWhole } from '../../desktop/watched/look-into-folder.ts'
import {
  createWatchedFolder,
  stillMs,
  type WatchedFolder,
} from '../../desktop/watched/watched-folder.ts'
import type { WatchState } from '../../domain/desktop-bridge.ts'
import { importFile } from '../../workers/files/import.ts'
import { matchRuns, type PlannedAnalysis } from '../../workers/files/match-plan.ts'
import { planImport } from '../../workers/files/plan-import.ts'
import { planDrops } from '../batteries/watched-folder/drop-files.ts'
import { play } from '../batteries/watched-folder/play.ts'

const base = readFileSync(
  new URL('../fixtures/files/RDES_v1_0_example_amplification.tsv', import.meta.url),
  'utf8',
)
const empty = { question: null, cause: null, analysis_uuid: null, analysis_name: null }
const company = { company_uuid: crypto.randomUUID(), company_name: 'Aurora' }

let home: string
let folder: string
let watched: WatchedFolder
let now = Date.parse('2026-11-27T08:00:00.000Z')
let told: WatchState[]
const clock = { now: () => now, every: () => () => undefined }

function start(): void {
  const tell = ((_name: string, state: WatchState) => void told.push(state)) as never
  watched = createWatchedFolder({ data: join(home, 'data'), tell, clock })
}
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'bapp-watched-'))
  folder = join(home, 'share')
  mkdirSync(folder)
  told = []
  start()
  await watched.choose({ folder, ...company })
})
afterEach(async () => {
  await watched.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Look until what is there has been still for long enough. */
async function settle(): Promise<void> {
  await watched.look()
  now += stillMs
  await watched.look()
}
const waiting = () => watched.state().files.filter(({ state }) => state === 'waiting')

test('issue 19: dropped in bursts, cut off, twice, renamed, locked, service away, shell killed: each once, none lost, none half', async () => {
  const drops = planDrops(19, 60, base)
  const plans = await Promise.all(drops.map(({ name }) => planOf(name)))
  const imported = new Map<string, string[]>()
  const problems: string[] = []
  /** Act as the page does (web/state/deliver-files.ts), with a service that is away for a third of the time. */
  const deliver = async (at: number, ended: boolean): Promise<void> => {
    const isAway = !ended && at % 30_000 < 10_000
    if (at % 45_000 === 44_000) {
      // Start again without closing anything: the process is gone from one moment to the next.
      start()
    }
    if (isAway) return
    for (const { hash } of waiting()) {
      const { name, bytes } = watched.take(hash)
      const drop = drops.find((one) => name.replace(/^Copy of /, '').startsWith(`${one.name}.`))
      // Allow a part of it only after a pause that is longer than any writing, which looks like an end.
      if (drop && drop.manner !== 'paused for long' && bytes.toString('utf8') !== drop.text) {
        problems.push(`${name} (${drop.manner}): taken while it was written`)
      }
      const file = await importFile(name, new Uint8Array(bytes)).catch(() => null)
      const match = file && matchRuns(file, plans)
      const cause = { code: 'invalid', reason: 'file_format_unknown', params: {} }
      if (!match) watched.settle({ hash, state: 'failed', ...empty, cause })
      else if ('question' in match) watched.settle({ hash, state: 'asks', ...empty, ...match })
      else {
        imported.set(match.plan, [...(imported.get(match.plan) ?? []), bytes.toString('utf8')])
        watched.settle({ hash, state: 'imported', ...empty, analysis_uuid: match.plan })
      }
    }
  }
  const advance = (ms: number) => void (now += ms)
  await play({ folder, watched: () => watched, advance, onTick: deliver }, drops)
  for (const [at, { name, text, manner }] of drops.entries()) {
    const found = imported.get(plans[at]!.uuid) ?? []
    if (found.length !== 1) problems.push(`${name} (${manner}): ${found.length} times`)
    else if (found[0] !== text) problems.push(`${name} (${manner}): not whole`)
  }
  expect(problems).toEqual([])
  expect(watched.state()).toMatchObject({ writing: 0, problem: null })
  expect(watched.state().counts).toMatchObject({
    imported: drops.length,
    waiting: 0,
    asks: 0,
    failed: 0,
  })
}, 60_000)

/** Make a plan of the run that the text of the fixture is of. */
async function planOf(name: string): Promise<PlannedAnalysis> {
  const { runs } = await importFile('x.tsv', new TextEncoder().encode(base))
  const { cartridge_type, samples, process, evaluation } = planImport(runs[0]!, () =>
    crypto.randomUUID(),
  )
  const none = { recipe_uuid: null, recipe_version: 0, protocol_uuid: null, minimum_bkernel: null }
  return {
    uuid: crypto.randomUUID(),
    name,
    cartridge_type,
    samples,
    method: { ...none, process, evaluation },
  }
}

test('issue 19: what was in the folder before is left alone, and what is no run is not looked at', async () => {
  writeFileSync(join(folder, 'old.csv'), 'old')
  watched.forget()
  await watched.choose({ folder, ...company })
  for (const name of ['~$run.xlsx', 'run.csv.tmp', '.hidden.csv', 'readme.pdf', 'empty.csv']) {
    writeFileSync(join(folder, name), name === 'empty.csv' ? '' : 'x')
  }
  await settle()
  expect(watched.state().files).toEqual([])
  writeFileSync(join(folder, 'new.csv'), 'new')
  await settle()
  expect(waiting().map(({ name }) => name)).toEqual(['new.csv'])
})

test('issue 19: a file that is written again after its import is brought once more, and says so', async () => {
  writeFileSync(join(folder, 'run.csv'), 'first')
  await settle()
  const [first] = waiting()
  watched.settle({ hash: first!.hash, state: 'imported', ...empty })
  expect(() => watched.settle({ hash: first!.hash, state: 'ignored', ...empty })).toThrow(/already/)
  // Expect that its content is not kept on this disk any longer.
  expect(() => watched.take(first!.hash)).toThrow(/No such file/)
  writeFileSync(join(folder, 'run.csv'), 'second')
  await settle()
  expect(waiting()).toMatchObject([{ name: 'run.csv', again: true }])
})

test('issue 19: a pause and a folder that is gone are said', async () => {
  watched.pause(true)
  writeFileSync(join(folder, 'run.csv'), 'content')
  await settle()
  expect(watched.state()).toMatchObject({ paused: true, files: [] })
  watched.pause(false)
  await settle()
  expect(waiting()).toHaveLength(1)
  rmSync(folder, { recursive: true })
  await watched.look()
  expect(watched.state().problem).toBe('missing')
  expect(told.at(-1)?.problem).toBe('missing')
  // Expect its files, which are not lost with it.
  expect(watched.take(waiting()[0]!.hash).bytes.toString()).toBe('content')
})

test('thirteenth attack A13-1: files that wait for one company are not shown or given to another one', async () => {
  writeFileSync(join(folder, 'run.csv'), 'of the first')
  await settle()
  const [first] = waiting()
  const other = { company_uuid: crypto.randomUUID(), company_name: 'Borealis' }
  await watched.choose({ folder, ...other })
  expect(watched.state()).toMatchObject({ files: [], counts: { waiting: 0 } })
  expect(() => watched.take(first!.hash)).toThrow(/No such file/)
  const order = { hash: first!.hash, state: 'ignored', ...empty } as const
  expect(() => watched.settle(order)).toThrow(/already/)
  // Take the same content as a file of its own for the other company: settling it takes nothing from the first.
  writeFileSync(join(folder, 'copy.csv'), 'of the first')
  await settle()
  expect(waiting().map(({ name }) => name)).toEqual(['copy.csv'])
  watched.settle(order)
  watched.forget()
  expect(watched.state().files).toEqual([])
  await watched.choose({ folder, ...company })
  expect(waiting().map(({ name }) => name)).toEqual(['run.csv'])
  expect(watched.take(first!.hash).bytes.toString()).toBe('of the first')
})

test('thirteenth attack A13-1: files that were found before a sign-in go to the company that is bound', async () => {
  watched.forget()
  await watched.choose({ folder, company_uuid: null, company_name: '' })
  writeFileSync(join(folder, 'run.csv'), 'early')
  await settle()
  watched.bind(company)
  expect(waiting().map(({ name }) => name)).toEqual(['run.csv'])
})

test('thirteenth attack A13-1: a queue of an earlier build goes to the company of its folder', async () => {
  writeFileSync(join(folder, 'run.tsv'), base)
  await settle()
  const [file] = waiting()
  expect(file?.name).toBe('run.tsv')
  await watched.stop()
  const store = new DatabaseSync(join(home, 'data', 'watched', 'queue.sqlite'))
  store.exec(`
    CREATE TABLE earlier (hash TEXT PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, state TEXT NOT NULL,
      found_at TEXT NOT NULL, settled_at TEXT, body TEXT NOT NULL DEFAULT '{}');
    INSERT INTO earlier SELECT hash, name, path, size, state, found_at, settled_at, body FROM file;
    DROP TABLE file;
    ALTER TABLE earlier RENAME TO file;
    CREATE INDEX file_by_state ON file (state, found_at);
    CREATE INDEX file_by_path ON file (path);
  `)
  store.close()
  start()
  expect(waiting()).toEqual([file])
  await watched.choose({ folder, company_uuid: crypto.randomUUID(), company_name: 'Other' })
  expect(waiting()).toEqual([])
})

test('thirteenth attack A13-2: a content that another one had replaced waits again when it is back', async () => {
  writeFileSync(join(folder, 'run.csv'), 'first run')
  await settle()
  writeFileSync(join(folder, 'run.csv'), 'a second run')
  await settle()
  writeFileSync(join(folder, 'kept.csv'), 'first run')
  await settle()
  expect(
    waiting()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['kept.csv', 'run.csv'])
})

test('thirteenth attack A13-4: a file that grows beyond the limit is refused once, when it is still', async () => {
  const path = join(folder, 'huge.csv')
  writeFileSync(path, 'x')
  for (const grown of [1, 2, 3, 4]) {
    truncateSync(path, largestFile + grown)
    await watched.look()
    expect(watched.state()).toMatchObject({ writing: 1, counts: { failed: 0 } })
    now += 2_000
  }
  await settle()
  expect(watched.state()).toMatchObject({ writing: 0, counts: { failed: 1 } })
  const store = new DatabaseSync(join(home, 'data', 'watched', 'queue.sqlite'))
  expect(store.prepare('SELECT count(*) AS many FROM file').get()).toEqual({ many: 1 })
  store.close()
})

test('thirteenth attack A13-5: a file or folder that is changed for a link after it was listed is not read', async () => {
  const outside = join(home, 'private')
  mkdirSync(outside)
  mkdirSync(join(folder, 'day'))
  for (const name of ['run.csv', join('day', 'run.csv')]) writeFileSync(join(folder, name), 'a run')
  const { files } = await listFiles(folder)
  expect(files).toHaveLength(2)
  for (const file of files) expect((await readWhole(folder, file))?.toString()).toBe('a run')
  // Move the file itself elsewhere, with its size and time, so that only the way to it differs.
  renameSync(join(folder, 'run.csv'), join(outside, 'first.csv'))
  symlinkSync(join(outside, 'first.csv'), join(folder, 'run.csv'))
  renameSync(join(folder, 'day'), join(outside, 'day'))
  symlinkSync(join(outside, 'day'), join(folder, 'day'))
  for (const file of files) expect(await readWhole(folder, file)).toBeNull()
  expect((await listFiles(folder)).files).toEqual([])
})

test('thirteenth attack A13-6: a file that is read while the folder is forgotten goes to no other company', async () => {
  const large = Buffer.alloc(40 * 2 ** 20, 'x')
  writeFileSync(join(folder, 'run.csv'), large)
  await watched.look()
  now += stillMs
  const kept = join(home, 'data', 'watched', 'files')
  const going = watched.look()
  // Forget it between the first byte of the copy and the row of the queue.
  while (readdirSync(kept).length === 0) await new Promise((go) => setImmediate(go))
  watched.forget()
  await going
  await watched.choose({ folder, company_uuid: crypto.randomUUID(), company_name: 'Borealis' })
  expect(watched.state().files).toEqual([])
  expect(readdirSync(kept)).toEqual([])
})

test('thirteenth attack A13-7: earlier writings do not fill the disk, and a folder with too many files says so', async () => {
  for (const text of ['first', 'second', 'third']) {
    writeFileSync(join(folder, 'run.csv'), text)
    await settle()
  }
  const [last] = waiting()
  expect(readdirSync(join(home, 'data', 'watched', 'files'))).toEqual([last!.hash])
  writeFileSync(join(folder, 'other.csv'), 'x')
  expect(await listFiles(folder, 2)).toMatchObject({ all: true })
  expect(await listFiles(folder, 1)).toMatchObject({ files: [{}], all: false })
})

test('thirteenth attack A13-19: a run that was moved or copied before its name was used again is not lost', async () => {
  const run = join(folder, 'run.csv')
  writeFileSync(run, 'first run')
  await settle()
  renameSync(run, join(folder, 'run.1.csv'))
  writeFileSync(run, 'the second run')
  await settle()
  writeFileSync(join(folder, 'copy.csv'), 'the second run')
  await settle()
  writeFileSync(run, 'and the third run')
  await settle()
  const texts = waiting().map(({ hash }) => watched.take(hash).bytes.toString())
  expect(texts.toSorted()).toEqual(['and the third run', 'first run', 'the second run'])
  // Replace it in its new place where it is overwritten there.
  writeFileSync(join(folder, 'run.1.csv'), 'first run, complete')
  await settle()
  expect(waiting()).toHaveLength(3)
})

test('seventeenth attack A17-8: a run that waits stays when its instrument uses the name for the next one', async () => {
  const path = join(folder, 'export.csv')
  const ask = (reason: 'no_plan' | 'cut_short' | 'orders') => {
    const [file] = waiting()
    const question = { reason, run: '', serial: '', plans: [], runs: 1 }
    watched.settle({ hash: file!.hash, state: 'asks', ...empty, question })
    return file!.hash
  }
  const open = () =>
    watched
      .state()
      .files.filter(({ state }) => state === 'asks' || state === 'waiting')
      .map(({ hash }) => watched.take(hash).bytes.toString())
      .toSorted()
  writeFileSync(path, 'run of Monday')
  await settle()
  ask('no_plan')
  writeFileSync(path, 'run of Tuesday')
  await settle()
  expect(open()).toEqual(['run of Monday', 'run of Tuesday'])
  // Take a file that has grown, and a run that was cut off, as earlier writings.
  ask('no_plan')
  writeFileSync(path, 'run of Tuesday, all cycles')
  await settle()
  ask('cut_short')
  writeFileSync(path, 'Tuesday, written again')
  await settle()
  expect(open()).toEqual(['Tuesday, written again', 'run of Monday'])
  // Let time pass in which nobody was signed in.
  now += 31 * 60_000
  writeFileSync(path, 'run of Wednesday')
  await settle()
  expect(open()).toEqual(['Tuesday, written again', 'run of Monday', 'run of Wednesday'])
})

test('thirteenth attack A13-20: a file that cannot be taken in holds up no other, and is said', async () => {
  const content = 'a run'
  const hash = createHash('sha256').update(content).digest('hex')
  // Put a folder in the way, so that the system refuses to write this one's content.
  const part = join(home, 'data', 'watched', 'files', `${hash}.part`)
  mkdirSync(part)
  writeFileSync(join(folder, 'a.csv'), content)
  writeFileSync(join(folder, 'b.csv'), 'another run')
  await settle()
  expect(waiting().map(({ name }) => name)).toEqual(['b.csv'])
  expect(watched.state()).toMatchObject({ problem: 'unreadable', writing: 1 })
  rmSync(part, { recursive: true })
  await watched.look()
  expect(waiting()).toHaveLength(2)
  expect(watched.state().problem).toBeNull()
})
