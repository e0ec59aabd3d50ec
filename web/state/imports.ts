import type { ReadonlySignal } from '@preact/signals-react'
import { personalSignal } from './personal.ts'

const offered = personalSignal<File | null>(null)

/** The file that was dropped or picked and is being looked at. */
export const offeredFile: ReadonlySignal<File | null> = offered

export function offerFile(file: File): void {
  offered.value = file
}

export function dismissFile(): void {
  offered.value = null
}
