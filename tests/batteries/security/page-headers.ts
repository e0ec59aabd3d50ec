import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../../scripts/run-tool.ts'

const path = join(projectRoot, 'web', 'public', '_headers')

/** Sources beyond the page's own: pictures in the text, and devices that advertise themselves in the local network. */
const allowed = ['img-src data:', 'connect-src http://*.local:8780']

/** List the problems of the headers of the page's files: a policy with a hole, or a missing header. */
export function judgePageHeaders(): string[] {
  const text = readFileSync(path, 'utf8')
  const own = text.split(/\n(?=\S)/).find((block) => block.startsWith('/*\n')) ?? ''
  const headers = new Map(
    own
      .split('\n')
      .slice(1)
      .map((line) => [
        line.split(':')[0]?.trim().toLowerCase() ?? '',
        line.replace(/^[^:]*:\s*/, ''),
      ]),
  )
  const problems: string[] = []
  const policy = headers.get('content-security-policy') ?? ''
  const directives = new Map(
    policy.split(';').map((one) => {
      const [name = '', ...sources] = one.trim().split(/\s+/)
      return [name, sources]
    }),
  )
  for (const name of ['default-src', 'frame-ancestors', 'base-uri']) {
    if (directives.get(name)?.join() !== "'none'") problems.push(`${name} is not 'none'`)
  }
  for (const [name, sources] of directives) {
    for (const source of sources) {
      const isHole = /^'unsafe-(?:inline|eval|hashes)'$|^\*|^https?:|^data:$/.test(source)
      if (isHole && !allowed.includes(`${name} ${source}`)) problems.push(`${name} ${source}`)
    }
  }
  const wanted: [string, RegExp][] = [
    ['cross-origin-opener-policy', /^same-origin$/],
    ['cross-origin-resource-policy', /^same-origin$/],
    ['referrer-policy', /^no-referrer$/],
    ['x-content-type-options', /^nosniff$/],
    // Require two years, the same as the API's (edge/middleware/secure-headers.ts).
    ['strict-transport-security', /^max-age=63072000; includeSubDomains$/],
    ['permissions-policy', /camera=\(self\), microphone=\(\)/],
  ]
  for (const [name, pattern] of wanted) {
    if (!pattern.test(headers.get(name) ?? ''))
      problems.push(`${name}: ${headers.get(name) ?? 'missing'}`)
  }
  return problems
}
