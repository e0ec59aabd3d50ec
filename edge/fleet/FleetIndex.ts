import { DurableObject } from 'cloudflare:workers'
import type { VersionDevice } from '../../domain/calls/bkernels.ts'
import { storesAtOnce } from '../../domain/catalog/limits.ts'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import type { Audience } from '../../domain/rules/rollout.ts'
import { listCompanyIds } from '../directory/companies.ts'
import { isFrozen } from '../frozen.ts'
import { inTime, patience } from '../in-time.ts'
import { logFailure, logNote } from '../log.ts'
import { regional } from '../regional.ts'
import { choiceOf, type CompanyFleet, judgeAudience, judgeUpdates } from './judge-devices.ts'
import type { FleetDevice, FleetReport, FleetState, FleetSwarm } from './report.ts'

/** Version of these tables: with another one, the stores report everything again. Everything here is also in a store. */
const shape = 2
/** Pause between the creation of the index and its first questions to the stores (ms). */
const firstMs = 10_000
/** Pause before a rebuild goes on where the region is frozen, or the directory did not answer (ms). */
const restMs = 60_000

const tables = `
  DROP TABLE IF EXISTS companies;
  DROP TABLE IF EXISTS devices;
  DROP TABLE IF EXISTS swarms;
  CREATE TABLE companies (uuid TEXT PRIMARY KEY, generation TEXT NOT NULL, seq INTEGER NOT NULL, heard_at TEXT NOT NULL,
    bytes INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE devices (company TEXT NOT NULL, uuid TEXT NOT NULL, model TEXT NOT NULL, version TEXT NOT NULL,
    name TEXT NOT NULL, fact TEXT NOT NULL, PRIMARY KEY (company, uuid)) WITHOUT ROWID;
  CREATE INDEX devices_by_version ON devices (company, model, version);
  CREATE TABLE swarms (company TEXT NOT NULL, uuid TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (company, uuid)) WITHOUT ROWID;
`

/** Progress of a rebuild: companies after `after` have not been asked yet. */
type Rebuild = FleetState['rebuild'] & { after: string }

type Company = Pick<CompanyFleet, 'company'> & { heard_at: string }
type Row = Record<string, SqlStorageValue>

/**
 * Keeps what the stores of all companies of a region report of their devices (decision 100), in one object, so that a list over companies
 * needs one query. It finds and counts; rights are decided, and acts carried out, by the stores. They can report everything again at any time.
 */
export class FleetIndex extends DurableObject<Env> {
  readonly #sql: SqlStorage

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#sql = ctx.storage.sql
    if (ctx.storage.kv.get('shape') === shape) return
    ctx.storage.transactionSync(() => {
      this.#sql.exec(tables)
      ctx.storage.kv.put('shape', shape)
      this.#begin()
    })
    ctx.waitUntil(ctx.storage.setAlarm(Date.now() + firstMs))
  }

  /**
   * Keep what a store tells. A report of everything replaces what was known of its company, in one transaction.
   * @returns false where the report does not go on from the place that is known here: the store then tells everything.
   */
  take(report: FleetReport): boolean {
    const { company, generation, from, to, devices, swarms, bytes, gone } = report
    return this.ctx.storage.transactionSync(() => {
      if (from === null) this.#forget(company)
      else if (!this.#isAt(company, generation, from)) return false
      for (const device of devices) this.#keepDevice(company, device)
      for (const { uuid, name } of swarms) {
        this.#sql.exec('INSERT OR REPLACE INTO swarms VALUES (?, ?, ?)', company, uuid, name)
      }
      for (const uuid of gone) {
        this.#sql.exec('DELETE FROM devices WHERE company = ? AND uuid = ?', company, uuid)
        this.#sql.exec('DELETE FROM swarms WHERE company = ? AND uuid = ?', company, uuid)
      }
      this.#sql.exec(
        'INSERT OR REPLACE INTO companies VALUES (?, ?, ?, ?, ?)',
        company,
        generation,
        to,
        new Date().toISOString(),
        bytes,
      )
      return true
    })
  }

  #isAt(company: string, generation: string, seq: number): boolean {
    const query = 'SELECT 1 FROM companies WHERE uuid = ? AND generation = ? AND seq = ?'
    return this.#all(query, company, generation, seq).length > 0
  }

  #keepDevice(company: string, device: FleetDevice): void {
    const { uuid, model, bkernel_version, name } = device
    // Write no row where only a run has changed the record of its device.
    this.#sql.exec(
      `INSERT INTO devices VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (company, uuid) DO UPDATE SET model = excluded.model,
         version = excluded.version, name = excluded.name, fact = excluded.fact WHERE fact <> excluded.fact`,
      company,
      uuid,
      model,
      bkernel_version,
      name,
      JSON.stringify(device),
    )
  }

  /** Forget a company: it was closed or erased. */
  forget(company: string): void {
    this.ctx.storage.transactionSync(() => this.#forget(company))
  }

  #forget(company: string): void {
    this.#sql.exec('DELETE FROM devices WHERE company = ?', company)
    this.#sql.exec('DELETE FROM swarms WHERE company = ?', company)
    this.#sql.exec('DELETE FROM companies WHERE uuid = ?', company)
  }

  /** Count the devices of companies by model and version; companies of which nothing was heard are left out. */
  use(companies: readonly string[]) {
    const rows = this.#all<{ company: string; model: string; version: string; count: number }>(
      `SELECT company, model, version, count(*) AS count FROM devices
       WHERE company IN (SELECT value FROM json_each(?)) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      JSON.stringify(companies),
    )
    const counted = byCompany(rows)
    return this.#heard(companies).map((one) => ({
      ...one,
      devices: (counted.get(one.company) ?? []).map(({ company: _its, ...count }) => count),
    }))
  }

  /** Count the devices of companies, and return the sizes of their stores; companies of which nothing was heard are left out. */
  figures(companies: readonly string[]) {
    return this.#all<Company & { bytes: number; devices: number }>(
      `SELECT uuid AS company, heard_at, bytes,
         (SELECT count(*) FROM devices WHERE devices.company = companies.uuid) AS devices
       FROM companies WHERE uuid IN (SELECT value FROM json_each(?))`,
      JSON.stringify(companies),
    )
  }

  /** Return those of these devices that are in one of these companies. */
  named(companies: readonly string[], uuids: readonly string[]): VersionDevice[] {
    return this.#all<{ fact: string }>(
      `SELECT fact FROM devices WHERE company IN (SELECT value FROM json_each(?))
         AND uuid IN (SELECT value FROM json_each(?)) ORDER BY name, uuid`,
      JSON.stringify(companies),
      JSON.stringify(uuids),
    ).map(({ fact }) => choiceOf(JSON.parse(fact) as FleetDevice))
  }

  /** Find for each company which of its devices a plan chooses. */
  audience(companies: readonly string[], version: Bkernel, plan: Audience) {
    return this.#fleets(companies, version).map(({ heard_at, ...fleet }) => ({
      company: fleet.company,
      heard_at,
      ...judgeAudience(version, plan, fleet),
    }))
  }

  /** Find for each company how far a version is with its devices. */
  updates(companies: readonly string[], version: Bkernel) {
    return this.#fleets(companies, version).map(({ heard_at, ...fleet }) => ({
      company: fleet.company,
      heard_at,
      ...judgeUpdates(version, fleet),
    }))
  }

  /** Read the devices of companies that are of the models of a version, by name. */
  #fleets(
    companies: readonly string[],
    { models }: Bkernel,
  ): (CompanyFleet & { heard_at: string })[] {
    const some = JSON.stringify(companies)
    const devices = this.#all<{ company: string; fact: string }>(
      `SELECT company, fact FROM devices WHERE company IN (SELECT value FROM json_each(?))
         AND model IN (SELECT value FROM json_each(?)) ORDER BY name, uuid`,
      some,
      JSON.stringify(models),
    )
    const swarms = this.#all<FleetSwarm & { company: string }>(
      'SELECT company, uuid, name FROM swarms WHERE company IN (SELECT value FROM json_each(?))',
      some,
    )
    const [facts, names] = [byCompany(devices), byCompany(swarms)]
    return this.#heard(companies).map((one) => ({
      ...one,
      devices: (facts.get(one.company) ?? []).map(({ fact }) => JSON.parse(fact) as FleetDevice),
      swarms: names.get(one.company) ?? [],
    }))
  }

  #heard(companies: readonly string[]): Company[] {
    return this.#all<Company>(
      `SELECT uuid AS company, heard_at FROM companies WHERE uuid IN (SELECT value FROM json_each(?))`,
      JSON.stringify(companies),
    )
  }

  #all<Found>(query: string, ...values: SqlStorageValue[]): Found[] {
    // Take the columns that the statements name.
    return this.#sql.exec<Row>(query, ...values).toArray() as Found[]
  }

  /** Say how much is known, how old the oldest of it is, and how far a rebuild is. */
  state(): FleetState {
    const [counts] = this.#all<Omit<FleetState, 'rebuild'>>(
      `SELECT count(*) AS companies, (SELECT count(*) FROM devices) AS devices, min(heard_at) AS oldest FROM companies`,
    ) as [Omit<FleetState, 'rebuild'>]
    const { after: _place, ...rebuild } = this.#rebuild()
    return { ...counts, rebuild }
  }

  /** Ask every store of the region to tell everything again. What is known of a company stays until its store has done so. */
  async rebuild(): Promise<FleetState> {
    this.ctx.storage.transactionSync(() => {
      this.#sql.exec(`UPDATE companies SET generation = 'rebuilt'`)
      this.#begin()
    })
    await this.ctx.storage.setAlarm(Date.now())
    return this.state()
  }

  #begin(): void {
    const begun_at = new Date().toISOString()
    this.#keepRebuild({ begun_at, ended_at: null, asked: 0, failed: 0, after: '' })
  }

  #rebuild(): Rebuild {
    // Expect one: it was made together with the tables.
    return this.ctx.storage.kv.get<Rebuild>('rebuild') as Rebuild
  }

  #keepRebuild(rebuild: Rebuild): void {
    this.ctx.storage.kv.put('rebuild', rebuild)
  }

  /** Go on with a rebuild. The platform gives an alarm up after some failures, and the rebuild would never end. */
  override async alarm(): Promise<void> {
    try {
      await this.#goOn()
    } catch (error) {
      logFailure('the index of the fleet was not rebuilt further', error)
      await this.ctx.storage.setAlarm(Date.now() + restMs)
    }
  }

  /** Ask some stores in a turn. One that does not answer tells by its own alarm later. */
  async #goOn(): Promise<void> {
    const before = this.#rebuild()
    if (before.ended_at !== null) return
    if (isFrozen(this.env)) return this.ctx.storage.setAlarm(Date.now() + restMs)
    const all = (await listCompanyIds(this.env.DIRECTORY)).toSorted()
    const some = all.filter((company) => company > before.after).slice(0, storesAtOnce)
    const failed = (await Promise.all(some.map((company) => this.#ask(company)))).filter(
      (isTold) => !isTold,
    ).length
    // Stop if another rebuild has begun meanwhile.
    if (this.#rebuild().begun_at !== before.begun_at) return
    const last = some.at(-1)
    const counts = { asked: before.asked + some.length, failed: before.failed + failed }
    if (last !== undefined) {
      this.#keepRebuild({ ...before, ...counts, after: last })
      return this.ctx.storage.setAlarm(Date.now())
    }
    this.#forgetOthers(all)
    this.#keepRebuild({ ...before, ...counts, ended_at: new Date().toISOString() })
    logNote('the index of the fleet was rebuilt', counts)
  }

  async #ask(company: string): Promise<boolean> {
    try {
      const store = regional(this.env.COMPANY_STORE, this.env, company)
      await inTime(`store of ${company}`, store.tellFleet(), patience.report)
      return true
    } catch (error) {
      logFailure(`store of ${company} did not tell of its devices`, error)
      return false
    }
  }

  /** Forget companies that are not in the region, or no longer. */
  #forgetOthers(all: readonly string[]): void {
    const there = new Set(all)
    for (const { company } of this.#all<{ company: string }>(
      'SELECT uuid AS company FROM companies',
    )) {
      if (!there.has(company)) this.forget(company)
    }
  }
}

function byCompany<One extends { company: string }>(rows: readonly One[]): Map<string, One[]> {
  return Map.groupBy(rows, ({ company }) => company)
}
