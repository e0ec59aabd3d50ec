import { type Permission, permissions } from '../../../domain/permissions.ts'

/** Areas in which permissions are shown, each with its text `rights.area.…`; by the first word of a permission. */
const areas = {
  analyses: ['analysis', 'attachments', 'results'],
  methods: [
    'application',
    'protocol',
    'recipes',
    'globalRecipes',
    'evaluationRecipe',
    'processRecipe',
  ],
  devices: ['products', 'calibrations', 'instruments', 'instrumentsType', 'cfx96', 'tech'],
  material: ['bkits', 'production', 'bkernels'],
  certificates: ['certificates'],
  people: ['users', 'profiles', 'permissions', 'swarms', 'apiKeys'],
  companies: ['companies', 'partners', 'contextAttributes'],
  messages: ['notifications', 'emails'],
  records: ['audit', 'developer'],
} as const satisfies Record<string, readonly string[]>

export type PermissionArea = keyof typeof areas

export const permissionAreas = Object.keys(areas) as PermissionArea[]

/** List the permissions of an area, in the order of the table of permissions. */
export function listPermissions(area: PermissionArea): Permission[] {
  const words: readonly string[] = areas[area]
  return permissions.filter((name) => words.includes(name.split('.')[0] ?? ''))
}
