import type * as z from "zod/mini";

/**
 * Option of a rule about several fields, so that one answer names all errors of a form: the rule applies although other
 * fields are wrong, unless one was refused with `abort`.
 * @param names the rule's own fields; while one of them is wrong by itself, the rule has nothing to say
 */
export const besides = (...names: string[]) => ({
	when: ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => names.includes(String(path?.[0]))),
});
