import type { Context } from 'hono'
import { contract } from '../../domain/contract.ts'
import { version } from '../../package.json'
import { sha256Hex } from '../crypto/secret.ts'
import { describeApi } from './document.ts'
import { renderApiPage } from './page.ts'

interface Text {
  text: string
  tag: string
}

// Made when first asked for, not when the worker starts, which has a second for all it does.
let document: Text | undefined
let page: Text | undefined

/** `GET /v3/openapi.json`: the contract for programs. Anyone may read it, from anywhere. */
export function sendOpenApi(c: Context): Response {
  document ??= tagged(JSON.stringify(describeApi(contract, version)))
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  return send(c, document, 'application/json; charset=utf-8')
}

/** `GET /v3/docs`: the same for people. Its only style is a file of ours. */
export function sendApiPage(c: Context): Response {
  page ??= tagged(renderApiPage(describeApi(contract, version)))
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  )
  return send(c, page, 'text/html; charset=utf-8')
}

function tagged(text: string): Text {
  return { text, tag: `"${sha256Hex(text).slice(0, 32)}"` }
}

function send(c: Context, { text, tag }: Text, type: string): Response {
  c.header('ETag', tag)
  // Let it be kept and asked for again: it changes with the next version only.
  c.header('Cache-Control', 'public, no-cache')
  if (c.req.header('if-none-match') === tag) return c.body(null, 304)
  return c.body(text, 200, { 'Content-Type': type })
}
