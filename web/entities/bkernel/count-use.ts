import type { CompanyUse } from '../../../domain/calls/bkernels.ts'
import type { Bkernel } from '../../../domain/entities/bkernel.ts'
import { compareVersions } from '../../../domain/rules/version.ts'

type Version = Pick<Bkernel, 'version' | 'models'>

/** Devices of a company that are counted for a version. */
export interface CountedCompany {
  uuid: string
  name: string
  count: number
}

type Counts = CompanyUse['devices'][number]

/** Count the devices of each company that `fits`, the most first; companies without any are left out. */
function countBy(uses: readonly CompanyUse[], fits: (device: Counts) => boolean): CountedCompany[] {
  return uses
    .map(({ uuid, name, devices }) => {
      const count = devices.reduce((sum, one) => sum + (fits(one) ? one.count : 0), 0)
      return { uuid, name, count }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}

/** Return who runs a version. */
export function whoRuns(
  { version, models }: Version,
  uses: readonly CompanyUse[],
): CountedCompany[] {
  return countBy(uses, (one) => one.version === version && models.includes(one.model))
}

/** Return who runs a version that is not published for their model, with the names of these: model and number. */
export function whoRunsUnlisted(
  listed: readonly Version[],
  uses: readonly CompanyUse[],
): { names: string[]; companies: CountedCompany[] } {
  const isUnlisted = (one: Counts) =>
    !listed.some(({ version, models }) => version === one.version && models.includes(one.model))
  const found = uses.flatMap(({ devices }) => devices.filter(isUnlisted))
  const names = new Set(found.map(({ model, version }) => `${model} ${version}`))
  return { names: [...names].toSorted(), companies: countBy(uses, isUnlisted) }
}

/** Return who could install a version: devices of its models that run an older one. */
export function whoCanInstall(
  { version, models }: Version,
  uses: readonly CompanyUse[],
): CountedCompany[] {
  const isOlder = (of: string) => compareVersions(of, version) < 0
  return countBy(uses, (one) => models.includes(one.model) && isOlder(one.version))
}

/** Return the sum over companies. */
export function countAll(companies: readonly CountedCompany[]): number {
  return companies.reduce((sum, { count }) => sum + count, 0)
}

/** Companies and devices that a version is offered to; both empty: everybody. */
export interface Links {
  companies: ReadonlySet<string>
  devices: ReadonlySet<string>
}

/**
 * Foresee to whom a version is offered with these links. Devices that are linked by themselves are counted as they are: whether they
 * could install it is not known here.
 */
export function foreseeLinks(
  version: Version,
  uses: readonly CompanyUse[],
  { companies, devices }: Links,
): { offered: CountedCompany[]; others: CountedCompany[]; single: number } {
  const all = whoCanInstall(version, uses)
  if (companies.size + devices.size === 0) return { offered: all, others: [], single: 0 }
  return {
    offered: all.filter(({ uuid }) => companies.has(uuid)),
    others: all.filter(({ uuid }) => !companies.has(uuid)),
    single: devices.size,
  }
}
