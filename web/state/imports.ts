import { type ReadonlySignal, signal } from '@preact/signals-react'

const offered = signal<File | null>(null)

/** The file that was dropped or picked and is being looked at. */
export const offeredFile: ReadonlySignal<File | null> = offered

export function offerFile(file: File): void {
  offered.value = file
}

export function dismissFile(): void {
  offered.value = null
}
