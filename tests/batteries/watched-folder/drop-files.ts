import {
  appendFile,
  copyFile,
  mkdir,
  rename,
  rm,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { stillMs } from '../../../desktop/watched/watched-folder.ts'
import { createRandom } from '../../support/seeded-random.ts'

/** Ways in which programs, people and networks bring a file into a folder. */
export const manners = [
  'whole',
  'in pieces',
  'cut off, then written again',
  'paused for long',
  'twice',
  'by a temporary name',
  'renamed afterwards',
  'locked',
  'touched',
  'in a folder of its own',
] as const
export type Manner = (typeof manners)[number]

export interface Drop {
  /** Name of the run, and of its file without the ending. */
  name: string
  text: string
  manner: Manner
  /** Moment of its beginning, in virtual ms. */
  at: number
}

/** A step of a drop at a virtual moment. */
export interface Step {
  at: number
  act(): Promise<unknown>
}

/** Plan so many files in bursts of up to forty, each another run in the text of the same instrument. */
export function planDrops(seed: number, count: number, base: string): Drop[] {
  const { below } = createRandom(seed)
  const drops: Drop[] = []
  let at = 0
  let left = 0
  for (let number = 1; number <= count; number += 1) {
    if (left === 0) {
      at += 2_000 + below(20_000)
      left = 1 + below(40)
    }
    left -= 1
    const manner = manners[(number + below(manners.length)) % manners.length]!
    // Change one value in each file, so that no two have the same content.
    const text = base.replace('668.43', `668.${String(1_000 + number)}`)
    drops.push({
      name: `Drop ${seed} plate ${number}`,
      text,
      manner,
      at: at + below(3_000),
    })
  }
  return drops
}

/** Return what happens on the disk for a drop, in order. */
export function stepsOf(folder: string, { name, text, manner, at }: Drop): Step[] {
  const path = join(folder, `${name}.tsv`)
  const cut = (share: number) => Math.floor(text.length * share)
  const write = (where: string, content = text) => writeFile(where, content)
  const step = (after: number, act: Step['act']): Step => ({ at: at + after, act })
  const longer = stillMs + 6_000
  switch (manner) {
    case 'whole':
      return [step(0, () => write(path))]
    case 'in pieces':
      return [0, 1, 2, 3].map((piece) =>
        step(piece * 2_500, () =>
          appendFile(path, text.slice(cut(piece / 4), cut((piece + 1) / 4))),
        ),
      )
    case 'cut off, then written again':
      return [
        step(0, () => write(path, text.slice(0, cut(0.6)))),
        step(1_500, () => rm(path)),
        step(4_000, () => write(path)),
      ]
    case 'paused for long':
      return [
        step(0, () => write(path, text.slice(0, cut(0.5)))),
        step(longer, () => appendFile(path, text.slice(cut(0.5)))),
      ]
    case 'twice':
      return [
        step(0, () => write(path)),
        step(longer, () => write(join(folder, `Copy of ${name}.tsv`))),
        step(longer + 3_000, () => copyFile(path, join(folder, `${name} (1).tsv`))),
      ]
    case 'by a temporary name':
      return [
        step(0, () => write(`${path}.tmp`, text.slice(0, cut(0.7)))),
        step(longer, () => appendFile(`${path}.tmp`, text.slice(cut(0.7)))),
        step(longer + 500, () => rename(`${path}.tmp`, path)),
      ]
    case 'renamed afterwards':
      return [
        step(0, () => write(path)),
        step(longer, () => rename(path, join(folder, `${name} final.tsv`))),
      ]
    case 'locked': {
      const lock = join(folder, `~$${name}.tsv`)
      return [
        step(0, () => write(lock, 'Olga')),
        step(100, () => write(path, text.slice(0, cut(0.8)))),
        step(longer, () => appendFile(path, text.slice(cut(0.8)))),
        step(longer + 200, () => unlink(lock)),
      ]
    }
    case 'touched':
      return [
        step(0, () => write(path)),
        step(longer, () => utimes(path, new Date(), new Date(Date.now() - 3_600_000))),
      ]
    case 'in a folder of its own':
      return [
        step(0, () => mkdir(join(folder, name), { recursive: true })),
        step(1_000, () => write(join(folder, name, `${name}.tsv`))),
      ]
  }
}
