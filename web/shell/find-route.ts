import { matchRoute } from 'wouter'
import { can, type Permission } from '../../domain/permissions.ts'
import type { MessageKey } from '../i18n/text-files.ts'

/** A pattern of the route table and what it is called. */
export interface Titled {
  path: string
  title: MessageKey
}

type Parser = Parameters<typeof matchRoute>[0]

/**
 * Find the first route whose pattern fits a path; undefined for an unknown or unreadable address, which shows the
 * catch-all page.
 */
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

/** Return the permission of a route: only the first one listed is checked; null where it is open (spec §2 "Routing rules"). */
export function permissionOf({ needs }: { needs: readonly Permission[] }): Permission | null {
  return needs[0] ?? null
}

/** Result of an address: a screen, the page of a missing permission, or the catch-all page. */
export type Entry<Found> =
  | { kind: 'screen'; route: Found }
  | { kind: 'refused'; needed: Permission }
  | { kind: 'nowhere' }

/** Decide it for an account that holds so many permissions; nothing is entered with a permission it does not hold (spec §2 "Routing rules"). */
export function enterRoute<Found extends { needs: readonly Permission[] }>(
  route: Found | undefined,
  held: readonly string[],
): Entry<Found> {
  if (!route) return { kind: 'nowhere' }
  const needed = permissionOf(route)
  return needed === null || can(held, needed)
    ? { kind: 'screen', route }
    : { kind: 'refused', needed }
}

/**
 * List the routes above a path, outermost first: the list above a record (home is above everything and left out).
 * @param list path of the list that the route of this path names.
 * @param isRecord true for a page that shows one record at the address of its list, as that of a device: the list is above it.
 */
export function listAncestors<Found extends Titled>(
  routes: readonly Found[],
  path: string,
  list?: string,
  isRecord = false,
): Found[] {
  return routes
    .filter((route) =>
      list === undefined
        ? route.path !== '/' &&
          !route.path.includes(':') &&
          (path.startsWith(`${route.path}/`) || (isRecord && path === route.path))
        : route.path === list,
    )
    .toSorted((a, b) => a.path.length - b.path.length)
}
