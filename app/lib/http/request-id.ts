/** Tells routes and the log which request this is. Only the gate writes it. */
export const REQUEST_ID_HEADER = "x-relevo-request";
