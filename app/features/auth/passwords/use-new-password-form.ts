import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import { CHECK_PASSWORD, newPasswordProblem } from "~/features/auth/account-schemas";
import { type Fields, type Form, type FormSettings, useForm } from "~/ui/forms/use-form";

type NewPasswordSchema = z.ZodMiniObject<{ password: z.ZodMiniString }>;

/**
 * Sets up a form with a new password. When the password field loses the focus, the server checks whether the password
 * is common; a common password stays invalid until the user changes it.
 */
export function useNewPasswordForm<Schema extends NewPasswordSchema>(
	settings: FormSettings<Schema>,
): [Form, Fields<Schema>];
export function useNewPasswordForm({ schema, ...settings }: FormSettings<NewPasswordSchema, string>) {
	const { id } = settings;
	const { submit, data } = useFetcher<{ problem?: string }>();
	const checked = useRef("");
	const [rejected, setRejected] = useState<{ password: string; problem: string }>();
	useEffect(() => {
		if (data?.problem) setRejected({ password: checked.current, problem: data.problem });
	}, [data]);
	useEffect(() => {
		const form = document.forms.namedItem(id);
		const check = ({ target }: Event) => {
			if (!(target instanceof HTMLInputElement) || target.name !== "password") return;
			const password = target.value;
			if (password === checked.current || newPasswordProblem(password, {})) return;
			checked.current = password;
			submit({ intent: CHECK_PASSWORD, password }, { method: "post" });
		};
		form?.addEventListener("focusout", check);
		return () => form?.removeEventListener("focusout", check);
	}, [id, submit]);
	const extendedSchema = useMemo(() => {
		if (!rejected) return schema;
		const isAnother = z.refine<string>((password) => password !== rejected.password, rejected.problem);
		return z.safeExtend(schema, { password: schema.shape.password.check(isAnother) });
	}, [schema, rejected]);
	const [form, fields] = useForm({ ...settings, schema: extendedSchema });
	const { validate } = form.meta;
	useEffect(() => {
		if (rejected) validate({ name: "password" });
	}, [rejected, validate]);
	return [form, fields];
}
