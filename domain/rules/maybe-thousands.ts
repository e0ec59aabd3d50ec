/** Match a number whose comma or point may be a thousands separator: 1 or 1,000 copies, and the text alone does not tell which. */
export const maybeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/
