// `node scripts/draw-stages/draw.ts`: draws the pictures of docs/curves.md again with the present engine.
import { mkdirSync, writeFileSync } from 'node:fs'
import { stages } from './stages.ts'

const folder = new URL('../../docs/curves/', import.meta.url)

mkdirSync(folder, { recursive: true })
for (const [name, draw] of Object.entries(stages)) {
  const picture = await draw()
  writeFileSync(new URL(`${name}.svg`, folder), picture)
  console.log(`${name}.svg  ${Math.ceil(picture.length / 1024)} kB`)
}
