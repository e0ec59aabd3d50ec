import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { TableFact } from './bent-tables.ts'
import type { FileFixture } from './file-fixture.ts'
import type { Random } from './seeded-random.ts'

/** A file of members or elements with one of them taken away, and what is still in it. */
export interface BentDocument {
  bytes: Uint8Array
  bend: string
  facts: TableFact[]
}

/** Elements of RDML that name what a curve belongs to, or hold it. */
const elements = [
  /<tar id="[^"]*"\s*\/>/g,
  /<sample id="[^"]*"\s*\/>/g,
  /<dyeId id="[^"]*"\s*\/>/g,
  /<target id="[^"]*">.*?<\/target>/gs,
  /<dye id="[^"]*">.*?<\/dye>/gs,
  /<data>.*?<\/data>/gs,
  /<pcrFormat>.*?<\/pcrFormat>/gs,
  /<adp>.*?<\/adp>/gs,
]

/** Take one element of an RDML file away; null for another file. */
export function bendRdml({ bytes }: FileFixture, random: Random): BentDocument | null {
  const text = textOfRdml(bytes)
  if (text === null) return null
  const found = [...text.matchAll(random.pick(elements))]
  const one = found[random.below(found.length)]
  if (!one) return null
  const bent = text.slice(0, one.index) + text.slice(one.index + one[0].length)
  return { bytes: strToU8(bent), bend: one[0].slice(0, 60), facts: factsOfRdml(bent) }
}

/** Return the text of the document of an RDML file. */
export function textOfRdml(bytes: Uint8Array): string | null {
  if (bytes[0] !== 0x50) return null
  const members = Object.values(unzipSync(bytes, { filter: ({ name }) => /\.xml$/i.test(name) }))
  const text = members.map((member) => strFromU8(member)).find((one) => /<rdml[\s>]/.test(one))
  return text ?? null
}

/** List the curves of the first run: number of the reaction on its plate, and target. */
export function factsOfRdml(text: string): TableFact[] {
  const run = /<run id=.*?<\/run>/s.exec(text)?.[0] ?? ''
  const columns = Number(/<columns>(\d+)<\/columns>/.exec(run)?.[1] ?? 0)
  if (columns < 2) return []
  return [...run.matchAll(/<react id="(\d+)">(.*?)<\/react>/gs)].flatMap(([, id, reaction = '']) =>
    [...reaction.matchAll(/<data>(.*?)<\/data>/gs)].flatMap(([, data = '']): TableFact[] => {
      // Skip the passive reference, which is written as a target and read as none.
      if (!/<adp>/.test(data) || /<tar id="Passive reference/.test(data)) return []
      const number = Number(id) - 1
      const row = String.fromCharCode(65 + Math.floor(number / columns))
      const target = /<tar id="([^"]*)"/.exec(data)?.[1] ?? ''
      const well = `${row}${(number % columns) + 1}`
      return [{ sheet: '', well, target: target.replace(/^.*@/, ''), dye: '', curve: true }]
    }),
  )
}

/** Elements of a run file of a Rotor-Gene that name what a curve belongs to, or hold it. */
const rotorElements = [
  /<Sample>.*?<\/Sample>/g,
  /<Name>Sample \d<\/Name>/g,
  /<TubePosition>\d+<\/TubePosition>/g,
  /<Type>\d<\/Type>/g,
  /<Samples>.*?<\/Samples>/gs,
  /<Record>.*?<\/Record>/gs,
  /<(Start|Step)X>[^<]*<\/(Start|Step)X>/g,
  /<Name>(Cycling|Melt) A\.\w+<\/Name>/g,
  /<RawChannel>.*?<\/RawChannel>/gs,
  /<Reading>[^<]*<\/Reading>/g,
]

/** Take one element of a run file of a Rotor-Gene away; null where there is none of its kind. */
export function bendRex({ bytes }: FileFixture, random: Random): BentDocument | null {
  const text = strFromU8(bytes)
  const found = [...text.matchAll(random.pick(rotorElements))]
  const one = found[random.below(found.length)]
  if (!one) return null
  const bent = text.slice(0, one.index) + text.slice(one.index + one[0].length)
  return { bytes: strToU8(bent), bend: one[0].slice(0, 60), facts: factsOfRex(bent) }
}

/** List the curves: tube by the order of the readings, and channel. */
function factsOfRex(text: string): TableFact[] {
  return [...text.matchAll(/<RawChannel>(.*?)<\/RawChannel>/gs)].flatMap(([, channel = '']) => {
    const name = /<Name>([^<]*)<\/Name>/.exec(channel)?.[1] ?? ''
    const dye = name.replace(/^.*\./, '')
    return [...channel.matchAll(/<Reading>/g)].map((_, i): TableFact => ({
      sheet: name,
      well: String(i + 1),
      target: '',
      dye,
      curve: true,
    }))
  })
}

const blockParts = [/^Segment.*$/gm, /^Segment[^S]*/gm, /^.*\n/gm, /[^\s]+/g, /Well +\d+/g]

/** Take a block, a line or a word out of readings in blocks of wells. */
export function bendBlocks({ bytes }: FileFixture, random: Random): BentDocument {
  const text = strFromU8(bytes)
  const one = random.pick([...text.matchAll(random.pick(blockParts))])
  const bent = text.slice(0, one.index) + text.slice(one.index + one[0].length)
  return { bytes: strToU8(bent), bend: `${one[0].slice(0, 60)} away`, facts: factsOfBlocks(bent) }
}

/** List the curves: wells with a heading and readings below it. */
function factsOfBlocks(text: string): TableFact[] {
  return text.split(/^(?=Segment)/m).flatMap((block): TableFact[] => {
    const number = Number(/^Segment.*Well +(\d+)/.exec(block)?.[1]) - 1
    if (!(number >= 0 && number < 96) || !/^\d+ +\d+ +[\d.]+\s*$/m.test(block)) return []
    const well = `${'ABCDEFGH'[Math.floor(number / 12)]}${(number % 12) + 1}`
    return [{ sheet: '', well, target: '', dye: '', curve: true }]
  })
}

const wells = ['A1', 'A2', 'B1', 'H12']

/** Take a member, or one word of a member, out of a made EDS archive. */
export function bendEds({ bytes }: FileFixture, random: Random): BentDocument {
  const members = unzipSync(bytes)
  const name = random.pick(Object.keys(members))
  let bend = `${name} away`
  if (random.below(2) === 0) delete members[name]
  else {
    const text = strFromU8(members[name] ?? new Uint8Array())
    const words = [
      ...text.matchAll(/<Reporter>[^<]*<\/Reporter>|"reporter":"[^"]*"|"targetName":"[^"]*"/g),
      ...text.matchAll(/<FeatureValue>.*?<\/FeatureValue>|<Name>Gene A<\/Name>|, ROX\]/gs),
      ...text.matchAll(/\{"dyeName":"FAM".*?\]\},?/gs),
    ]
    const word = words[random.below(words.length)]
    if (!word) delete members[name]
    else {
      const blank = word[0].startsWith('"') ? `"x":""` : ''
      bend = `${word[0].slice(0, 40)} of ${name} away`
      members[name] = strToU8(
        text.slice(0, word.index) + blank + text.slice(word.index + word[0].length),
      )
    }
  }
  return { bytes: zipSync(members), bend, facts: factsOfEds(members) }
}

function factsOfEds(members: Record<string, Uint8Array>): TableFact[] {
  const text = (path: string) => strFromU8(members[path] ?? new Uint8Array())
  const xml = text('apldbio/sds/multicomponentdata.xml')
  const json = text('primary/multicomponent_data.json')
  const analysis = text('apldbio/sds/analysis_result.txt') + text('primary/analysis_result.json')
  return wells.flatMap((well, i): TableFact[] => {
    const index = [0, 1, 12, 95][i]
    const dyes = new RegExp(`<DyeData WellIndex="${index}"><DyeList>\\[([^\\]]*)`).exec(xml)?.[1]
    const own = new RegExp(`"wellIndex":${index},(?:(?!"wellIndex").)*`, 's').exec(json)?.[0] ?? ''
    const isLit = dyes?.includes('FAM') || own.includes('"dyeName":"FAM"')
    const isResult =
      new RegExp(`^${index}\t[^\t]*\tGene A`, 'm').test(analysis) ||
      new RegExp(`"wellIndex":${index},(?:(?!"wellIndex").)*"targetName":"Gene A"`, 's').test(
        analysis,
      )
    return [
      ...(isLit ? [{ sheet: '', well, target: '', dye: 'FAM', curve: true }] : []),
      ...(isResult ? [{ sheet: '', well, target: 'Gene A', dye: '', curve: false }] : []),
    ]
  })
}
