import type { Parts } from '../sync-sim/machine.ts'
import { realParts } from '../sync-sim/parts.ts'
import type { DeploymentOptions } from '../sync-sim/platform/deployment.ts'
import { loadEdge } from '../sync-sim/platform/load-edge.ts'
import { tagOf, type Version } from './versions.ts'

type EdgeCode = Pick<DeploymentOptions, 'app' | 'store'>

export interface Versions {
  page: Record<Version, Parts>
  edge: Record<Version, EdgeCode>
}

/** Load each version with modules of its own, and so with its own state. @param now modules that are loaded already. */
export async function loadVersions(now: { page: Parts; edge: EdgeCode }): Promise<Versions> {
  return {
    page: {
      before: await realParts(tagOf('page', 'before')),
      now: now.page,
      next: await realParts(tagOf('page', 'next')),
    },
    edge: {
      before: await loadEdge(tagOf('edge', 'before')),
      now: now.edge,
      next: await loadEdge(tagOf('edge', 'next')),
    },
  }
}
