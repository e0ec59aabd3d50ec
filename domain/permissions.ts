/**
 * Every permission: stored as `resource.action`, on the right the name that the specification's
 * route table uses (decisions R12). The one place where the two spellings meet.
 */
export const permissionNames = {
  'application.search': 'applicationSearch',
  'protocol.search': 'protocolSearch',
  'protocol.create': 'protocolCreate',
  'protocol.edit': 'protocolEdit',
  'protocol.use': 'protocolUse',
  'companies.menu': 'guiSideMenuCompanies',
  'companies.search': 'companiesSearch',
  'companies.uploadLogo': 'companiesUploadLogo',
  'partners.search': 'partnersSearch',
  'bkernels.menu': 'guiSideMenuBkernels',
  'swarms.search': 'swarmsSearch',
  'users.menu': 'guiSideMenuUsers',
  'users.search': 'usersSearch',
  'users.create': 'usersCreate',
  'permissions.edit': 'permissionsEdit',
  'globalRecipes.edit': 'globalRecipesEdit',
  'globalRecipes.search': 'globalRecipesSearch',
  'recipes.search': 'recipesSearch',
  'recipes.create': 'recipesCreate',
  'recipes.edit': 'recipesEdit',
  'evaluationRecipe.search': 'evaluationRecipeSearch',
  'evaluationRecipe.edit': 'evaluationRecipeEdit',
  'evaluationRecipe.create': 'evaluationRecipeCreate',
  'processRecipe.search': 'processRecipeSearch',
  'processRecipe.edit': 'processRecipeEdit',
  'processRecipe.create': 'processRecipeCreate',
  'analysis.search': 'analysisSearch',
  'analysis.create': 'analysisCreate',
  'analysis.edit': 'analysisEdit',
  'analysis.run': 'analysisRun',
  'analysis.delete': 'analysisDelete',
  'analysis.recalculate': 'analysisRecalculate',
  'analysis.makeComplete': 'analysisMakeComplete',
  'analysis.validate': 'analysisValidate',
  'analysis.report': 'analysisReport',
  'products.search': 'productsSearch',
  'products.edit': 'productsEdit',
  'bkits.search': 'bkitsSearch',
  'production.menu': 'productionMenu',
  'certificates.search': 'certificatesSearch',
  'certificates.edit': 'certificatesEdit',
  'notifications.search': 'notificationsSearch',
  'notifications.create': 'notificationsCreate',
  'notifications.edit': 'notificationsEdit',
  'results.menu': 'guiSideMenuResults',
  'cfx96.use': 'canUseCfx96',
  'tech.use': 'isTech',
} as const

export type Permission = keyof typeof permissionNames

export const permissions = Object.keys(permissionNames) as Permission[]

export type BaseProfile = 'SuperAdmin' | 'Administrator' | 'Manager' | 'Operator'

const providerOnly: readonly Permission[] = [
  'companies.menu',
  'bkernels.menu',
  'globalRecipes.edit',
  'production.menu',
  'partners.search',
  'tech.use',
]

const operator: readonly Permission[] = [
  'analysis.search',
  'analysis.create',
  'analysis.edit',
  'analysis.run',
  'analysis.report',
  'application.search',
  'protocol.search',
  'protocol.use',
  'recipes.search',
  'globalRecipes.search',
  'processRecipe.search',
  'evaluationRecipe.search',
  'products.search',
  'swarms.search',
  'results.menu',
  'bkits.search',
  'companies.search',
  'cfx96.use',
]

const manager: readonly Permission[] = [
  ...operator,
  'analysis.delete',
  'analysis.recalculate',
  'analysis.makeComplete',
  'analysis.validate',
  'recipes.create',
  'recipes.edit',
  'processRecipe.create',
  'processRecipe.edit',
  'evaluationRecipe.create',
  'evaluationRecipe.edit',
  'protocol.create',
  'protocol.edit',
  'certificates.search',
  'certificates.edit',
  'products.edit',
  'users.search',
]

/** The default matrix, editable per company (decisions D6). */
export const defaultProfiles: Readonly<Record<BaseProfile, readonly Permission[]>> = {
  SuperAdmin: permissions,
  Administrator: permissions.filter((name) => !providerOnly.includes(name)),
  Manager: manager,
  Operator: operator,
}

/** What a company may use at all; a user's permission does not reach beyond it (decisions D60). */
export interface Capabilities {
  canUseCfx96: boolean
  certificates: boolean
  developer: boolean
  partner: boolean
}

/** Permissions that hold: those of the profile, less what the company cannot use. Unknown is denied. */
export function effectivePermissions(
  granted: readonly string[],
  company: Capabilities,
): Permission[] {
  return permissions.filter((name) => {
    if (!granted.includes(name)) return false
    if (name === 'cfx96.use') return company.canUseCfx96
    if (name.startsWith('certificates.')) return company.certificates
    if (name === 'partners.search') return company.partner
    return true
  })
}

/** Asks for a capability, never for a role; `null` means that nothing is needed. */
export function can(held: readonly string[], needed: Permission | null): boolean {
  return needed === null || held.includes(needed)
}
