/** Fills a form of a copy. A worker has no DOM, but the HTML is the server's own and regular. */
import { escapeHtml } from "~/lib/escape-html";

/** Key in the forms that the phone keeps. Each form that is handed out gets a fresh one. */
export const PLACEHOLDER = "00000000-0000-4000-8000-000000000000";

/** A random UUID, of decimal digits; `crypto.randomUUID` is missing in Chrome before 92. */
export function freshKey(): string {
	const digit = () => `${crypto.getRandomValues(new Uint8Array(1))}`.slice(-1);
	return PLACEHOLDER.replace(/0/g, digit);
}

type Fields = Pick<URLSearchParams, "get" | "getAll">;

/** Puts values into the fields of a page's content; a field without a value stays as it is. */
export function fillForm(html: string, fields: Fields): string {
	return html.replace(/<main[\s\S]*/, (main) =>
		main
			.replace(/<input\b[^>]*>/g, (tag) => filledInput(tag, fields))
			.replace(
				/(<(textarea|select)\b[^>]*\bname="(\w+)"[^>]*>)([\s\S]*?)(?=<\/\2>)/g,
				(whole, tag: string, kind: string, name: string, content: string) => {
					const value = fields.get(name);
					if (value === null) return whole;
					return tag + (kind === "select" ? chosen(content, value) : `\n${escapeHtml(value)}`);
				},
			),
	);
}

function filledInput(tag: string, fields: Fields): string {
	const name = attributeOf(tag, "name");
	const value = fields.get(name);
	if (value === null) return tag;
	if (/ type="(radio|checkbox)"/.test(tag)) {
		const plain = tag.replace(/ checked(="")?/, "");
		return fields.getAll(name).includes(attributeOf(tag, "value"))
			? plain.replace("<input", '<input checked=""')
			: plain;
	}
	// A page with signal had days to choose from; the empty form on the phone has one field for any day.
	const text = escapeHtml(chosenOrTyped(fields, name) ?? value);
	return tag.replace(/ value="[^"]*"/, "").replace("<input", () => `<input value="${text}"`);
}

/** The text of a field: what was chosen, or what was typed beside "Otra". */
export function chosenOrTyped(form: Fields, name: string): string | null {
	const value = form.get(name);
	return value && value !== "other" ? value : form.get(`other${name[0]?.toUpperCase()}${name.slice(1)}`);
}

function chosen(options: string, value: string): string {
	return options
		.replaceAll(' selected=""', "")
		.replace(`<option value="${escapeHtml(value)}"`, (option) => `${option} selected=""`);
}

const attributeOf = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
