// What every engine runs: a script that leaves `digestPlates` behind, text in and text out.
import { digestPlates } from '../../support/engine-digest.ts'

Object.assign(globalThis, { digestPlates: (text: string) => JSON.stringify(digestPlates(text)) })
