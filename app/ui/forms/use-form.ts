import {
	type FieldMetadata,
	type FormMetadata,
	type SubmissionResult,
	useForm as useConformForm,
} from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type * as z from "zod/mini";
import { parseFields } from "~/lib/forms/parse-fields";
import { watchForm } from "./watch-form";

/** A field as the form library conform describes it. */
export type FormField = FieldMetadata<unknown>;

/** The server's answer to a form that it has refused. */
export type FormResult = SubmissionResult<string[]> | null;

export interface FormSettings<Schema extends z.ZodMiniObject, More extends string = never> {
	/** Id of the form, unique in the page, and prefix of the fields' ids. */
	id: string;
	schema: Schema;
	/** Result of this form; absent when no form or another form was sent. */
	result?: FormResult;
	defaultValue?: Partial<Record<(keyof Schema["shape"] & string) | More, string | null>>;
	/** Function that reads a form with a `ChoiceField`. Pass the same function at every rendering. */
	read?: (form: FormData) => FormData;
}

/** A conform form with additional state. */
export interface Form {
	meta: FormMetadata;
	fields: Record<string, FormField>;
	/** Names of the fields in the order of the schema. */
	names: readonly string[];
	/** Whether the values have an error; false until the user's first input. */
	isWrong: boolean;
	result?: FormResult;
}

export type Fields<Schema extends z.ZodMiniObject, More extends string = never> = Record<
	(keyof Schema["shape"] & string) | More,
	FormField
>;

/**
 * A form validated by a schema on the server and, once hydrated, in the browser. The browser validates a field when
 * the user leaves the changed field, from then on at every input, and all fields on submit.
 */
export function useForm<Schema extends z.ZodMiniObject, More extends string = never>(
	settings: FormSettings<Schema, More>,
): [Form, Fields<Schema, More>];
export function useForm({
	id,
	schema,
	result,
	defaultValue,
	read,
}: FormSettings<z.ZodMiniObject, string>): [Form, Record<string, FormField>] {
	const parse = useCallback(
		(form: FormData) => parseFields(read ? read(form) : form, schema),
		[schema, read],
	);
	const [meta, fields] = useConformForm<Record<string, unknown>, Record<string, unknown>>({
		id,
		lastResult: result,
		defaultValue,
		constraint: useMemo(() => getZodConstraint(schema), [schema]),
		shouldRevalidate: "onInput",
		onValidate: ({ formData }) => parse(formData),
	});
	const [isWrong, setWrong] = useState(false);
	// The button of a form that nobody has touched would change its colour when the script comes, perhaps under a thumb.
	const isTouched = useRef(false);
	const { validate } = meta;
	useEffect(() => {
		const onInput = (form: FormData) => {
			isTouched.current = true;
			setWrong(parse(form).status !== "success");
		};
		return watchForm(id, { onInput, onLeave: (name) => validate({ name }) }, isTouched.current);
	}, [id, parse, validate]);
	const readField = (name: PropertyKey) => {
		const field: FormField = Reflect.get(fields, name);
		return readOnce(field, (key) => Reflect.get(field, key));
	};
	const readFields = readOnce(fields, readField);
	return [{ meta, fields: readFields, names: Object.keys(schema.shape), isWrong, result }, readFields];
}

/**
 * Reads each property of `source` only once, until the next rendering. Conform computes the properties of a field anew at
 * each reading, and a control reads some thirty: a tenth of the server's time for a form.
 */
function readOnce<Source extends object>(source: Source, read: (key: PropertyKey) => unknown): Source {
	const known = new Map<PropertyKey, unknown>();
	return new Proxy(source, {
		get(_, key) {
			if (!known.has(key)) known.set(key, read(key));
			return known.get(key);
		},
	});
}
