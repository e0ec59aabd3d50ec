// Define `digestPlates` for every engine, text in and text out.
import { digestPlates } from '../../support/engine-digest.ts'

Object.assign(globalThis, { digestPlates: (text: string) => JSON.stringify(digestPlates(text)) })
