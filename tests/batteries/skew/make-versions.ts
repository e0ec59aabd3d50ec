import { mutate, numberVersion } from '../sync-sim/node-hooks.ts'
import { pageNumbers, tagOf, versionChanges } from './versions.ts'

/** Make the versions, before any module of the product is loaded. */
export function makeVersions(): void {
  for (const change of versionChanges) mutate(change)
  for (const version of ['before', 'next'] as const)
    numberVersion(tagOf('page', version) ?? '', pageNumbers[version])
}
