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

/** A field as the components of this folder take it. */
export type FormField = FieldMetadata<unknown>;

interface Settings<Schema extends z.ZodMiniObject, More extends string> {
	/** Unique in its page: the ids of the fields begin with it. */
	id: string;
	schema: Schema;
	/** The answer of the action, when it was this form's. */
	lastResult?: SubmissionResult<string[]> | null;
	/** What the fields show before anything was posted. */
	defaultValue?: Partial<Record<(keyof Schema["shape"] & string) | More, string | null>>;
}

/** Conform's form, and what we add to it. */
export interface Form {
	meta: FormMetadata;
	/** Whether something is wrong in it as far as the browser knows; false before the page is alive. */
	isWrong: boolean;
	lastResult?: SubmissionResult<string[]> | null;
}

/** By their names. */
export type Fields<Schema extends z.ZodMiniObject, More extends string = never> = Record<
	(keyof Schema["shape"] & string) | More,
	FormField
>;

/**
 * A form whose fields one schema checks, on the server and, once the page is alive, in the browser: a field when it is
 * left, a wrong one as it is mended, all of them when it is sent. `More` are fields that the schema does not check.
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
