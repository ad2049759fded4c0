import {
	type FieldMetadata,
	type FormMetadata,
	type SubmissionResult,
	useForm as useConformForm,
} from "@conform-to/react";

/** A field as the components of this folder take it. */
export type FormField = Pick<
	FieldMetadata<string>,
	"id" | "name" | "errorId" | "descriptionId" | "initialValue" | "errors" | "required" | "minLength"
>;

interface Settings<Name extends string> {
	/** Unique in its page: the ids of the fields begin with it. */
	id: string;
	/** The answer of the action, when it was this form's. */
	lastResult?: SubmissionResult<string[]> | null;
	/** Its keys are the names of the fields. */
	constraint: Record<Name, { required?: boolean; minLength?: number }>;
	/** What the fields show before anything was posted. */
	defaultValue?: Partial<Record<NoInfer<Name>, string | null>>;
}

type Form<Name extends string> = [form: FormMetadata, fields: Record<Name, FormField>];

/**
 * Conform's form, which only the server renders, with the names of its fields known from `constraint`. The fields are
 * plain objects, while conform's own are proxies that cannot be spread or listed.
 */
export function useForm<Name extends string>(settings: Settings<Name>): Form<Name>;
export function useForm(settings: Settings<string>): Form<string> {
	const [form, fields] = useConformForm<Record<string, string>>(settings);
	const plain: Record<string, FormField> = {};
	for (const [name, rule] of Object.entries(settings.constraint)) {
		const field = fields[name];
		if (!field) continue;
		const { id, errorId, descriptionId, initialValue, errors } = field;
		plain[name] = { ...rule, id, name, errorId, descriptionId, initialValue, errors };
	}
	return [form, plain];
}
