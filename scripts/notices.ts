// `npm run notices`: writes the notices of third-party code, fonts and data that ship.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeNotices, noticesFile } from './make-notices.ts'

const root = join(import.meta.dirname, '..')
writeFileSync(join(root, noticesFile), makeNotices(root))
console.log(`${noticesFile} is written`)
