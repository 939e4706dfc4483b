/** What both sides hold to. No part of the table of requests, so that the page can have it alone. */

/** A text of more units, in a file, would be larger than what can be opened: 10 MiB. */
export const MOST_TEXT_UNITS = 10 * 1024 * 1024;
