/** 97.5 % quantile of the standard normal distribution. */
export const Z = 1.959963984540054
