import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type SignIn = {
  email?: string
  password?: string
  profile?: string
  company?: string
  name?: string
}

/** The demo sign-ins the seed wrote to `<state>/demo.json`, as rows of text: e-mail, password, profile, company. */
export function readSignIns(state: string): string[][] {
  const path = join(state, 'demo.json')
  if (!existsSync(path)) return []
  const demo = JSON.parse(readFileSync(path, 'utf8')) as { sign_ins?: SignIn[] } | SignIn[]
  const signIns = Array.isArray(demo) ? demo : (demo.sign_ins ?? [])
  return signIns.map((one) => [
    one.email ?? '',
    one.password ?? '',
    one.profile ?? '',
    one.company ?? '',
  ])
}
