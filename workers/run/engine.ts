/**
 * Name and version of the calculation, written into every result. The version rises with any change
 * that can move a number or a call, so that a result tells which calculation made it.
 */
export const engine = { name: 'bapp-curves', version: '1.14.0' } as const
