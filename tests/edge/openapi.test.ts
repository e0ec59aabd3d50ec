import { SELF } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { contract } from '../../domain/contract.ts'
import { offerFile } from '../../edge/requests/offer-file.ts'
import { origin } from './lab.ts'

describe('the description of the API', () => {
  it('is there for anyone, with every row, and is not sent twice', async () => {
    const response = await SELF.fetch(`${origin}/v3/openapi.json`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
    const api = (await response.json()) as { openapi: string; paths: Record<string, object> }
    const rows = Object.values(contract).flatMap((group) => Object.values(group))
    const paths = new Set(
      rows.map(({ path }) => `/v3${path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`),
    )
    expect(api.openapi).toBe('3.1.0')
    expect(new Set(Object.keys(api.paths))).toEqual(paths)
    const tag = response.headers.get('ETag') ?? ''
    const again = await SELF.fetch(`${origin}/v3/openapi.json`, {
      headers: { 'If-None-Match': tag },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('is a page too, which runs nothing', async () => {
    const response = await SELF.fetch(`${origin}/v3/docs`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(response.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'self';/,
    )
    expect(await response.text()).toContain('<article id="analysis_search">')
  })
})

describe('a file offered by name', () => {
  it.each([
    ['run-12.csv', 'attachment; filename="run-12.csv"'],
    ['%C3%A9.csv', 'attachment; filename="%C3%A9.csv"'],
    [
      'a "b"\r\nX: y.csv',
      `attachment; filename="a _b___X_ y.csv"; filename*=UTF-8''a%20%22b%22%0D%0AX%3A%20y.csv`,
    ],
    ['é\ud800.pdf', `attachment; filename="__.pdf"; filename*=UTF-8''%C3%A9%EF%BF%BD.pdf`],
  ])('%j is one line that can be sent', (name, expected) => {
    const header = offerFile(name)
    expect(header).toBe(expected)
    expect(new Headers({ 'Content-Disposition': header }).get('Content-Disposition')).toBe(header)
  })
})
