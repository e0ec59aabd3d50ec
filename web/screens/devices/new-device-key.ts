import { signal } from '@preact/signals-react'

/** Key of a device that has just left for another company; its record, and its page, go at the same moment. */
export const newDeviceKey = signal<string | null>(null)
