import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { parseSync } from 'vite'

/** Import of one file: a path of the tree, or a package's name as written. */
export type Use = {
  target: string
  /** Names as they are exported there; 'every' when the file may use any of them. */
  names: string[] | 'every'
  /** True when nothing but types is taken: such an import is gone when the code runs. */
  typesOnly: boolean
  /** True when it is loaded while the code runs, as a part of its own. */
  later: boolean
}

export type SourceFile = {
  /** From the project's root, with forward slashes: 'web/parts/plate/PlateGrid.tsx'. */
  path: string
  text: string
  /** The text with its comments blanked out. */
  code: string
  uses: Use[]
  /** The targets of its uses, each once for each use. */
  imports: string[]
  /** Names of the values that it exports itself, but for a schema with a type of its name; re-exports are uses. */
  exports: string[]
}

const skipped = new Set([
  'node_modules',
  'dist',
  '.git',
  '.state',
  '.wrangler',
  '.cache',
  'test-results',
])

/** Read the code under the given folders; '.' means the configurations that are beside them. */
export function readSourceTree(root: string, folders: string[]): SourceFile[] {
  return makeTree(readTexts(root, folders))
}

/** Read the same files as texts alone: to parse the whole tree takes seconds. */
export function readTexts(root: string, folders: string[]): [path: string, text: string][] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => listCode(root, folder))
    .filter((path) => !path.split('/').some((part) => skipped.has(part)))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')])
}

function listCode(root: string, folder: string): string[] {
  if (folder === '.') return readdirSync(root).filter((name) => name.endsWith('.config.ts'))
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** Make a tree of files, real ones or such as are made up for a test. */
export function makeTree(files: [path: string, text: string][]): SourceFile[] {
  const paths = files.map(([path]) => path)
  return files.map(([path, text]) => {
    const { module, comments } = parseSync(path, text)
    const code = withoutComments(text, comments)
    const uses = [
      ...staticUses(module),
      ...laterUses(code, module),
      ...looseUses(code, module),
    ].flatMap((use) => placeUse(path, use, paths))
    return {
      path,
      text,
      code,
      uses,
      imports: uses.map(({ target }) => target),
      exports: ownExports(module),
    }
  })
}

type Module = ReturnType<typeof parseSync>['module']

/** Return imports and re-exports at the head of a file. */
function staticUses({ staticImports, staticExports }: Module): Use[] {
  const imported = staticImports.map(({ moduleRequest, entries }) => ({
    target: moduleRequest.value,
    names: nameAll(entries.map(({ importName }) => importName)),
    typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    later: false,
  }))
  const handedOn = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType }) =>
      moduleRequest
        ? [
            {
              target: moduleRequest.value,
              names: nameAll([importName]),
              typesOnly: isType,
              later: false,
            },
          ]
        : [],
    ),
  )
  return [...imported, ...handedOn]
}

function nameAll(entries: { kind: string; name: string | null }[]): string[] | 'every' {
  if (entries.some(({ kind }) => kind !== 'Name' && kind !== 'Default')) return 'every'
  return entries.map(({ kind, name }) => (kind === 'Default' ? 'default' : (name ?? '')))
}

/** Return what `import(…)` takes: its names are those around it, or any. */
function laterUses(code: string, { dynamicImports }: Module): Use[] {
  return dynamicImports.flatMap(({ start, end, moduleRequest }) => {
    const request = code.slice(moduleRequest.start, moduleRequest.end)
    const target = /^\s*['"`]([\s\S]*?)['"`]/.exec(request)?.[1]
    if (target === undefined) return []
    const before = /\{([^{}]*)\}\s*=\s*(?:await\s+)?$/.exec(code.slice(0, start).slice(-300))
    const after = code.slice(end, end + 400)
    const then = /^\s*\.then\(\s*(?:async\s*)?\(?\{([^{}]*)\}/.exec(after)
    const member = /^\)\s*\.(\w+)/.exec(after)
    const taken = (before ?? then ?? member)?.[1]
    const names = taken?.split(',').flatMap((one) => /\w+/.exec(one)?.[0] ?? [])
    return [{ target, names: names ?? 'every', typesOnly: false, later: true }]
  })
}

/** Return what names a file without an import: types of it, its address, and files by a pattern. */
function looseUses(code: string, { dynamicImports }: Module): Use[] {
  const loaded = new Set(dynamicImports.map(({ start }) => start))
  const types = [...code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)(?:\.(\w+))?/g)]
    .filter(({ index }) => !loaded.has(index))
    .map(({ 1: target = '', 2: name, index }) => ({
      target,
      names: name && !/\btypeof\s+$/.test(code.slice(0, index)) ? [name] : ('every' as const),
      typesOnly: true,
      later: false,
    }))
  const addresses = [...code.matchAll(/\bnew URL\(\s*['"`](\.{1,2}\/[^'"`]+\.tsx?)['"`]/g)]
  const patterns = [...code.matchAll(/\bimport\.meta\.glob(?:<[^>]*>)?\(([^)]*)\)/g)].flatMap(
    ([, list = '']) => [...list.matchAll(/['"`]([./][^'"`]+)['"`]/g)],
  )
  const named = [...addresses, ...patterns].map(([, target = '']) => ({
    target,
    names: 'every' as const,
    typesOnly: false,
    later: true,
  }))
  return [...types, ...named]
}

/** Turn a target as written into a path of the tree, or into all paths that its pattern may mean. */
function placeUse(path: string, use: Use, paths: string[]): Use[] {
  if (!/^[./]/.test(use.target)) return [use]
  // Take the file before the question mark of Vite's `./x.ts?worker`; '/x.ts' names one from the root.
  const bare = use.target.replace(/\?.*$/, '')
  const target = bare.startsWith('/') ? bare.slice(1) : posix.join(dirname(path), bare)
  if (!/[*$]/.test(target)) return [{ ...use, target }]
  const shape = target
    .replace(/\$\{[^}]*\}|\*\*\/|\*/g, (part) => (part === '**/' ? '\u0001' : '\u0000'))
    .replace(/[.+?^$(){}|[\]\\]/g, '\\$&')
    .replaceAll('\u0001', '(?:.*/)?')
    .replaceAll('\u0000', '[^/]*')
  const meant = paths.filter((one) => new RegExp(`^${shape}$`).test(one))
  return meant.map((one) => ({ ...use, target: one }))
}

function ownExports({ staticExports }: Module): string[] {
  const own = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName, isType }) =>
      moduleRequest ? [] : [{ name: exportName.name ?? 'default', isType }],
    ),
  )
  const types = new Set(own.flatMap(({ name, isType }) => (isType ? [name] : [])))
  return own.flatMap(({ name, isType }) => (isType || types.has(name) ? [] : [name]))
}

/** Blank comments out, so that places in the text stay what they are. */
function withoutComments(text: string, comments: { start: number; end: number }[]): string {
  let code = ''
  let at = 0
  for (const { start, end } of comments) {
    code += text.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return code + text.slice(at)
}
