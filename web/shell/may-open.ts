import { can } from '../../domain/permissions.ts'
import { routes } from '../routes.tsx'
import { permissionOf } from './find-route.ts'

const needed = new Map(routes.map((route) => [route.path, permissionOf(route)]))

/**
 * Return true if an account may open the page at an address without parts that vary: its route names the permission. An address
 * without a route is open to nobody.
 */
export function mayOpen(permissions: readonly string[], path: string): boolean {
  const permission = needed.get(path)
  return permission !== undefined && can(permissions, permission)
}
