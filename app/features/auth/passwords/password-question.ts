/** What a page says that only asks about a new password. */
export const ASK_PASSWORD = "ask-password";
