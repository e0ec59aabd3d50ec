import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type SignIn = {
  email?: string
  password?: string
  profile?: string
  company?: string
  name?: string
}

/** Content of `<state>/demo.json`. */
interface DemoFile {
  sign_ins?: SignIn[]
  /** `wanted` until the finished analyses are all there; older states do not say it and get none. */
  examples?: 'wanted' | 'done'
}

export function demoFileOf(state: string): string {
  return join(state, 'demo.json')
}

export function writeDemoFile(state: string, demo: DemoFile): void {
  writeFileSync(demoFileOf(state), `${JSON.stringify(demo, null, 2)}\n`)
}

function readDemoFile(state: string): DemoFile {
  const path = demoFileOf(state)
  if (!existsSync(path)) return {}
  const demo = JSON.parse(readFileSync(path, 'utf8')) as DemoFile | SignIn[]
  return Array.isArray(demo) ? { sign_ins: demo } : demo
}

/** Read the demo sign-ins that the seed wrote, as rows of text: e-mail, password, profile, company. */
export function readSignIns(state: string): string[][] {
  return (readDemoFile(state).sign_ins ?? []).map((one) => [
    one.email ?? '',
    one.password ?? '',
    one.profile ?? '',
    one.company ?? '',
  ])
}

/** Return true while a state lacks its finished analyses, also after an interrupted start. */
export function wantsExamples(state: string): boolean {
  return readDemoFile(state).examples === 'wanted'
}

/** Note that the finished analyses are there: those that people delete do not come back. */
export function noteExamples(state: string): void {
  writeDemoFile(state, { ...readDemoFile(state), examples: 'done' })
}
