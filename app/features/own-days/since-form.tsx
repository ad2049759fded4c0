import type { SubmissionResult } from "@conform-to/react";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-field";
import { useForm } from "~/ui/forms/use-form";
import { sinceSchema } from "./own-day-schemas";

interface SinceFormProps {
	since: string;
	result?: SubmissionResult<string[]> | null;
}

/** Form that corrects the first day of a diagram and crew. */
export function SinceForm({ since, result }: SinceFormProps) {
	const [form, fields] = useForm({
		id: "since",
		schema: sinceSchema,
		lastResult: result,
		defaultValue: { since },
	});
	return (
		<PostForm form={form} submit="Guardar" cancel="/my-shift/calendar#historia">
			<TextField field={fields.since} label="Desde el" type="date" />
		</PostForm>
	);
}
