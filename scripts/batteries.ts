/** Batteries: long measurements and trials in `tests/batteries/NAME.ts`, which are no part of `npm test`. */
export interface Battery {
  name: string
  /** For the list that `npm run battery` prints. */
  does: string
  /** Flags of the short form (`--short`), a few minutes at most on two cores. */
  short: readonly string[]
  /** Flags of the whole form; most need none. */
  long: readonly string[]
  /** Rows of its table in either form: with fewer it no longer tries what it tried before. */
  rows: number
  /** Further figures that must not sink in the short form, by the row's name. */
  reaches?: Readonly<Record<string, number>>
  /**
   * Its form of seconds in `npm test`: the test file that is one, or the flags that tests/scripts/batteries.test.ts runs it with and
   * figures that must not sink then.
   */
  seconds: string | Quick
}

export interface Quick {
  flags: readonly string[]
  rows: number
  reaches: Readonly<Record<string, number>>
}

export const batteries: readonly Battery[] = [
  {
    name: 'access',
    does: 'every row of the contract x profiles x places: the explanation says what the service answers',
    short: ['--profiles', '2'],
    long: ['--taken', '1'],
    rows: 11,
    reaches: { questions: 17_000, 'other swarm': 18 },
    seconds: 'tests/edge/access.test.ts',
  },
  {
    name: 'audit',
    does: 'a trail of 1,000 entries bent in every way, and its store put back',
    short: ['--entries', '60'],
    long: [],
    rows: 35,
    reaches: { 'stores bent while stopped, by the state of the store': 31 },
    seconds: {
      flags: ['--entries', '4', '--every', '97', '--moments', '1', '--beside', '5'],
      rows: 35,
      reaches: {
        'entries of the trail': 4,
        'anchors kept outside': 2,
        'stores bent while stopped, by the state of the store': 36,
      },
    },
  },
  {
    name: 'bent-files',
    does: '10,000 instrument files with something taken away: nothing of the rest is lost without a notice that names it',
    short: ['--count', '1500'],
    long: [],
    rows: 5,
    reaches: { 'bent files': 1200 },
    seconds: 'tests/workers/files/bent.test.ts',
  },
  {
    name: 'calibration',
    does: '10,000 synthetic plates, cartridges, flat fields, melt maps and plates of pure dyes of each kind: no planted fault is accepted',
    short: ['--count', '300'],
    long: [],
    rows: 18,
    reaches: { 'sound plates': 300, 'thermal cartridges': 300 },
    seconds: 'tests/workers/read-roi.test.ts',
  },
  {
    name: 'crash',
    does: 'browser and workerd killed in the middle of writes, some of them cut off',
    short: ['--count', '12'],
    long: [],
    rows: 31,
    reaches: { 'browser killed': 12, 'workerd killed': 12, 'migration killed': 6 },
    seconds: 'tests/e2e/batteries.e2e.ts',
  },
  {
    name: 'device-api',
    does: '10,000 bent and unallowed requests to the API of a device, floods, slow connections and bodies without end',
    short: ['--count', '2000'],
    long: [],
    rows: 21,
    reaches: {
      'bent bodies, paths and headers': 1000,
      'of them carried out or answered': 100,
      'calls by people who may not': 1000,
    },
    seconds: 'tests/devices/lan-fuzz.test.ts',
  },
  {
    name: 'engines',
    does: 'the same bits in every JavaScript engine at hand',
    short: ['--plates', '8'],
    long: [],
    rows: 8,
    seconds: { flags: ['--plates', '0', '--small'], rows: 8, reaches: {} },
  },
  {
    name: 'fuzz-files',
    does: '10,000 damaged instrument files, each read whole or refused with a reason',
    short: ['--count', '1500'],
    long: [],
    rows: 11,
    reaches: { 'mutated files': 1500, 'different reasons': 20 },
    seconds: { flags: ['--count', '20'], rows: 11, reaches: { 'mutated files': 20 } },
  },
  {
    name: 'import-memory',
    does: "files that take as much memory as they can, read in a heap as small as a Worker's: each is read or refused with a reason",
    short: ['--sizes', '6', '--from', '72'],
    long: [],
    rows: 40,
    seconds: 'tests/workers/files/import-memory.test.ts',
  },
  {
    name: 'quota',
    does: 'disks that fill up, and data that the browser takes away',
    short: ['--count', '12'],
    long: [],
    rows: 10,
    reaches: { 'levels of a disk that fills up': 6, 'tables, files or all taken away': 6 },
    seconds: 'tests/e2e/batteries.e2e.ts',
  },
  {
    name: 'residency',
    does: 'two regions, and nothing of one in the other',
    short: [],
    long: [],
    rows: 50,
    reaches: { 'eu: rows of the contract prepared and answered': 545 },
    seconds: 'tests/scripts/residency-rows.test.ts',
  },
  {
    name: 'restore',
    does: 'a company lost and put back from its backup, and the demonstration',
    short: ['--entries', '200', '--flips', '60'],
    long: [],
    rows: 21,
    reaches: { 'companies of the demonstration put back': 2 },
    seconds: {
      flags: ['--entries', '4', '--flips', '12'],
      rows: 21,
      reaches: { entries: 4, 'companies of the demonstration put back': 2 },
    },
  },
  {
    name: 'rollout',
    does: 'good and planted versions over 2,000 simulated devices, and updates with power cuts and attacks',
    short: ['--good', '40', '--planted', '10', '--cuts', '2'],
    long: [],
    rows: 23,
    reaches: { devices: 2000, 'updates with power cuts': 48 },
    seconds: 'tests/devices/rollout.test.ts',
  },
  {
    name: 'scale-sim',
    does: 'a simulated day of 5,000 companies with 100,000 devices: cost of a month, and what breaks at 1, 3 and 10 times as many devices',
    short: [],
    long: [],
    rows: 68,
    reaches: { companies: 5000, devices: 100_000 },
    seconds: {
      flags: ['--companies', '200', '--devices', '4000', '--factors', '1'],
      rows: 24,
      reaches: { companies: 200, devices: 4000 },
    },
  },
  {
    name: 'scanner',
    does: 'keys of bar-code readers and of people: no id cut unseen, none lost',
    short: [],
    long: ['--count', '50000'],
    rows: 31,
    reaches: { 'scans into wells, hiccups up to 250 ms': 10_000, 'names typed into wells': 10_000 },
    seconds: 'tests/web/scanner.test.ts',
  },
  {
    name: 'security',
    does: '5,000 bent requests for each group of calls, and every writing call while its right is taken away',
    short: ['--requests', '150', '--pairs', '40', '--every', '3', '--rounds', '2'],
    long: [],
    rows: 27,
    reaches: {
      'session ended during a call: rows asked': 86,
      'permission taken during a call: rows asked': 81,
      'password changed during a call: rows asked': 86,
      'API key deleted during a call: rows asked': 62,
      'person made inactive during a call: rows asked': 86,
    },
    seconds: {
      flags: ['--only', 'changes', '--every', '40', '--rounds', '2'],
      rows: 15,
      reaches: {
        'session ended during a call: rows asked': 7,
        'permission taken during a call: rows asked': 6,
        'password changed during a call: rows asked': 6,
        'API key deleted during a call: rows asked': 4,
        'person made inactive during a call: rows asked': 6,
      },
    },
  },
  {
    name: 'skew',
    does: 'three versions of page and edge, each pair of them, with upgrades and roll-backs in the middle',
    short: ['--count', '10'],
    long: [],
    rows: 40,
    seconds: 'tests/web/skew.test.ts',
  },
  {
    name: 'sync-exhaustive',
    does: 'two people, four operations and one fault at every point',
    short: ['--most', '2000'],
    long: [],
    rows: 4,
    reaches: { schedules: 2000 },
    seconds: { flags: ['--most', '40'], rows: 4, reaches: { schedules: 40 } },
  },
  {
    name: 'sync-model',
    does: '100,000 histories of people offline and on, against what they knew and did',
    short: ['--seeds', '8000'],
    long: [],
    rows: 5,
    reaches: { seeds: 8000 },
    seconds: 'tests/domain/sync-model.test.ts',
  },
  {
    name: 'sync-planted',
    does: 'bugs that the simulations must find',
    short: [],
    long: [],
    rows: 36,
    reaches: { 'of them found': 34 },
    seconds: {
      flags: ['--only', 'push without'],
      rows: 4,
      reaches: { 'of them found': 1 },
    },
  },
  {
    name: 'sync-real',
    does: '300 afternoons of three people in Chromium against workerd, over lines that fail',
    short: ['--count', '20'],
    long: [],
    rows: 14,
    seconds: 'tests/e2e/batteries.e2e.ts',
  },
  {
    name: 'sync-sim',
    does: '10,000 lives of a laboratory whose network, disks and clocks fail, page and edge in one process',
    short: ['--seeds', '1000'],
    long: [],
    rows: 17,
    reaches: { seeds: 1000 },
    seconds: 'tests/web/sync-sim.test.ts',
  },
  {
    name: 'watched-folder',
    does: '500 files of instruments dropped, cut off, twice, renamed and locked, with the service away: each imported once',
    short: ['--count', '60'],
    long: [],
    rows: 12,
    reaches: { 'runs dropped': 60, 'imported into their plan': 54 },
    seconds: 'tests/desktop/watched-folder.test.ts',
  },
]
