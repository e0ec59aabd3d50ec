/**
 * Every permission: stored as `resource.action`, on the right the name that the specification's
 * route table uses (decisions R12). The one place where the two spellings meet.
 */
export const permissionNames = {
  'application.search': 'applicationSearch',
  'application.create': 'applicationCreate',
  'application.edit': 'applicationEdit',
  'application.delete': 'applicationDelete',
  'protocol.search': 'protocolSearch',
  'protocol.create': 'protocolCreate',
  'protocol.edit': 'protocolEdit',
  'protocol.delete': 'protocolDelete',
  'protocol.use': 'protocolUse',
  'companies.menu': 'guiSideMenuCompanies',
  'companies.search': 'companiesSearch',
  'companies.create': 'companiesCreate',
  'companies.edit': 'companiesEdit',
  'companies.delete': 'companiesDelete',
  'companies.details': 'companiesEditDetails',
  'companies.uploadLogo': 'companiesUploadLogo',
  'companies.reach': 'companiesReach',
  'partners.search': 'partnersSearch',
  'partners.promote': 'partnersPromote',
  'partners.demote': 'partnersDemote',
  'partners.linkUnderlings': 'partnersLinkUnderlings',
  'bkernels.menu': 'guiSideMenuBkernels',
  'bkernels.search': 'bkernelsSearch',
  'bkernels.create': 'bkernelsCreate',
  'bkernels.edit': 'bkernelsEdit',
  'bkernels.delete': 'bkernelsDelete',
  'bkernels.linkVersions': 'bkernelsLinkVersions',
  'swarms.search': 'swarmsSearch',
  'swarms.create': 'swarmsCreate',
  'swarms.edit': 'swarmsEdit',
  'swarms.delete': 'swarmsDelete',
  'swarms.merge': 'swarmsMerge',
  'swarms.linkUsers': 'swarmsLinkUsers',
  'swarms.linkBCubes': 'swarmsLinkBCubes',
  'users.menu': 'guiSideMenuUsers',
  'users.search': 'usersSearch',
  'users.create': 'usersCreate',
  'users.edit': 'usersEdit',
  'users.delete': 'usersDelete',
  'users.migrate': 'usersMigrate',
  'users.linkSwarms': 'usersLinkSwarms',
  'users.resetPassword': 'usersResetPassword',
  'users.setReviewer': 'usersSetReviewer',
  'users.promote': 'usersPromote',
  'users.demote': 'usersDemote',
  'users.apiKeys': 'usersApiKeys',
  'permissions.edit': 'permissionsEdit',
  'profiles.create': 'profilesCreate',
  'profiles.edit': 'profilesEdit',
  'profiles.clone': 'profilesClone',
  'profiles.delete': 'profilesDelete',
  'contextAttributes.search': 'contextAttributesSearch',
  'contextAttributes.edit': 'contextAttributesEdit',
  'apiKeys.use': 'apiKeysUse',
  'globalRecipes.search': 'globalRecipesSearch',
  'globalRecipes.create': 'globalRecipesCreate',
  'globalRecipes.edit': 'globalRecipesEdit',
  'globalRecipes.delete': 'globalRecipesDelete',
  'recipes.search': 'recipesSearch',
  'recipes.create': 'recipesCreate',
  'recipes.edit': 'recipesEdit',
  'recipes.delete': 'recipesDelete',
  'recipes.duplicate': 'recipesDuplicate',
  'recipes.migrate': 'recipesMigrate',
  'recipes.request': 'recipesRequestPublication',
  'recipes.devEdit': 'recipesDevEdit',
  'recipes.getLink': 'recipesGetLink',
  'evaluationRecipe.search': 'evaluationRecipeSearch',
  'evaluationRecipe.edit': 'evaluationRecipeEdit',
  'evaluationRecipe.create': 'evaluationRecipeCreate',
  'evaluationRecipe.delete': 'evaluationRecipeDelete',
  'processRecipe.search': 'processRecipeSearch',
  'processRecipe.edit': 'processRecipeEdit',
  'processRecipe.create': 'processRecipeCreate',
  'processRecipe.delete': 'processRecipeDelete',
  'analysis.search': 'analysisSearch',
  'analysis.create': 'analysisCreate',
  'analysis.edit': 'analysisEdit',
  'analysis.notebook': 'analysisNotebook',
  'analysis.run': 'analysisRun',
  'analysis.delete': 'analysisDelete',
  'analysis.duplicate': 'analysisDuplicate',
  'analysis.migrate': 'analysisMigrate',
  'analysis.recalculate': 'analysisRecalculate',
  'analysis.recalculateGlobal': 'analysisRecalculateGlobal',
  'analysis.makeComplete': 'analysisMakeComplete',
  'analysis.validate': 'analysisValidate',
  'analysis.correct': 'analysisCorrect',
  'analysis.rawData': 'analysisRawData',
  'analysis.report': 'analysisReport',
  'analysis.autoTest': 'analysisAutoTest',
  'attachments.search': 'attachmentsSearch',
  'attachments.edit': 'attachmentsEdit',
  'products.search': 'productsSearch',
  'products.edit': 'productsEdit',
  'products.details': 'productsDetails',
  'products.config': 'productsConfig',
  'products.migrate': 'productsMigrate',
  'products.linkSwarms': 'productsLinkSwarms',
  'products.delete': 'productsDelete',
  'products.update': 'productsUpdate',
  'products.shutdown': 'productsShutdown',
  'products.foldersclear': 'productsFoldersClear',
  'products.startRSH': 'productsStartRSH',
  'products.resetIlluminationCalibration': 'productsResetIlluminationCalibration',
  'calibrations.compute': 'calibrationsCompute',
  'instruments.search': 'instrumentsSearch',
  'instruments.create': 'instrumentsCreate',
  'instruments.edit': 'instrumentsEdit',
  'instruments.delete': 'instrumentsDelete',
  'instrumentsType.search': 'instrumentsTypeSearch',
  'instrumentsType.edit': 'instrumentsTypeEdit',
  'bkits.search': 'bkitsSearch',
  'bkits.create': 'bkitsCreate',
  'bkits.edit': 'bkitsEdit',
  'bkits.delete': 'bkitsDelete',
  'bkits.linkRecipes': 'bkitsLinkRecipes',
  'production.menu': 'productionMenu',
  'production.lots': 'productionLots',
  'certificates.search': 'certificatesSearch',
  'certificates.edit': 'certificatesEdit',
  'certificates.create': 'certificatesCreate',
  'certificates.send_coa_request': 'certificatesRequest',
  'certificates.review': 'certificatesReview',
  'certificates.delete': 'certificatesDelete',
  'notifications.search': 'notificationsSearch',
  'notifications.create': 'notificationsCreate',
  'notifications.edit': 'notificationsEdit',
  'notifications.delete': 'notificationsDelete',
  'notifications.send': 'notificationsSend',
  'emails.search': 'emailsSearch',
  'emails.edit': 'emailsEdit',
  'emails.delete': 'emailsDelete',
  'emails.send': 'emailsSend',
  'results.menu': 'guiSideMenuResults',
  'results.search': 'resultsSearch',
  'audit.search': 'auditSearch',
  'audit.export': 'auditExport',
  'developer.menu': 'guiSideMenuDeveloper',
  'cfx96.use': 'canUseCfx96',
  'tech.use': 'isTech',
} as const

export type Permission = keyof typeof permissionNames

/** Permission to plan a run, also by the import of a file: there is no record yet that a row of `domain/actions/` could speak of. */
export const planNeeds = 'analysis.create' satisfies Permission

export const permissions = Object.keys(permissionNames) as Permission[]

/** Held only in the provider's own company, whatever a profile says (decisions R15). */
export const providerOnly: readonly Permission[] = [
  'companies.menu',
  'companies.create',
  'companies.delete',
  'companies.reach',
  'partners.promote',
  'partners.demote',
  'partners.linkUnderlings',
  'bkernels.menu',
  'bkernels.create',
  'bkernels.edit',
  'bkernels.delete',
  'bkernels.linkVersions',
  'globalRecipes.create',
  'globalRecipes.edit',
  'globalRecipes.delete',
  'bkits.create',
  'bkits.edit',
  'bkits.delete',
  'bkits.linkRecipes',
  'production.menu',
  'production.lots',
  'instrumentsType.edit',
  // Leave these to the provider: one set for all companies, with their names.
  'contextAttributes.search',
  'contextAttributes.edit',
  'emails.search',
  'emails.edit',
  'emails.delete',
  'emails.send',
  'tech.use',
]

/** Capabilities of a company; the permissions of its users do not go beyond them (decisions D60). */
export interface Capabilities {
  canUseCfx96: boolean
  certificates: boolean
  developer: boolean
  partner: boolean
  /** The company that provides the service. */
  provider: boolean
}

/**
 * Return the capability of the company that a permission depends on, beside what the profile grants; null when it needs
 * none.
 */
export function capabilityFor(name: Permission): keyof Capabilities | null {
  if (providerOnly.includes(name)) return 'provider'
  if (name === 'cfx96.use') return 'canUseCfx96'
  if (name.startsWith('certificates.')) return 'certificates'
  if (name === 'partners.search') return 'partner'
  if (name === 'developer.menu' || name === 'recipes.devEdit') return 'developer'
  return null
}

/** Flags by which the provider switches parts of the product for profiles and companies, by the name of their context attribute. */
export const productFlags = {
  /** Off: no use of certificates. */
  certificates: { usual: 'on', stops: (name: Permission) => name.startsWith('certificates.') },
  /** On: an account that tries the product. Its pages say so, and it requests no certificates. */
  trial: { usual: 'off', stops: (name: Permission) => name === 'certificates.send_coa_request' },
} as const
export type ProductFlag = keyof typeof productFlags
/** Value of each flag for an account. */
export type ProductFlags = Readonly<Record<ProductFlag, 'on' | 'off'>>

/** Return the flag that stops the use of a permission; null where none does. */
export function flagStopping(name: Permission, flags: ProductFlags): ProductFlag | null {
  const names = Object.keys(productFlags) as ProductFlag[]
  const isStopping = (flag: ProductFlag) =>
    flags[flag] !== productFlags[flag].usual && productFlags[flag].stops(name)
  return names.find(isStopping) ?? null
}

/** Facts by which it is decided what an account may use. */
export interface Asker {
  /** Permissions of the profile. */
  granted: ReadonlySet<string>
  /** Capabilities of the account's own company. */
  home: Capabilities
  /** Capabilities of the company acted in, where it is another one. */
  there?: Capabilities
  /** Flags of the product for the account; in another company those of that company count as well. */
  flags?: readonly ProductFlags[]
  /** Permissions of the API key that acts. */
  scope?: ReadonlySet<string>
  /** Person, profile or company cannot be proven by the trail: only searching is left. */
  isUnproven?: boolean
}

/** Reason that a permission does not hold, the one that is hardest to change first. */
export type PermissionRefusal =
  /** Only the provider of the service holds it. */
  | { reason: 'provider_only' }
  | { reason: 'capability'; capability: keyof Capabilities }
  /** The provider has switched it off for the profile or the company. */
  | { reason: 'switched_off'; flag: ProductFlag }
  | { reason: 'profile' }
  | { reason: 'api_key' }
  | { reason: 'store_damaged' }

/**
 * Return null where an account may use a permission, otherwise the reason why not. The service decides by this function and
 * the explanations say its answer, so that they cannot differ. The provider sees partners without being one.
 */
export function refusePermission(name: Permission, asker: Asker): PermissionRefusal | null {
  const { granted, home, there, flags = [], scope, isUnproven } = asker
  const capability = capabilityFor(name)
  if (capability === 'provider' && !home.provider) return { reason: 'provider_only' }
  if (capability && !home[capability] && !(capability === 'partner' && home.provider)) {
    return { reason: 'capability', capability }
  }
  const refusal = there && refuseThere(name, there)
  if (refusal) return refusal
  for (const one of flags) {
    const flag = flagStopping(name, one)
    if (flag) return { reason: 'switched_off', flag }
  }
  if (!granted.has(name)) return { reason: 'profile' }
  if (scope && !scope.has(name)) return { reason: 'api_key' }
  return isUnproven && !name.endsWith('.search') ? { reason: 'store_damaged' } : null
}

/** Return the reason that a permission which is held at home does not hold in another company; null where it does. */
export function refuseThere(name: Permission, there: Capabilities): PermissionRefusal | null {
  const capability = capabilityFor(name)
  if (capability === null || capability === 'provider' || there[capability]) return null
  return { reason: 'capability', capability }
}

/** List the permissions that hold: those of the profile, less what the company cannot use. Unknown is denied. */
export function effectivePermissions(granted: readonly string[], home: Capabilities): Permission[] {
  const asker = { granted: new Set(granted), home }
  return permissions.filter((name) => refusePermission(name, asker) === null)
}

/** Ask for a capability, never for a role; `null` means that nothing is needed. */
export function can(held: readonly string[], needed: Permission | null): boolean {
  return needed === null || held.includes(needed)
}
