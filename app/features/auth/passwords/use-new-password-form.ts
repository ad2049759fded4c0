import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import { newPasswordProblem } from "~/features/auth/password-rules";
import { type Fields, type Form, type FormField, useForm } from "~/ui/forms/use-form";
import { ASK_PASSWORD } from "./password-question";

type NewPasswordSchema = z.ZodMiniObject<{ password: z.ZodMiniString }>;

interface Settings<Schema> {
	id: string;
	schema: Schema;
	lastResult?: SubmissionResult<string[]> | null;
}

/**
 * A form in which a password is chosen. What the phone does not know of it, that it is a common one, it asks the server when
 * the field is left; then the form is wrong until another is typed. Without an answer nothing is said: the server looks
 * again when the form is sent.
 */
export function useNewPasswordForm<Schema extends NewPasswordSchema>(
	settings: Settings<Schema>,
): [Form, Fields<Schema>];
export function useNewPasswordForm({
	schema,
	...settings
}: Settings<NewPasswordSchema>): [Form, Record<string, FormField>] {
	const { id } = settings;
	const { submit, data } = useFetcher<{ problem?: string }>();
	const asked = useRef("");
	const [refused, setRefused] = useState<{ password: string; problem: string }>();
	useEffect(() => {
		if (data?.problem) setRefused({ password: asked.current, problem: data.problem });
	}, [data]);
	useEffect(() => {
		const form = document.forms.namedItem(id);
		const ask = ({ target }: Event) => {
			if (!(target instanceof HTMLInputElement) || target.name !== "password") return;
			const password = target.value;
			if (password === asked.current || newPasswordProblem(password, {})) return;
			asked.current = password;
			submit({ intent: ASK_PASSWORD, password }, { method: "post" });
		};
		form?.addEventListener("focusout", ask);
		return () => form?.removeEventListener("focusout", ask);
	}, [id, submit]);
	const knowing = useMemo(() => {
		if (!refused) return schema;
		const isOther = z.refine<string>((password) => password !== refused.password, refused.problem);
		return z.safeExtend(schema, { password: schema.shape.password.check(isOther) });
	}, [schema, refused]);
	const [form, fields] = useForm({ ...settings, schema: knowing });
	const { validate } = form.meta;
	useEffect(() => {
		if (refused) validate({ name: "password" });
	}, [refused, validate]);
	return [form, fields];
}
