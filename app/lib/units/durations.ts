/** Units of time, in milliseconds, seconds, minutes and days. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const MINUTE_S = 60;
export const DAY_S = 24 * 3600;
export const HOUR_MINUTES = 60;
export const DAY_MINUTES = 24 * HOUR_MINUTES;
export const WEEK_DAYS = 7;
