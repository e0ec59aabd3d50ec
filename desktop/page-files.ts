import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { desktopMark } from '../domain/desktop-bridge.ts'

export interface PageFile {
  body: Buffer
  headers: Record<string, string>
}

/** The built web app. Null for a path outside its files. */
export type PageFiles = (path: string) => PageFile | null

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/**
 * Read what is there once: no path of a request ever becomes one of the disk, and a new build meanwhile changes nothing under
 * a page that is open. As at the service, an address of the app that is no file is its page (`/index.html`), and the headers are
 * those of the build (`_headers`).
 * @throws where there is no built app.
 */
export function readPageFiles(folder: string): PageFiles {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error(`There is no built app in ${folder}. Build it first: npm run desktop does it.`)
  }
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '_headers')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [`/${relative(folder, path).split(sep).join('/')}`, readFileSync(path)]),
  )
  const rules = readHeaderRules(join(folder, '_headers'))
  return (path) => {
    const found = files.has(path) ? path : isAddress(path) ? '/index.html' : null
    if (found === null) return null
    const body = files.get(found) ?? Buffer.of()
    const isPage = found === '/index.html'
    const headers = {
      'Content-Type': types[extname(found)] ?? 'application/octet-stream',
      ...(isPage ? { 'Cache-Control': 'no-cache' } : {}),
      ...Object.assign({}, ...rules.filter(({ fits }) => fits(found)).map((rule) => rule.headers)),
    }
    return { body: isPage ? markPage(body) : body, headers }
  }
}

/** Return true for an address of the app; a path that names a file is missing instead. */
function isAddress(path: string): boolean {
  return !path.startsWith('/assets/') && extname(path) === ''
}

/** Mark the page, so that it knows that it is in the shell. */
function markPage(page: Buffer): Buffer {
  return Buffer.from(
    page.toString('utf8').replace('<head>', `<head><meta name="${desktopMark}" content="1" />`),
  )
}

interface HeaderRule {
  fits(path: string): boolean
  headers: Record<string, string>
}

/** Read headers in the format of Cloudflare's `_headers`: a path, below it indented its headers. */
function readHeaderRules(file: string): HeaderRule[] {
  const rules: HeaderRule[] = []
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const [, name, value] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? []
    const last = rules.at(-1)
    if (name && value && last) last.headers[name] = value
    else if (line.startsWith('/')) rules.push({ fits: fitsTo(line.trim()), headers: {} })
  }
  return rules
}

function fitsTo(pattern: string): (path: string) => boolean {
  return pattern.endsWith('*')
    ? (path) => path.startsWith(pattern.slice(0, -1))
    : (path) => path === pattern
}
