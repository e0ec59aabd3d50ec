import { allFiles, besideFolders, isOurs, makeRule, ours, pairs, top } from './rule.ts'

/** The folders each folder may import besides itself. `scripts`, `tests` and the configurations may import anything. */
const mayImport: Record<string, readonly string[]> = {
  domain: [],
  workers: ['domain'],
  releases: ['domain'],
  edge: ['domain', 'workers', 'releases'],
  web: ['domain', 'workers'],
  devices: ['domain', 'releases'],
  desktop: ['domain'],
  scripts: ours,
  tests: ours,
  [besideFolders]: ours,
}

/** `web/parts` knows no entity; what it may take of the page itself is in the order of floors. */
const closedToParts =
  /^domain\/(entities|calls|registry)\b|^web\/(?!parts\/|i18n\/|styles\/|paths\.ts$|use-address\.ts$)/

export const keepsImportTable = makeRule(
  (tree) => pairs(tree).filter(({ path, target }) => isOurs(target) && top(path) !== top(target)),
  (seen) =>
    seen
      .filter(({ path, target }) => !(mayImport[top(path)] ?? []).includes(top(target)))
      .map(
        ({ path, target }) =>
          `${path} imports ${target}: ${top(path)} may not import ${top(target)}`,
      ),
)

export const keepsDomainPure = makeRule(
  (tree) => pairs(tree).filter(({ path, target }) => top(path) === 'domain' && !isOurs(target)),
  (seen) =>
    seen
      .filter(({ target }) => target !== 'valibot')
      .map(({ path, target }) => `${path} imports ${target}: domain imports valibot only`),
)

export const keepsPartsFree = makeRule(
  (tree) => pairs(tree).filter(({ path }) => path.startsWith('web/parts/')),
  (seen) =>
    seen
      .filter(({ target }) => closedToParts.test(target))
      .map(({ path, target }) => `${path} imports ${target}: web/parts knows no entity`),
)

export const keepsRecordsFree = makeRule(
  (tree) => pairs(tree).filter(({ path }) => path.startsWith('web/record/')),
  (seen) =>
    seen
      .filter(({ target }) => target.startsWith('domain/entities/'))
      .map(({ path, target }) => `${path} imports ${target}: web/record knows no entity`),
)

/** Return the area of a file: 'analyses' for 'web/screens/analyses/List.tsx'; null for a file beside the areas. */
function areaOf(path: string, parent: string): string | null {
  if (!path.startsWith(`${parent}/`)) return null
  const rest = path.slice(parent.length + 1).split('/')
  return rest.length > 1 ? (rest[0] ?? null) : null
}

export const keepsScreensApart = makeRule(
  (tree) => pairs(tree).filter(({ path }) => areaOf(path, 'web/screens') !== null),
  (seen) =>
    seen.flatMap(({ path, target }) => {
      const [from, to] = [areaOf(path, 'web/screens'), areaOf(target, 'web/screens')]
      if (from === null || to === null || from === to) return []
      return [`${path} imports ${target}: ${from} may not import ${to}`]
    }),
)

export const hasNoCycle = makeRule(allFiles, (files) => {
  const imports = new Map(files.map((file) => [file.path, file.imports]))
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) return void cycles.push([...trail.slice(at), path].join(' -> '))
    if (done.has(path)) return
    for (const target of new Set(imports.get(path)))
      if (imports.has(target)) walk(target, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) walk(path, [])
  return cycles
})

export const hasNoBarrel = makeRule(allFiles, (files) =>
  files
    .filter(({ path, text }) => {
      const lines = text
        .split('\n')
        .filter((line) => /\S/.test(line) && !/^\s*(\/\/|\/?\*)/.test(line))
      const onlyReExports =
        lines.length > 0 && lines.every((line) => /^export .* from '\./.test(line))
      return /(^|\/)index\.tsx?$/.test(path) || onlyReExports
    })
    .map(({ path }) => `${path} is a barrel: import the file that holds the thing`),
)

/** Demanded by a tool: a worker's entry, a configuration, Playwright's set-up. */
const toolsDefault = /(^|\/)worker\.ts$|\.config\.ts$|^tests\/e2e\/start-stack\.ts$/

export const hasNoDefaultExport = makeRule(allFiles, (files) =>
  files
    .filter(({ path, text }) => !toolsDefault.test(path) && /^export default\b/m.test(text))
    .map(({ path }) => `${path} has a default export`),
)

export const sizeCeiling = 400
const unmeasured = /(^|\/)(migrations|messages|recordings|fixtures)\/|\.d\.ts$/

export const keepsSizeCeiling = makeRule(
  (tree) => tree.filter(({ path }) => !unmeasured.test(path)),
  (files) =>
    files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > sizeCeiling)
      .map(({ path, lines }) => `${path} has ${lines} lines, the ceiling is ${sizeCeiling}`),
)

export const hasNoCatchAll = makeRule(allFiles, (files) =>
  files
    .filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(path))
    .map(({ path }) => `${path}: name the file after what it does`),
)

/** Members of Math that ECMAScript defines to the last bit; the engine decides the rest. */
const exactMath =
  /^\.(abs|sqrt|min|max|floor|ceil|round|trunc|sign|imul|clz32|fround|PI|E|LN2|LN10|LOG2E|LOG10E|SQRT2|SQRT1_2)\b/
const bare = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[^:])\/\/.*$/gm, '$1')
    // Allow a size written as a power of two, which is exact everywhere.
    .replace(/\b2 \*\* \d+\b/g, '')

/**
 * The calculation gives the same bits in every engine: no Math whose last digits an engine may
 * choose, no `**`, no randomness, and no order of words that depends on the reader's language.
 */
export const keepsExactNumbers = makeRule(
  (tree) => tree.filter(({ path }) => /^(workers|wasm)\//.test(path)),
  (files) =>
    files.flatMap(({ path, text }) =>
      bare(text)
        .split('\n')
        .flatMap((line, index) => {
          const math = [...line.matchAll(/\bMath\b/g)].some(
            (match) => !exactMath.test(line.slice(match.index + 4)),
          )
          const inexact = math || /\*\*|\blocaleCompare\b|\btoLocale|\bIntl\b/.test(line)
          return inexact ? [`${path}:${index + 1} is not the same in every engine`] : []
        }),
    ),
)

/**
 * Casts that claim a type which the compiler cannot see, by the folder whose types lead to its last border, with the most
 * of them there may be. Of those that are left each says its reason.
 */
const claims = [
  { folder: 'edge/', form: 'as unknown as', most: 10 },
  { folder: 'tests/edge/', form: '.data as', most: 10 },
] as const

export const keepsTypesToTheBorder = makeRule(
  (tree) =>
    claims.flatMap(({ folder, form, most }) =>
      tree
        .filter(({ path }) => path.startsWith(folder))
        .flatMap(({ path, text }) => text.split('\n').map((line, at) => ({ path, line, at })))
        .filter(({ line }) => new RegExp(`${form.replace('.', '\\.')} (?!const)`).test(line))
        .map(({ path, at }, count) => ({
          place: `${path}:${at + 1}`,
          form,
          excess: count >= most,
        })),
    ),
  (seen) =>
    seen
      .filter(({ excess }) => excess)
      .map(
        ({ place, form }) =>
          `${place} says \`${form}\`: let the type follow from the registry or the row`,
      ),
)

/**
 * Test files share a process, and with it the helpers that they import: a hook that a helper registers while it is loaded belongs to
 * the first file alone. What a test opens there, `onTestFinished` closes.
 */
export const hooksNothingWhileLoaded = makeRule(
  (tree) => tree.filter(({ path }) => /^tests\/.*(?<!\.test|\.e2e)\.tsx?$/.test(path)),
  (files) =>
    files
      .filter(({ text }) => /^(test\.)?(before|after)(Each|All)\(/m.test(text))
      .map(({ path }) => `${path} registers a hook while it is loaded, for one file of many`),
)
