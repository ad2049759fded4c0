import {
	type FieldMetadata,
	type FormMetadata,
	type SubmissionResult,
	useForm as useConformForm,
} from "@conform-to/react";
import { useEffect, useState } from "react";
import type * as z from "zod/mini";
import { parseFields, requiredOf } from "~/lib/forms/parse-fields";
import { watchForm } from "./watch-form";

/** A conform field of any form. */
export type FormField = FieldMetadata<unknown>;

interface Settings<Schema extends z.ZodMiniObject, More extends string> {
	/** Unique in the page: prefix of the fields' ids. */
	id: string;
	schema: Schema;
	/** The result of the action, if this form was sent. */
	lastResult?: SubmissionResult<string[]> | null;
	/** Initial values of the fields. */
	defaultValue?: Partial<Record<(keyof Schema["shape"] & string) | More, string | null>>;
}

/** Conform's form, with additional state. */
export interface Form {
	meta: FormMetadata;
	/** Whether the browser finds an error; false before hydration. */
	isWrong: boolean;
	lastResult?: SubmissionResult<string[]> | null;
}

/** Fields by name. */
export type Fields<Schema extends z.ZodMiniObject, More extends string = never> = Record<
	(keyof Schema["shape"] & string) | More,
	FormField
>;

/**
 * A form whose schema validates it on the server and, once hydrated, in the browser: a field when the user leaves it,
 * an invalid field on input, all fields on submit. `More` are fields outside the schema.
 */
export function useForm<Schema extends z.ZodMiniObject, More extends string = never>(
	settings: Settings<Schema, More>,
): [Form, Fields<Schema, More>];
export function useForm({
	id,
	schema,
	lastResult,
	defaultValue,
}: Settings<z.ZodMiniObject, string>): [Form, Record<string, FormField>] {
	const [meta, fields] = useConformForm<Record<string, unknown>, Record<string, unknown>>({
		id,
		lastResult,
		defaultValue,
		constraint: requiredOf(schema),
		shouldRevalidate: "onInput",
		onValidate: ({ formData }) => parseFields(formData, schema),
	});
	const [isWrong, setWrong] = useState(false);
	const { validate } = meta;
	useEffect(
		() =>
			watchForm(id, {
				onInput: (form) => setWrong(parseFields(form, schema).status !== "success"),
				onLeave: (name) => validate({ name }),
			}),
		[id, schema, validate],
	);
	return [{ meta, isWrong, lastResult }, fields];
}
