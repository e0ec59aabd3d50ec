import module from '../../wasm/scrypt/pkg/scrypt.wasm'

/** What `wasm/scrypt/src/romix.rs` exports. */
interface RomixExports {
  memory: WebAssembly.Memory
  romix_block: () => number
  romix_start: (n: number, r: number) => 0 | 1
  romix_step: (count: number) => number
  romix_wipe: () => void
}

let opened: RomixExports | undefined

/** One for all: its 8 MiB are those of whoever has the turn. */
function open(): RomixExports {
  opened ??= new WebAssembly.Instance(module).exports as unknown as RomixExports
  return opened
}

function blockOf(length: number): Uint8Array {
  const { memory, romix_block } = open()
  return new Uint8Array(memory.buffer, romix_block(), length)
}

/** Begins scryptROMix (RFC 7914) of a block of 128 r bytes. @throws RangeError when N and r need more than 8 MiB. */
export function startMixing(block: Uint8Array, { N, r }: { N: number; r: number }): void {
  if (N * r > 2 ** 16 || r > 8) throw new RangeError('scrypt: more than 8 MiB')
  blockOf(128 * r).set(block)
  if (open().romix_start(N, r) !== 1) throw new RangeError('scrypt: N is no power of two')
}

/** Goes on by so many of its 2 N mixings. Whether any are left. */
export function mixOn(count: number): boolean {
  return open().romix_step(count) > 0
}

/** The mixed block, once none are left. */
export function takeMixed(r: number): Uint8Array {
  return blockOf(128 * r).slice()
}

/** Leaves nothing of what was calculated. */
export function wipeMixed(): void {
  open().romix_wipe()
}
