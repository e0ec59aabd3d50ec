import { personalSignal } from '../../state/personal.ts'

/** Key of a device that has just left for another company; its record, and its page, go at the same moment. */
export const newDeviceKey = personalSignal<string | null>(null)
