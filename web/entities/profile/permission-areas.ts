import { type Permission, permissions } from '../../../domain/permissions.ts'

/** Areas in which permissions are shown, in their order; each with its text `rights.area.…`. */
export const permissionAreas = [
  'analyses',
  'methods',
  'devices',
  'material',
  'certificates',
  'people',
  'companies',
  'messages',
  'records',
] as const
export type PermissionArea = (typeof permissionAreas)[number]

type Resource = Permission extends infer Name
  ? Name extends `${infer Of}.${string}`
    ? Of
    : never
  : never

/** Area of each resource. One without its line does not compile: nobody could grant its permissions on the page. */
const areas: Readonly<Record<Resource, PermissionArea>> = {
  analysis: 'analyses',
  attachments: 'analyses',
  results: 'analyses',
  application: 'methods',
  protocol: 'methods',
  recipes: 'methods',
  globalRecipes: 'methods',
  evaluationRecipe: 'methods',
  processRecipe: 'methods',
  products: 'devices',
  calibrations: 'devices',
  instruments: 'devices',
  instrumentsType: 'devices',
  cfx96: 'devices',
  tech: 'devices',
  bkits: 'material',
  production: 'material',
  bkernels: 'material',
  certificates: 'certificates',
  users: 'people',
  profiles: 'people',
  permissions: 'people',
  swarms: 'people',
  apiKeys: 'people',
  companies: 'companies',
  partners: 'companies',
  contextAttributes: 'companies',
  notifications: 'messages',
  emails: 'messages',
  audit: 'records',
  developer: 'records',
}

/** List the permissions of an area, in the order of the table of permissions. */
export function listPermissions(area: PermissionArea): Permission[] {
  return permissions.filter((name) => areas[name.split('.')[0] as Resource] === area)
}
