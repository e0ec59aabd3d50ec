import { matchRoute } from 'wouter'
import type { Permission } from '../../domain/permissions.ts'
import type { MessageKey } from '../i18n/catalogs.ts'

/** A pattern of the route table and what it is called. */
export interface Titled {
  path: string
  title: MessageKey
}

type Parser = Parameters<typeof matchRoute>[0]

/** The first route whose pattern fits a path; undefined for an address that is nowhere, or cannot be read: then the catch-all page shows. */
export function findRoute<Found extends Titled>(
  parser: Parser,
  routes: readonly Found[],
  path: string,
): Found | undefined {
  if (!isReadable(path)) return undefined
  return routes.find((route) => matchRoute(parser, route.path, path)[0])
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** What a route asks for: only the first permission listed on it is checked; null where it is open (spec §2 "Routing rules"). */
export function permissionOf({ needs }: { needs: readonly Permission[] }): Permission | null {
  return needs[0] ?? null
}

/** The routes that lie above a path, outermost first: the list above a record (home is above everything and left out). */
export function listAncestors<Found extends Titled>(
  routes: readonly Found[],
  path: string,
): Found[] {
  return routes
    .filter(
      (route) =>
        route.path !== '/' && !route.path.includes(':') && path.startsWith(`${route.path}/`),
    )
    .toSorted((a, b) => a.path.length - b.path.length)
}
