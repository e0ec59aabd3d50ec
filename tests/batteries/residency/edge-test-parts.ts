import type { Call } from '../../../domain/call.ts'
import type { Parts } from './fill.ts'

/** The shapes of what is taken from the edge tests, whose own types are of another runtime. */
export interface Answer {
  status: number
  ok: boolean
  data: unknown
  errors: { code: string; reason?: string; field?: string }[]
  headers: Headers
}

export type Sender = (row: Call, parts?: Parts) => Promise<Answer>

export interface Lab {
  company: string
  swarm: string
  device: string
  deviceKey: string
  recipe: string
  protocol: string
  as: (profile: string) => Promise<Sender>
  asDevice: Sender
}

export interface World {
  home: Lab
  call: Sender
  lab: Lab
  leaver: Lab
  partner: Lab
  underling: Lab
  word: () => string
  plainWord: () => string
}

export interface LabModule {
  foundLab: (word: string, change?: object) => Promise<Lab>
  send: Sender
  signIn: (username: string, password: string) => Promise<Sender>
  operatorHeaders: Record<string, string>
  password: string
}

export interface WorldModule {
  makeWorld: (words: {
    home: string
    word: () => string
    plainWord: () => string
  }) => Promise<World>
}

export interface MatrixModule {
  matrixRows: readonly MatrixRow[]
}

export interface MatrixRow {
  name: string
  row: Call
  example: {
    prepare: (world: World) => Promise<Parts & { sender?: Sender }>
    answers?: { status: number }
  } | null
}
