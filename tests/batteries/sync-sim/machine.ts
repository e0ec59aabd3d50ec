import type { Account } from '../../../domain/calls/session.ts'
import type { LocalDocument } from '../../../domain/sync/pending.ts'
import type { DocumentStore, Service } from '../../../web/sync/ports.ts'
import type { Sync, SyncOptions } from '../../../web/sync/engine.ts'
import { createRandom, type Random } from '../../support/seeded-random.ts'
import { type BrowserOfCall, inBrowser } from './actor.ts'
import { carryDisk, type Disk } from './disk.ts'
import { Documents, TabDocuments } from './documents.ts'
import type { Ledger } from './ledger.ts'
import type { LocalCode } from './local-code.ts'
import { origin } from './laboratory.ts'
import { asking, drawFault, type NetworkFault, sendOver, type Wire } from './network.ts'
import type { Deployment } from './platform/deployment.ts'
import type { VirtualTime } from './platform/virtual-time.ts'
import { Tab } from './tab.ts'

/** The parts of the product that a machine runs; a planted bug is another one of these. */
export interface Parts {
  /** Null for the present source. */
  version: string | null
  local: LocalCode
  startSync: (options: SyncOptions) => Sync
  service: Service
  wrapStore: (store: DocumentStore, tab: Tab, documents: Documents) => DocumentStore
  /** Return a document of an account after its view of the company has changed; null: delete it. */
  carryOver: (document: LocalDocument) => LocalDocument | null
  /** Return a document after its person has signed out; null: delete it. */
  leaveBehind: (document: LocalDocument) => LocalDocument | null
  /** Return the name of an account's documents on the disk. */
  nameOf: (account: Account) => string
  /** True if the documents of another view of the company are searched on opening. */
  looksAtScope: boolean
  /** True if a page that was offline pulls on its return. */
  resyncsOnReturn: boolean
}

export interface MachineOptions {
  name: string
  tabs: number
  allTables: boolean
  /** Only one page replicates; the others leave it to that one. */
  leads: boolean
  /** Records in a page that it asks for, and after which its first pull of analyses ends. */
  pageSize: number
  window: number
  seed: number
  time: VirtualTime
  edge: Deployment
  parts: Parts
  ledger: Ledger
  wire: Wire
  /** Chooses what happens at the next point where something may; without it the wire's rates do. */
  chaos?: Chaos | undefined
  note: (what: string) => void
  /** The session has run out: somebody has to sign in again. */
  onLapse: (machine: Machine) => void
}

/** Something at exactly the points that it wants. */
export interface Chaos {
  request: () => NetworkFault | null
  /** A step of the documents' store in a page, before it is done and after. */
  storage: (machine: Machine, tab: Tab, when: 'before' | 'after') => void
}

export interface Page {
  tab: Tab
  store: DocumentStore
  sync: Sync | null
}

/** One computer with one browser: its disk, its clock, its line and its pages. */
export class Machine {
  readonly options: MachineOptions
  readonly random: Random
  #parts: Parts
  skew = 0
  onLine = true
  full = false
  account: Account | null = null
  /** The session has run out, and nobody has signed in again yet. */
  lapsed = false
  #cookie = ''
  #pages: Page[] = []
  #opened = 0
  #requests = 0
  readonly #disk = new Map<string, Disk>()

  constructor(options: MachineOptions) {
    this.options = options
    this.#parts = options.parts
    this.random = createRandom(options.seed)
  }

  get parts(): Parts {
    return this.#parts
  }

  /** Load its pages again, as another version. */
  load(parts: Parts): void {
    if (parts === this.#parts) return
    this.#closePages()
    this.#parts = parts
    this.options.note(`${this.options.name} loads ${parts.version}`)
    if (this.account) this.reopen()
  }

  get pages(): readonly Page[] {
    return this.#pages
  }

  /** Return everything on the disk, also of people who are not signed in. */
  get disk(): readonly Disk[] {
    return [...this.#disk.values()]
  }

  /** Return the permissions for replication: it skips tables without one, which in most seeds are the small ones. */
  held(): readonly string[] {
    const { permissions = [] } = this.account ?? {}
    return this.options.allTables ? permissions : permissions.filter((one) => few.includes(one))
  }

  #placeOf(account: Account): string {
    return `${this.#parts.local.shape} ${this.#parts.nameOf(account)}`
  }

  documents(): Documents | null {
    return this.account && (this.#disk.get(this.#placeOf(this.account))?.documents ?? null)
  }

  /** Begin to know a person: the cookie and the account as the edge told it. */
  begin(account: Account, cookie: string): void {
    this.account = account
    this.#cookie = cookie
    this.lapsed = false
    this.options.wire.sessionOver = false
    this.reopen()
  }

  end(): void {
    this.#closePages()
    this.documents()?.replace(this.#parts.leaveBehind)
    this.account = null
    this.#cookie = ''
  }

  /** Open all pages again, as after a sign-in, or when the account sees another part of the company. */
  reopen(): void {
    this.#closePages()
    this.#openDisk()
    for (let at = 0; at < this.options.tabs; at++) this.#openPage()
  }

  killPage(which: number | Tab): void {
    const at = typeof which === 'number' ? which % Math.max(1, this.#pages.length) : -1
    const page = this.#pages.find(({ tab }, index) => tab === which || index === at)
    if (!page) return
    page.tab.kill()
    this.#pages = this.#pages.filter((one) => one !== page)
    this.#schedule(500 + this.random.below(20_000), () => this.#openPage())
    this.#schedule(10_000, () => this.lead())
  }

  freezePage(at: number, ms: number): void {
    const page = this.#pages[at % Math.max(1, this.#pages.length)]
    if (!page) return
    page.tab.freeze()
    this.options.time.after(ms, () => page.tab.thaw())
    this.#schedule(10_000, () => this.lead())
  }

  /** Sleep, so that nothing of it runs, and nothing reaches it. */
  sleep(ms: number): void {
    const { wire, time } = this.options
    const pages = [...this.#pages]
    for (const { tab } of pages) tab.freeze()
    wire.downClosed = wire.upClosed = true
    time.after(ms, () => {
      wire.downClosed = wire.upClosed = false
      for (const { tab } of pages) tab.thaw()
      this.comeBack()
    })
  }

  /** Cut the power: pages are gone, and so is what was not on the disk. */
  cutPower(): void {
    for (const { tab } of this.#pages) tab.kill()
    this.#pages = []
    for (const { documents } of this.#disk.values()) documents.crash()
    const { account } = this
    this.#schedule(1000 + this.random.below(20_000), () => {
      if (this.account === account && account) this.reopen()
    })
  }

  /** Bring the live bus back after a gap. */
  comeBack(): void {
    if (this.#parts.resyncsOnReturn) this.hint()
  }

  hint(): void {
    for (const { tab, sync } of this.#pages) tab.schedule(0, () => sync?.resync())
  }

  /** Tell the replicating page that an operation waits. */
  poke(): void {
    for (const { tab, sync } of this.#pages) tab.schedule(1, () => sync?.poke())
  }

  /** Sees to it that one page at least replicates that is alive and not frozen. */
  lead(): void {
    const awake = this.#pages.filter(({ tab }) => tab.alive && !tab.frozen)
    const [first] = awake
    if (first && (!this.options.leads || !awake.some(({ sync }) => sync))) {
      for (const page of this.options.leads ? [first] : awake) this.#start(page)
    }
  }

  heal(): void {
    const { wire } = this.options
    wire.rates = {}
    wire.upClosed = wire.downClosed = false
    this.onLine = true
    this.full = false
    for (const { tab } of this.#pages) if (tab.frozen) tab.thaw()
    this.lead()
  }

  #openDisk(): void {
    const { account } = this
    const { ledger, name, note } = this.options
    const parts = this.#parts
    if (!account) return
    const place = this.#placeOf(account)
    const who = `${account.username}@${name}`
    const { uuid: user, company_uuid: company, scope } = account
    const { shape, packDocument } = parts.local
    const here = this.#disk.get(place) ?? {
      place: parts.nameOf(account),
      shape,
      packDocument,
      user,
      company,
      scope,
      documents: new Documents(ledger.watch(who, company)),
    }
    this.#disk.set(place, here)
    if (here.scope !== scope && parts.looksAtScope) {
      note(`${who} sees something else now`)
      here.scope = scope
      here.documents.replace(parts.carryOver)
    }
    for (const [name, disk] of this.#disk) {
      if (disk.place !== here.place || disk.shape === shape) continue
      const all = carryDisk(disk, here, parts.local)
      note(`${who} carries over ${disk.shape} to ${shape}: ${all ? 'all' : 'not all'}`)
      // Leave the old one now and then, as a kill before it is gone does: it is carried over once more.
      if (all && this.random.next() < 0.8) this.#disk.delete(name)
    }
  }

  #openPage(): void {
    const { account } = this
    const documents = this.documents()
    if (!account || !documents || this.#pages.length >= this.options.tabs) return
    const { name, time, chaos } = this.options
    const parts = this.#parts
    this.#opened += 1
    const tab = new Tab(`${name}.${this.#opened}`, time, createRandom(this.random.below(2 ** 31)))
    const store = parts.wrapStore(
      new TabDocuments(
        documents,
        tab,
        parts.local,
        () => this.full,
        (when) => chaos?.storage(this, tab, when),
      ),
      tab,
      documents,
    )
    this.#pages.push({ tab, store, sync: null })
    this.lead()
  }

  #start(page: Page): void {
    const { account } = this
    if (!account || page.sync) return
    const { note } = this.options
    const parts = this.#parts
    const { tab, store } = page
    const browser = this.#browserOf(tab)
    const sync = inBrowser(browser, () =>
      parts.startSync({
        store,
        service: parts.service,
        clock: {
          now: () => tab.time.now + this.skew,
          wait: (ms, signal) =>
            new Promise((resolve) => {
              signal?.addEventListener('abort', () => resolve(), { once: true })
              tab.schedule(Math.max(0, ms), () => resolve())
            }),
        },
        random: () => tab.random.next(),
        permissions: this.held(),
        scope: account.scope,
        pageSize: this.options.pageSize,
        window: this.options.window,
        onScope: () => tab.schedule(1000, () => this.#askAgain()),
        report: ({ what, fault }) => note(`${tab.name} ${what} ${fault.code} ${fault.message}`),
      }),
    )
    page.sync = {
      ...sync,
      resync: () => inBrowser(browser, () => sync.resync()),
      refresh: () => inBrowser(browser, () => sync.refresh()),
      fetchOlder: () => inBrowser(browser, () => sync.fetchOlder()),
      poke: () => inBrowser(browser, () => sync.poke()),
      retry: (id) => inBrowser(browser, () => sync.retry(id)),
    }
  }

  /** Refresh the account, because the edge answers for another view of the company; a refusal ends as in web/client/call.ts. */
  #askAgain(): void {
    const [page] = this.#pages
    if (!page) return
    const { tab } = page
    void this.#fetch(tab, '/v3/session/me', asking())
      .then(async (answer) => {
        if (answer.status === 401) await this.#browserOf(tab).refresh()
        return (await answer.json()) as { ok: boolean; data: Account }
      })
      .then(({ ok, data }) => {
        if (!ok || data.uuid !== this.account?.uuid) throw new Error('not now')
        this.account = data
        this.reopen()
      })
      .catch(() => tab.schedule(3000, () => this.#askAgain()))
  }

  #browserOf(tab: Tab): BrowserOfCall {
    return {
      isOnLine: () => this.onLine,
      fetch: (url, init) => this.#fetch(tab, url, init),
      refresh: async () => {
        const refreshed = await this.#fetch(tab, '/v3/session/login', asking()).catch(() => null)
        if (refreshed?.status === 401) this.#lapse()
        return refreshed?.ok ?? false
      },
    }
  }

  #fetch(tab: Tab, url: string, init: RequestInit): Promise<Response> {
    const { seed, wire, edge, chaos, note } = this.options
    const number = (this.#requests += 1)
    const headers = new Headers(init.headers ?? {})
    headers.set('Cookie', this.#cookie)
    headers.set('Sec-Fetch-Site', 'same-origin')
    const what = `${tab.name} #${number} ${init.method} ${url.slice(3, 40)}`
    note(what)
    const random = createRandom((seed * 31 + number * 7919) >>> 0)
    const drawn = drawFault(wire.rates, random)
    return sendOver({
      tab,
      wire,
      random,
      fault: chaos ? chaos.request() : drawn,
      signal: init.signal ?? null,
      note: (fault) => note(`${what}: ${fault}`),
      deliver: () =>
        edge.fetch(
          new Request(`${origin}${url}`, {
            method: init.method ?? 'GET',
            headers,
            ...(typeof init.body === 'string' ? { body: init.body } : {}),
          }),
        ),
    })
  }

  #lapse(): void {
    if (this.lapsed) return
    this.lapsed = true
    this.options.onLapse(this)
  }

  #closePages(): void {
    for (const { tab, sync } of this.#pages) {
      sync?.stop()
      tab.kill()
    }
    this.#pages = []
  }

  #schedule(ms: number, work: () => void): void {
    this.options.time.after(ms, work)
  }
}

const few = ['analysis.search', 'products.search']
