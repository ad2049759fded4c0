import { createElement, type ReactElement } from "react";
import * as z from "zod/mini";
import { type Fields, type Form, useForm } from "~/ui/forms/use-form";
import { htmlOf } from "../../support/browser/render-part";

const schema = z.object({ date: z.string(), comment: z.optional(z.string()) });
export type Values = Partial<Record<"date" | "comment" | "otherDate", string>>;
export type Drawn = (form: Form, fields: Fields<typeof schema, "otherDate">) => ReactElement;

/** A form with `shown` in its fields, and with errors by field name if the server has refused it. */
function FormOf({ shown, errors, draw }: { shown?: Values; errors?: Record<string, string[]>; draw: Drawn }) {
	const result = errors && { status: "error" as const, initialValue: shown, error: errors };
	const [form, fields] = useForm<typeof schema, "otherDate">({
		id: "f",
		schema,
		result,
		defaultValue: shown,
	});
	return draw(form, fields);
}

/** The HTML of such a form; `data` and `answer` as in `htmlOf`. */
export const formHtml = (
	draw: Drawn,
	shown?: Values,
	errors?: Record<string, string[]>,
	{ answer, data }: { answer?: object; data?: Record<string, unknown> } = {},
) => htmlOf(createElement(FormOf, { shown, errors, draw }), "/page?a=1", data, answer);

/** The attributes of the controls that `html` has, in order. */
export const controlsOf = (html: string) =>
	[...html.matchAll(/<(?:input|select|textarea|button)\b([^>]*)>/g)].map(([, text = ""]) =>
		Object.fromEntries(
			[...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value] as const),
		),
	);
/** The first control with these attributes. */
export const controlIn = (html: string, find: Record<string, string>) =>
	controlsOf(html).find((each) => Object.entries(find).every(([name, value]) => each[name] === value));
