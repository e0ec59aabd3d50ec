import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** File of the notices, from the project's root. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

interface Locked {
  version?: string
  license?: string
  dependencies?: Record<string, string>
}

/** Packages whose data ships although the code that reads it only runs in the build (scripts/world-map.ts). */
const dataOfBuild = ['world-atlas']

/** Third-party content beside packages; texts of licences by file. */
const others = [
  {
    title: 'Outlines of countries (in world-atlas)',
    licence: 'public domain',
    text: 'Made with Natural Earth, https://www.naturalearthdata.com.',
  },
  {
    title: 'Rust standard library and wasm-bindgen 0.2 (in wasm/)',
    licence: 'MIT OR Apache-2.0',
    text: 'Copyright (c) The Rust Project contributors. Copyright (c) 2014 Alex Crichton.',
  },
]

/** Folder of the recorded plates that the simulated devices replay; its README names sources and licences. */
const recordings = 'devices/recordings'

/**
 * Write the notices of all third-party code, fonts and data that ship: every package that the dependencies bring along
 * (the bundles hold fewer of them), with equal licences printed once.
 * @throws Error for a package that is not installed or names no licence.
 */
export function makeNotices(root: string): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const packages = listShipped(lock.packages).map((folder) => ({
    name: `${nameOf(folder)} ${lock.packages[folder]?.version}`,
    licence: lock.packages[folder]?.license ?? refuse(folder),
    text: readLicence(root, folder),
  }))
  const byText = Map.groupBy(packages, ({ licence, text }) => `${licence}\n\n${text}`)
  const groups = [...byText].map(([text, those]) =>
    section(
      those.map(({ name }) => name),
      text,
    ),
  )
  const data = others.map(({ title, licence, text }) => section([title], `${licence}\n\n${text}`))
  const plates = readdirSync(join(root, recordings, 'licences'))
    .toSorted()
    .map((file) =>
      section(
        [`Recorded plates, ${file} (${recordings}/README.md)`],
        read(root, `${recordings}/licences/${file}`),
      ),
    )
  const head = `THIRD-PARTY NOTICES

bApp contains the following third-party code, fonts and data. Written by \`npm run notices\`; a test compares it with what is installed.
`
  return [head, ...groups, ...data, ...plates].join('\n')
}

/** Follow the dependencies of the project, as npm resolves them; sorted by name. */
function listShipped(packages: Record<string, Locked>): string[] {
  const found = new Set<string>()
  const visit = (from: string, name: string) => {
    const folder = resolve(packages, from, name)
    if (!folder || found.has(folder)) return
    found.add(folder)
    for (const next of Object.keys(packages[folder]?.dependencies ?? {})) visit(folder, next)
  }
  for (const name of [...Object.keys(packages['']?.dependencies ?? {}), ...dataOfBuild])
    visit('', name)
  return [...found].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

/** Look for a package in the nearest `node_modules`, upwards. */
function resolve(packages: Record<string, Locked>, from: string, name: string): string | null {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))
  ) {
    const folder = `${place && `${place}/`}node_modules/${name}`
    if (packages[folder]) return folder
    if (place === '') return null
  }
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Read the text of a package's licence; without one, name its author. */
function readLicence(root: string, folder: string): string {
  const files = readdirSync(join(root, folder)).filter((file) =>
    /^(licen[cs]e|copying|notice)/i.test(file),
  )
  if (files.length > 0)
    return files
      .toSorted()
      .map((file) => read(root, `${folder}/${file}`))
      .join('\n\n')
  const { author, homepage } = JSON.parse(read(root, `${folder}/package.json`)) as {
    author?: string | { name: string }
    homepage?: string
  }
  const who = typeof author === 'object' ? author.name : author
  return `The package brings no text of its licence.${who ? ` Author: ${who}.` : ''}${homepage ? ` ${homepage}` : ''}`
}

/** Read a text with even ends of lines, so that equal licences are seen to be equal. */
function read(root: string, path: string): string {
  const text = readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n')
  return text.replace(/[ \t]+$/gm, '').trim()
}

function section(titles: readonly string[], text: string): string {
  return `${'='.repeat(80)}\n${titles.join('\n')}\n${'-'.repeat(80)}\n${text}\n`
}

function refuse(folder: string): never {
  throw new Error(`${folder} names no licence`)
}
