import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'

export type SourceFile = {
  /** From the project's root, with forward slashes: 'web/parts/plate/PlateGrid.tsx'. */
  path: string
  text: string
  /** What it imports: a path of the tree, or a package's name as written. */
  imports: string[]
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

/** Reads every TypeScript file under the given folders. */
export function readSourceTree(root: string, folders: string[]): SourceFile[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => skipped.has(part)))
    .map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8')))
}

/** One file of a tree, real or made up for a test. */
export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, imports: importsOf(path, withoutComments(text)) }
}

/** Static imports and re-exports, dynamic ones with a literal, and `new URL('./x.ts', import.meta.url)`. */
function importsOf(path: string, code: string): string[] {
  const forms = [
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
    /\bnew URL\(\s*['"](\.{1,2}\/[^'"]+\.tsx?)['"]/g,
  ]
  const named = forms.flatMap((form) => [...code.matchAll(form)].map((match) => match[1] ?? ''))
  return named.map((name) =>
    name.startsWith('.') ? posix.join(dirname(path), withoutQuery(name)) : name,
  )
}

/** Vite's `./x.ts?worker` names the file before the question mark. */
function withoutQuery(name: string): string {
  return name.replace(/\?.*$/, '')
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
