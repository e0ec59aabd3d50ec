import { Fault } from '../../domain/fault.ts'
import { compareVersions } from '../../domain/rules/version.ts'

/**
 * The oldest page whose writes are taken. Raised only where what an older one sends can no longer be understood: two
 * versions back always can (docs/offline.md, "Versions that meet").
 */
export const oldestPage = '2.4.0'

/**
 * @param application what a page of ours says it is (decisions D44); other programmes say nothing of it.
 * @throws Fault `client_outdated`: the page keeps what was made with it until it is loaded again.
 */
export function checkPage(application: string | undefined): void {
  const version = /^bApp\/(\d+(?:\.\d+)*)/.exec(application ?? '')?.[1]
  if (version === undefined || compareVersions(version, oldestPage) >= 0) return
  throw new Fault(
    'client_outdated',
    `This page is of version ${version}, at least ${oldestPage} is needed`,
  )
}
