import module from '../../wasm/scrypt/pkg/scrypt.wasm'

/** Exports of `wasm/scrypt/src/romix.rs`. */
interface RomixExports {
  memory: WebAssembly.Memory
  romix_block: () => number
  romix_start: (n: number, r: number) => 0 | 1
  romix_step: (count: number) => number
  romix_wipe: () => void
}

let opened: RomixExports | undefined

/** Open the one instance: its 8 MiB serve the request whose turn it is. */
function open(): RomixExports {
  // Cast, since the compiler does not know a module's exports; wasm/scrypt defines them.
  opened ??= new WebAssembly.Instance(module).exports as unknown as RomixExports
  return opened
}

function blockOf(length: number): Uint8Array {
  const { memory, romix_block } = open()
  return new Uint8Array(memory.buffer, romix_block(), length)
}

/** Return true for a cost whose mixing fits into the 8 MiB. */
export function fitsMemory({ N, r }: { N: number; r: number }): boolean {
  return N * r <= 2 ** 16 && r <= 8
}

/** Begin scryptROMix (RFC 7914) of a block of 128 r bytes. @throws RangeError when N and r need more than 8 MiB. */
export function startMixing(block: Uint8Array, { N, r }: { N: number; r: number }): void {
  if (!fitsMemory({ N, r })) throw new RangeError('scrypt: more than 8 MiB')
  blockOf(128 * r).set(block)
  if (open().romix_start(N, r) !== 1) throw new RangeError('scrypt: N is no power of two')
}

/** Do `count` of its 2 N mixings. @returns true while any are left. */
export function mixOn(count: number): boolean {
  return open().romix_step(count) > 0
}

/** Return the mixed block, once none are left. */
export function takeMixed(r: number): Uint8Array {
  return blockOf(128 * r).slice()
}

/** Overwrite what was calculated. */
export function wipeMixed(): void {
  open().romix_wipe()
}
