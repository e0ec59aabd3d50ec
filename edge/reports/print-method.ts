import type { CallFile, CallInput } from '../../domain/call.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { recipeCalls, RecipeVersion } from '../../domain/calls/recipes.ts'
import { Fault } from '../../domain/fault.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { contentOf } from '../../domain/rules/recipe-version.ts'
import { contentApproved } from '../../domain/trail/signed.ts'
import type { AccountContext } from '../context.ts'
import { findCompany, findProvider } from '../directory/companies.ts'
import { fileName } from '../files/file-name.ts'
import { hashText } from '../crypto/hash-text.ts'
import { unwrap } from '../outcome.ts'
import type { MethodFacts, PrintedKit } from './pdf/content/method/method-facts.ts'
import { reportFontReader } from './report-fonts.ts'

/** Records of a kind that are named in a print; a recipe with more has a list of its own. */
const most = '100'

/**
 * Print a version of a recipe as a PDF, in the account's language unless another one is asked for: the same version is the
 * same file as long as its protocols and kits are. Nothing is kept.
 * @throws Fault `not_found` for a recipe that is not in sight, or a version that it does not have.
 */
export async function printMethod(
  { params, query }: CallInput<typeof recipeCalls.print>,
  context: AccountContext,
): Promise<CallFile> {
  const { env, origin, own, account, company, by } = context
  const recipe = await unwrap(own.get('recipe', params.id, by.sight))
  const versions = await unwrap(own.ask({ name: 'recipeVersions', uuid: params.id }, by.sight))
  const wanted = query.version === undefined ? recipe.version : Number(query.version)
  const version = versions.find((one) => one.version === wanted)
  if (!version) throw new Fault('not_found', 'No such version')
  const [{ makeMethodPdf }, { speaker }, found, around] = await Promise.all([
    import('./pdf/make-pdf.ts'),
    import('./pdf/content/say.ts'),
    findCompany(env.DIRECTORY, company),
    readAround(recipe, context),
  ])
  const { timezone, date_format } = account.preferences
  const facts: MethodFacts = {
    recipe: { uuid: recipe.uuid, name: recipe.name },
    version,
    before: versionBefore(versions, version),
    hash: hashVersion(recipe, version),
    ...around,
    laboratory: found?.name ?? account.company_details.name,
    say: speaker(query.language ?? account.default_language, timezone, date_format),
    paper: query.paper ?? (env.REGION === 'na' ? 'letter' : 'a4'),
  }
  return {
    bytes: await makeMethodPdf(facts, reportFontReader(env, origin)),
    type: 'application/pdf',
    name: fileName(recipe.name, `-v${version.version}.pdf`),
  }
}

/** Find the version that this one followed: the newest earlier one that was not dropped. */
function versionBefore(versions: readonly RecipeVersion[], { version }: RecipeVersion) {
  return versions.find((one) => one.version < version && one.state !== 'discarded') ?? null
}

/** Hash what the signature of an approval covers, so that print and record can be compared; without a review what it does. */
function hashVersion({ uuid }: Recipe, version: RecipeVersion): string {
  const { release } = version
  if (release) return hashText(canonicalJson(contentApproved(uuid, { ...version })))
  return hashText(canonicalJson({ recipe_uuid: uuid, ...contentOf(version) }))
}

/** Read what a reader may see around a recipe: its swarm, its protocols, and the kits that are linked to it. */
async function readAround(
  { uuid, swarm_uuid: swarm, origin }: Recipe,
  context: AccountContext,
): Promise<Pick<MethodFacts, 'swarm' | 'protocols' | 'kits'>> {
  const { own, by } = context
  const query = { order: 'name ASC', limit: most } as const
  const recipes = [uuid, ...(origin ? [origin.global_uuid] : [])]
  const listed = own.list('protocol', query, by.sight, { fields: { recipe_uuid: uuid } })
  const { kinds } = by.sight
  const [standings, protocols, kits] = await Promise.all([
    swarm === null ? null : unwrap(own.ask({ name: 'recipeStandings', recipes: [uuid] }, by.sight)),
    kinds.includes('protocol') ? unwrap(listed) : null,
    kinds.includes('bkit') ? listKits(recipes, context) : null,
  ])
  return {
    swarm: standings?.[0]?.swarm_name ?? null,
    protocols: protocols && (await withApplications(protocols.data, context)),
    kits,
  }
}

/** List the provider's kits that are linked to one of these recipes; none before there is a provider. */
async function listKits(
  recipes: readonly string[],
  { env, store, by }: AccountContext,
): Promise<PrintedKit[]> {
  const provider = await findProvider(env.DIRECTORY)
  if (!provider) return []
  const query = { order: 'name ASC', limit: most } as const
  const fields = { recipe_uuids: recipes }
  const listed = store(provider.uuid).list('bkit', query, by.sight, { fields })
  return (await unwrap(listed)).data.map(({ uuid, name, ref, gtin, producer, quantity }) => {
    return { uuid, name, ref, ...(gtin !== undefined && { gtin }), producer, quantity }
  })
}

async function withApplications(
  protocols: readonly (Omit<NonNullable<MethodFacts['protocols']>[number], 'applications'> & {
    application_uuids: readonly string[]
  })[],
  { own, by }: AccountContext,
): Promise<MethodFacts['protocols']> {
  const names = new Map<string, string>()
  if (by.sight.kinds.includes('application')) {
    for (const uuid of new Set(protocols.flatMap(({ application_uuids: all }) => all))) {
      const found = await own.get('application', uuid, by.sight)
      if (found.ok) names.set(uuid, found.value.name)
    }
  }
  return protocols.map(({ application_uuids: uuids, ...protocol }) => ({
    ...protocol,
    applications: uuids.flatMap((uuid) => names.get(uuid) ?? []),
  }))
}
