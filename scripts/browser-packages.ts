import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './run-tool.ts'

const folders = ['web', 'workers', 'domain', 'tests/browser']

/** Injected by the transforms: no source names them. */
const injected = [
  'react',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  '@preact/signals-react',
  '@preact/signals-react/runtime',
]

/**
 * List the packages that browser code imports, to be prepared before the first test: one found in the middle of a run
 * reloads the page, and the tests before and after it see two Reacts.
 */
export function browserPackages(): string[] {
  const names = new Set(injected)
  for (const folder of folders.filter((name) => existsSync(join(projectRoot, name)))) {
    for (const file of readdirSync(join(projectRoot, folder), {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (!/\.tsx?$/.test(file)) continue
      packagesOf(readFileSync(join(projectRoot, folder, file), 'utf8')).forEach((name) =>
        names.add(name),
      )
    }
  }
  return [...names].sort()
}

/** Return the names of packages a source imports for more than their types; the tests' own tools are not among them. */
export function packagesOf(source: string): string[] {
  const forms = [
    /^\s*(?:import|export)(?!\s+type\b)[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
  ]
  return (
    forms
      .flatMap((form) => [...source.matchAll(form)].map((match) => match[1] ?? ''))
      // Leave out files that the build copies (`?url`), which are no packages.
      .filter((name) => !name.includes('?'))
      .filter((name) => /^[@a-z]/.test(name) && !/^(node:|virtual:|vitest|@vitest)/.test(name))
  )
}
