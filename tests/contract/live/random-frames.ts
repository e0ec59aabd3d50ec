/** Whole numbers from 0 to below the given one, the same for the same seed (mulberry32). */
export type Random = (below: number) => number

export function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const encoder = new TextEncoder()

/** Make one operation of a client, well-formed but for its subjects. */
export function makeFrame(random: Random): Uint8Array {
  const word = () => 'ab.*>é$'.slice(random(6)).slice(0, 1 + random(3))
  const body = () =>
    Array.from({ length: random(40) }, () => String.fromCharCode(random(128))).join('')
  const makers = [
    () => 'PING\r\n',
    () => 'PONG\r\n',
    () => `SUB ${word()} ${random(2) ? `${word()} ` : ''}${random(99)}\r\n`,
    () => `UNSUB ${random(99)}${random(2) ? ` ${random(9)}` : ''}\r\n`,
    () => `CONNECT {"name":"${word()}"}\r\n`,
    () => {
      const text = body()
      return `PUB ${word()} ${random(2) ? `${word()} ` : ''}${text.length}\r\n${text}\r\n`
    },
    () => {
      const text = body()
      return `HPUB ${word()} ${random(text.length + 1)} ${text.length}\r\n${text}\r\n`
    },
  ]
  return encoder.encode(makers[random(makers.length)]?.() ?? '')
}

/** Bend a frame in one way: bytes changed, lost, doubled or inserted, or no frame at all. */
export function bend(frame: Uint8Array, random: Random): Uint8Array {
  const at = random(frame.length)
  const bytes = [...frame]
  switch (random(6)) {
    case 0:
      bytes[at] = random(256)
      break
    case 1:
      bytes.splice(at, 1 + random(8))
      break
    case 2:
      bytes.splice(at, 0, ...bytes.slice(at, at + 12))
      break
    case 3:
      bytes.splice(at, 0, ...Array.from({ length: random(20) }, () => random(256)))
      break
    case 4:
      return encoder.encode(`PUB a ${'9'.repeat(1 + random(12))}\r\n`)
    default:
      return Uint8Array.from({ length: 1 + random(60) }, () => random(256))
  }
  return Uint8Array.from(bytes)
}

/** Make frames one after the other, `bent` of a hundred damaged. */
export function makeStream(random: Random, frames: number, bent: number): Uint8Array {
  const parts = Array.from({ length: frames }, () => {
    const frame = makeFrame(random)
    return random(100) < bent ? bend(frame, random) : frame
  })
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** Cut the bytes into pieces of any size. */
export function cut(bytes: Uint8Array, random: Random): Uint8Array[] {
  const pieces: Uint8Array[] = []
  const longest = 1 + random(60)
  for (let at = 0; at < bytes.length;) {
    const size = 1 + random(longest)
    pieces.push(bytes.slice(at, at + size))
    at += size
  }
  return pieces
}
